package dev.perfhint.maven;

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

/** Finds the I/O patterns that burn system CPU in the recordings of the build directories, or in a given one. */
@Mojo(name = "analyze", aggregator = true, threadSafe = true, requiresDependencyResolution = ResolutionScope.TEST)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public final class AnalyzeMojo extends AbstractMojo {
    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    /** The recording; without it, all {@code .jfr} files in the modules' build directories. */
    @Parameter(property = "perfhint.recording")
    private String recording;

    /** The severity from which on a finding fails the build: high, medium, low or info; none fails without it. */
    @Parameter(property = "perfhint.failOn")
    private String failOn;

    /** Further arguments of {@code perfhint analyze}, separated by blanks. */
    @Parameter(property = "perfhint.args")
    private String args;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        List<String> goal = failOn == null ? List.of() : List.of("--fail-on", failOn);
        AnalyzeCall.run(session, recording, goal, args, getLog());
        getLog().info("'mvn perfhint:fix' writes the fixes as a patch");
    }
}
