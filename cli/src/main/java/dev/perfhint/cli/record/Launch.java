package dev.perfhint.cli.record;

import dev.perfhint.cli.record.jvm.JavaImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts a command with the profiler in its JVM.
 *
 * <p>For {@code java ...} the options go right behind the program name. For anything else (a build tool, a start
 * script) they go through {@code JAVA_TOOL_OPTIONS} to every JVM that the command starts.
 */
final class Launch {
    private static final Pattern REASON = Pattern.compile("error[=:] ?\\d+[, (]+([^()]+)");

    private Launch() {}

    /** Starts the command with this process's standard streams; its exit code is the caller's to pass on. */
    static Process start(
            RecordOptions options, Engine engine, Workspace workspace, Optional<String> observer) {
        List<String> command = new ArrayList<>(options.command());
        boolean java = isJava(command);
        OptionalInt release = !java ? OptionalInt.empty()
                : JavaImage.ofCommand(command.get(0)).map(JavaImage::release).orElse(OptionalInt.empty());
        options.checkTracing(release.orElse(0), options.command().get(0));
        List<String> jvmOptions = new ArrayList<>(jvmOptions(options, engine, workspace, release));
        observer.ifPresent(jvmOptions::add);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (java) {
            command.addAll(1, jvmOptions);
        } else {
            String before = builder.environment().getOrDefault("JAVA_TOOL_OPTIONS", "");
            builder.environment().put("JAVA_TOOL_OPTIONS", (before + " " + String.join(" ", jvmOptions)).trim());
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw new RecordException(options.command().get(0) + ": cannot be started: " + reason(e)
                    + ": check the command after --", e);
        }
    }

    /** Returns whether the command is a JVM, and not a tool that starts some. */
    static boolean isJava(List<String> command) {
        return new File(command.get(0)).getName().matches("java(\\.exe)?");
    }

    private static List<String> jvmOptions(RecordOptions options, Engine engine, Workspace workspace,
            OptionalInt release) {
        if (engine == Engine.JFR) {
            Path settings = AgentArguments.writeSettings(workspace, release.orElse(0) >= 25, options);
            return AgentArguments.flightRecorder(settings, options.duration(), workspace.directory());
        }
        Path library = ProfilerLibrary.unpack(workspace);
        return List.of("-agentpath:" + library + "=" + AgentArguments.asyncProfiler(
                engine, options.firstInterval(), options.duration(), workspace.perProcessFile(), workspace.log()));
    }

    /** Returns the reason in the JDK's message: {@code error=2, REASON} on 17, {@code error: 2 (REASON)} on 25. */
    private static String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        Matcher reason = REASON.matcher(message);
        return reason.find() ? reason.group(1).toLowerCase(Locale.ROOT) : message;
    }
}
