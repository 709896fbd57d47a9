package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The arguments that make async-profiler or Flight Recorder record: text that the target JVM parses. */
final class AgentArguments {
    static final String SETTINGS = "perfhint.jfc";
    private static final int STACK_DEPTH = 512;
    /** Samples of what threads wait for; sleeping threads get no signal for them. */
    private static final Duration WALL_INTERVAL = Duration.ofMillis(500);
    /** System properties and the list of native libraries stay out of the recording: they hold secrets and paths. */
    private static final int NO_PROPERTIES_NO_LIBRARIES = 6;

    private AgentArguments() {}

    /**
     * Returns async-profiler's start arguments.
     *
     * @param timeout after which it stops by itself, even if perfhint is gone
     */
    static String asyncProfiler(Engine engine, Duration interval, Optional<Duration> timeout, Path file, Path log) {
        List<String> arguments = new ArrayList<>();
        arguments.add("start");
        arguments.add("event=" + (engine == Engine.PERF ? "cpu" : "ctimer"));
        arguments.add("interval=" + interval.toNanos());
        arguments.add("wall=" + WALL_INTERVAL.toNanos());
        arguments.add("jstackdepth=" + STACK_DEPTH);
        timeout.ifPresent(t -> arguments.add("timeout=" + seconds(t)));
        arguments.add("jfr");
        arguments.add("jfropts=" + NO_PROPERTIES_NO_LIBRARIES);
        arguments.add("log=" + log);
        arguments.add("file=" + file);
        return String.join(",", arguments);
    }

    /**
     * Returns the JVM options that make Flight Recorder record from the start to the end or for {@code duration}.
     *
     * @param directory in which each JVM makes a file of its own
     */
    static List<String> flightRecorder(Path settings, Optional<Duration> duration, Path directory) {
        return List.of(
                "-XX:StartFlightRecording=dumponexit=true,"
                        + String.join(",", flightRecorderStart(settings, duration, directory)),
                "-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH,
                // Its greeting would stand in the program's standard output.
                "-Xlog:jfr+startup=error");
    }

    /** Returns the arguments of {@code jcmd PID JFR.start}. */
    static List<String> flightRecorderStart(Path settings, Optional<Duration> duration, Path target) {
        List<String> arguments =
                new ArrayList<>(List.of("name=perfhint", "settings=" + settings, "filename=" + target));
        duration.ifPresent(d -> arguments.add("duration=" + seconds(d) + "s"));
        return arguments;
    }

    /**
     * Writes the shipped Flight Recorder settings into the workspace, for the target JVM to read.
     *
     * <p>Before JDK 25 the events of single reads and writes are not throttled: at threshold 0 they take four times the
     * CPU of a program that writes byte by byte, so there only calls over a millisecond are recorded.
     */
    static Path writeSettings(Workspace workspace, boolean throttledEvents, RecordOptions options) {
        boolean latency = options.purpose() == RecordOptions.Purpose.LATENCY;
        try (InputStream in = AgentArguments.class.getResourceAsStream(latency ? "latency.jfc" : "perfhint.jfc")) {
            String shipped = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String settings =
                    shipped.replace("</configuration>", tracing(options.tracedMethods()) + "</configuration>");
            String text = throttledEvents || latency
                    ? settings : settings.replace("\"threshold\">0 ns<", "\"threshold\">1 ms<");
            return workspace.write(SETTINGS, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new RecordException(workspace.directory() + ": cannot write Flight Recorder settings: "
                    + e.getMessage(), e);
        }
    }

    /** Returns the settings that time methods, empty for none. */
    private static String tracing(List<String> methods) {
        return methods.isEmpty() ? "" : """
                  <event name="jdk.MethodTrace">
                    <setting name="enabled">true</setting>
                    <setting name="stackTrace">true</setting>
                    <setting name="threshold">0 ns</setting>
                    <setting name="filter">%s</setting>
                  </event>
                """.formatted(String.join(";", methods));
    }

    private static long seconds(Duration duration) {
        return Math.max(1, (duration.toMillis() + 999) / 1000);
    }
}
