package dev.perfhint.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/** Writes the command line of {@code perfhint analyze} for a build, and runs it. */
final class AnalyzeCall {
    private AnalyzeCall() {}

    /** Runs it where Maven was started, with the recording, goal and further arguments as below. */
    static void run(MavenSession session, String recording, List<String> goal, String more, Log log)
            throws MojoExecutionException, MojoFailureException {
        try {
            CommandRun.run(Path.of(session.getExecutionRootDirectory()),
                    arguments(BuildModule.of(session), recording, goal, more), log);
        } catch (DependencyResolutionRequiredException unresolved) {
            throw new MojoExecutionException("the class path is not resolved: " + unresolved.getMessage(), unresolved);
        }
    }

    /**
     * Returns the arguments.
     *
     * @param recording names a recording; null for those of the build directories
     * @param more further arguments, separated by blanks; null for none
     * @throws MojoExecutionException if there is no recording
     */
    static List<String> arguments(List<BuildModule> modules, String recording, List<String> goal, String more)
            throws MojoExecutionException {
        List<String> arguments = new ArrayList<>(List.of("analyze", "--no-next"));
        recordings(modules, recording).forEach(file -> arguments.add(file.toString()));
        for (Path source : all(modules, true)) {
            arguments.add("--source");
            arguments.add(source.toString());
        }
        Set<Path> classPath = all(modules, false);
        if (!classPath.isEmpty()) {
            arguments.add("--classpath");
            arguments.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        }
        arguments.addAll(goal);
        if (more != null && !more.isBlank()) {
            arguments.addAll(List.of(more.strip().split("\\s+")));
        }
        return arguments;
    }

    private static List<Path> recordings(List<BuildModule> modules, String recording) throws MojoExecutionException {
        if (recording != null && !recording.isBlank()) {
            return List.of(Path.of(recording).toAbsolutePath());
        }
        List<Path> recordings = new ArrayList<>();
        for (BuildModule module : modules) {
            try {
                recordings.addAll(module.recordings());
            } catch (IOException unreadable) {
                throw new MojoExecutionException(
                        module.buildDirectory() + ": cannot be listed: " + unreadable.getMessage(), unreadable);
            }
        }
        if (recordings.isEmpty()) {
            throw new MojoExecutionException("no recording in "
                    + modules.stream().map(module -> module.buildDirectory().toString())
                    .collect(Collectors.joining(", "))
                    + ": make one with 'mvn perfhint:record test', or name one with -Dperfhint.recording=FILE");
        }
        return recordings;
    }

    /** What several modules share stands once, where the first of them has it. */
    private static Set<Path> all(List<BuildModule> modules, boolean sources) {
        Set<Path> paths = new LinkedHashSet<>();
        modules.forEach(module -> paths.addAll(sources ? module.sources() : module.classPath()));
        return paths;
    }
}
