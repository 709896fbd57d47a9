package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Recordings of the JVMs that a build tool starts for its tests: the options that make each record itself. */
public final class TestRunRecording {
    /** In an option of a JVM, inside a build tool's line of options. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./+@~-]+");
    private static final String NAME = "perfhint-%p.jfr";
    private static final Pattern EARLIER = Pattern.compile("(perfhint-\\d+|hotspot-pid-\\d+-.*)\\.jfr");

    /** Characters of an event: readers hold one event at a time. */
    private static final int PIECE = 8192;

    private TestRunRecording() {}

    /**
     * Returns the options for a JVM. Each JVM that has them writes a file of its own into the directory, which is made.
     *
     * @param engine empty: the best that works
     * @param release of the JVMs
     */
    public static String jvmOptions(Path directory, Optional<Engine> engine, Duration interval, int release) {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!PLAIN.matcher(absolute.toString()).matches()) {
            throw new RecordException(absolute
                    + ": a profiler's option cannot hold this name: build where no directory has"
                    + " blanks or signs in its name");
        }
        try {
            Files.createDirectories(absolute);
        } catch (IOException e) {
            throw new RecordException(absolute + ": cannot be made: " + e.getMessage(), e);
        }
        Workspace workspace = new Workspace(absolute, absolute.resolve("perfhint.jfr"), Optional.empty());
        Engine chosen = engine.orElseGet(EngineChoice.ofMachine()::first);
        if (chosen == Engine.JFR) {
            RecordOptions options = new RecordOptions(workspace.output(), Optional.empty(), engine,
                    Optional.of(interval), java.util.OptionalLong.empty(), List.of());
            Path settings = AgentArguments.writeSettings(workspace, release >= 25, options);
            return String.join(" ", AgentArguments.flightRecorder(settings, Optional.empty(), absolute));
        }
        return "-agentpath:" + ProfilerLibrary.unpack(workspace) + "=" + AgentArguments.asyncProfiler(
                chosen, interval, Optional.empty(), absolute.resolve(NAME), workspace.log());
    }

    /**
     * Returns the recordings of a directory, the largest first. The only one gets the CPU time that was counted for its
     * run; the largest gets what the agent observed.
     */
    public static List<Path> collect(Path directory, long userMillis, long systemMillis, String observed)
            throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> recordings = files.filter(file -> file.toString().endsWith(".jfr"))
                    .filter(file -> file.toFile().length() > 0)
                    .sorted(Comparator.comparingLong((Path file) -> -file.toFile().length())
                            .thenComparing(Comparator.naturalOrder())).toList();
            List<AppendedEvent> events = new ArrayList<>();
            if (recordings.size() == 1 && userMillis + systemMillis > 0) {
                events.add(AppendedEvent.processTime(userMillis * 1_000_000, systemMillis * 1_000_000));
            }
            for (int from = 0; from < observed.length(); from += PIECE) {
                events.add(AppendedEvent.observation(
                        observed.substring(from, Math.min(observed.length(), from + PIECE))));
            }
            if (!recordings.isEmpty() && !events.isEmpty()) {
                AppendedChunk.append(recordings.get(0), events);
            }
            return recordings;
        }
    }

    /** Deletes the recordings that earlier test runs left in the directory. */
    public static void deleteEarlier(Path directory) {
        try (Stream<Path> files = Files.isDirectory(directory) ? Files.list(directory) : Stream.empty()) {
            for (Path file : files.filter(each -> EARLIER.matcher(each.getFileName().toString()).matches()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new RecordException(directory + ": cannot delete the recordings of earlier runs: " + e.getMessage(),
                    e);
        }
    }
}
