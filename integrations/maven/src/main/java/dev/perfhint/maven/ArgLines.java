package dev.perfhint.maven;

import java.util.List;
import java.util.Optional;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** Looks for a test plugin whose own {@code <argLine>} keeps the recording's options out. */
final class ArgLines {
    private static final List<String> PLUGINS =
            List.of("org.apache.maven.plugins:maven-surefire-plugin", "org.apache.maven.plugins:maven-failsafe-plugin");

    private ArgLines() {}

    /** Returns what to change in the project; empty where the property is taken. */
    static Optional<String> overridden(MavenProject project, String property) {
        for (String key : PLUGINS) {
            Plugin plugin = project.getPlugin(key);
            if (plugin == null || !(plugin.getConfiguration() instanceof Xpp3Dom configuration)) {
                continue;
            }
            Xpp3Dom argLine = configuration.getChild("argLine");
            if (argLine != null && !takes(argLine.getValue(), property)) {
                return Optional.of("the tests are not recorded: " + plugin.getArtifactId()
                        + " sets its <argLine>; write @{" + property + "} in it");
            }
        }
        return Optional.empty();
    }

    private static boolean takes(String value, String property) {
        return value != null && value.contains("@{" + property + "}");
    }
}
