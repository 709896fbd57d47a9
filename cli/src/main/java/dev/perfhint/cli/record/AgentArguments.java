package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The arguments that make async-profiler or Flight Recorder record: text that the target JVM parses. */
final class AgentArguments {
    private static final int STACK_DEPTH = 512;

    private AgentArguments() {}

    /** Returns async-profiler's start arguments. Its list is separated by commas, so no path may hold one. */
    static String asyncProfiler(Engine engine, Duration interval, Optional<Duration> duration, Path file)
            throws RecordException {
        if (file.toString().indexOf(',') >= 0) {
            throw new RecordException(file + ": async-profiler cannot write to a path with a comma: choose another with -o");
        }
        List<String> arguments = new ArrayList<>();
        arguments.add("start");
        arguments.add("event=" + (engine == Engine.PERF ? "cpu" : "ctimer"));
        arguments.add("interval=" + interval.toNanos());
        arguments.add("jstackdepth=" + STACK_DEPTH);
        // async-profiler stops by itself even if perfhint is killed.
        duration.ifPresent(d -> arguments.add("timeout=" + Math.max(1, d.toSeconds())));
        arguments.add("jfr");
        arguments.add("file=" + file);
        return String.join(",", arguments);
    }

    /**
     * Returns the JVM options that make Flight Recorder record from the start to the end or for {@code duration}.
     *
     * @param target a file, or a directory in which each JVM makes a file of its own
     */
    static List<String> flightRecorder(Path settings, Optional<Duration> duration, Path target) {
        return List.of(
                "-XX:StartFlightRecording=dumponexit=true,"
                        + String.join(",", flightRecorderStart(settings, duration, target)),
                "-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH);
    }

    /** Returns the arguments of {@code jcmd PID JFR.start}. */
    static List<String> flightRecorderStart(Path settings, Optional<Duration> duration, Path target) {
        List<String> arguments = new ArrayList<>(List.of("name=perfhint", "settings=" + settings, "filename=" + target));
        duration.ifPresent(d -> arguments.add("duration=" + Math.max(1, d.toSeconds()) + "s"));
        return arguments;
    }

    /** Writes the shipped Flight Recorder settings next to the recording, for the target JVM to read. */
    static Path writeSettings(Path directory) throws RecordException {
        try (InputStream in = AgentArguments.class.getResourceAsStream("perfhint.jfc")) {
            return Files.write(directory.resolve("perfhint.jfc"), in.readAllBytes());
        } catch (IOException e) {
            throw new RecordException(directory + ": cannot write Flight Recorder settings: " + e.getMessage(), e);
        }
    }
}
