package dev.perfhint.maven;

import dev.perfhint.cli.record.Engine;
import dev.perfhint.cli.record.RecordException;
import dev.perfhint.cli.record.RecordOptions;
import dev.perfhint.cli.record.TestRunRecording;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Makes the JVMs of the tests that follow record themselves: {@code mvn perfhint:record test}.
 *
 * <p>The option goes into the property {@code argLine}, which Surefire and Failsafe take; each JVM writes a file into
 * {@code target}, where those of earlier runs are deleted.
 */
@Mojo(name = "record", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class RecordMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    /** perf (kernel frames), ctimer or jfr; without it, the best that works. */
    @Parameter(property = "perfhint.engine")
    private String engine;

    /** The property that holds the options of the tests' JVMs. */
    @Parameter(property = "perfhint.argLine", defaultValue = "argLine")
    private String argLine;

    @Override
    public void execute() throws MojoExecutionException {
        if (project.getPackaging().equals("pom")) {
            return;
        }
        Path directory = Path.of(project.getBuild().getDirectory());
        try {
            TestRunRecording.deleteEarlier(directory);
            String options = TestRunRecording.jvmOptions(
                    directory, engine(engine), RecordOptions.CALM_INTERVAL, Runtime.version().feature());
            project.getProperties().setProperty(argLine, joined(options, project.getProperties().getProperty(argLine)));
        } catch (RecordException refused) {
            throw new MojoExecutionException(refused.getMessage(), refused);
        }
        ArgLines.overridden(project, argLine).ifPresent(getLog()::warn);
    }

    static Optional<Engine> engine(String name) throws MojoExecutionException {
        if (name == null || name.isBlank()) {
            return Optional.empty();
        }
        for (Engine each : Engine.values()) {
            if (each.label().equals(name.toLowerCase(Locale.ROOT))) {
                return Optional.of(each);
            }
        }
        throw new MojoExecutionException("perfhint.engine is '" + name + "': perf, ctimer or jfr");
    }

    static String joined(String options, String before) {
        return before == null || before.isBlank() ? options : options + " " + before;
    }
}
