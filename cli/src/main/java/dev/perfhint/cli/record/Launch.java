package dev.perfhint.cli.record;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts a command with the profiler in its JVM.
 *
 * <p>For {@code java ...} the options go right behind the program name. For anything else (a build tool, a start script)
 * they go through {@code JAVA_TOOL_OPTIONS} to every JVM that the command starts.
 */
final class Launch {
    private Launch() {}

    /** Starts the command with this process's standard streams; its exit code is the caller's to pass on. */
    static Process start(RecordOptions options, Engine engine, Optional<Path> library, Workspace workspace)
            throws RecordException {
        List<String> jvmOptions = jvmOptions(options, engine, library, workspace);
        List<String> command = new ArrayList<>(options.command());
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (new File(command.get(0)).getName().matches("java(\\.exe)?")) {
            command.addAll(1, jvmOptions);
        } else {
            String before = builder.environment().getOrDefault("JAVA_TOOL_OPTIONS", "");
            builder.environment().put("JAVA_TOOL_OPTIONS", (before + " " + quoted(jvmOptions)).trim());
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw new RecordException(
                    options.command().get(0) + ": cannot be started: " + e.getMessage() + ": check the command after --", e);
        }
    }

    private static List<String> jvmOptions(
            RecordOptions options, Engine engine, Optional<Path> library, Workspace workspace) throws RecordException {
        if (engine == Engine.JFR) {
            Path settings = AgentArguments.writeSettings(workspace.directory());
            return AgentArguments.flightRecorder(settings, options.duration(), workspace.directory());
        }
        String arguments = AgentArguments.asyncProfiler(
                engine, options.interval(), options.duration(), workspace.perProcessFile());
        return List.of("-agentpath:" + library.orElseThrow() + "=" + arguments);
    }

    private static String quoted(List<String> jvmOptions) {
        // JAVA_TOOL_OPTIONS is split at white space; the JVM understands double quotes there.
        return String.join(" ", jvmOptions.stream().map(o -> o.indexOf(' ') < 0 ? o : '"' + o + '"').toList());
    }
}
