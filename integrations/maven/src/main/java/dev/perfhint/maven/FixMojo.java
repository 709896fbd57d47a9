package dev.perfhint.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;

/** Writes the fixes as a patch, or changes the sources; each is compiled against the build's class path first. */
@Mojo(name = "fix", aggregator = true, threadSafe = true, requiresDependencyResolution = ResolutionScope.TEST)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public final class FixMojo extends AbstractMojo {
    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    /** The recording; without it, all {@code .jfr} files in the modules' build directories. */
    @Parameter(property = "perfhint.recording")
    private String recording;

    /** Where the patch goes; without it, {@code target/perfhint.patch} of the directory where Maven was started. */
    @Parameter(property = "perfhint.patch")
    private String patch;

    /** Whether the sources are changed instead of a patch written. */
    @Parameter(property = "perfhint.apply", defaultValue = "false")
    private boolean apply;

    /** Whether only safe fixes are taken. */
    @Parameter(property = "perfhint.safeOnly", defaultValue = "false")
    private boolean safeOnly;

    /** Whether fixes are applied too that are not safe; a patch has them anyway. */
    @Parameter(property = "perfhint.unsafeFixes", defaultValue = "false")
    private boolean unsafeFixes;

    /** Whether the modules' tests are run with and without the fixes, and only fixes that pass are taken. */
    @Parameter(property = "perfhint.verifyTests", defaultValue = "false")
    private boolean verifyTests;

    /** Further arguments of {@code perfhint analyze}, separated by blanks. */
    @Parameter(property = "perfhint.args")
    private String args;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        Path root = Path.of(session.getExecutionRootDirectory());
        List<String> goal = goal(root);
        if (verifyTests) {
            goal.addAll(TestCommand.arguments(root, modules(), session.isOffline()));
        }
        AnalyzeCall.run(session, recording, goal, args, getLog());
    }

    private List<Path> modules() {
        return session.getProjects().stream().map(MavenProject::getBasedir).map(File::toPath).toList();
    }

    private List<String> goal(Path directory) throws MojoExecutionException {
        List<String> goal = new ArrayList<>(List.of(apply ? "--apply" : "--fix"));
        if (safeOnly) {
            goal.add("--safe-only");
        }
        if (unsafeFixes) {
            goal.add("--unsafe-fixes");
        }
        if (!apply) {
            Path file = patch == null ? inTarget(directory) : directory.resolve(patch);
            goal.addAll(List.of("--patch", file.toString()));
        }
        return goal;
    }

    private static Path inTarget(Path directory) throws MojoExecutionException {
        try {
            return Files.createDirectories(directory.resolve("target")).resolve("perfhint.patch");
        } catch (IOException refused) {
            throw new MojoExecutionException(directory + "/target: cannot be made: " + refused.getMessage(), refused);
        }
    }
}
