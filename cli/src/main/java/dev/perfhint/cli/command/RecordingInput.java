package dev.perfhint.cli.command;

import dev.perfhint.cli.output.Progress;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.reader.ReadOptions;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.UnreadableRecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Reads the recordings named on the command line into one profile. {@code -} is standard input, kept in a temporary file. */
final class RecordingInput {
    private static final String STANDARD_INPUT = "-";
    private static final String STANDARD_INPUT_NAME = "standard input";

    private RecordingInput() {}

    /** Reads without noting what was sampled when: only a comparison asks for it. */
    static Profile read(Session session, List<String> names, Filters filters) throws UnreadableRecordingException {
        return read(session, names, options(filters).withoutTimeSlices());
    }

    static Profile readWithTimeSlices(Session session, List<String> names, Filters filters)
            throws UnreadableRecordingException {
        return read(session, names, options(filters));
    }

    private static Profile read(Session session, List<String> names, ReadOptions options)
            throws UnreadableRecordingException {
        List<Path> paths = new ArrayList<>();
        Path spooled = null;
        try (Progress progress = Progress.start(session.terminal(), session.err(), "reading " + names.get(0))) {
            for (String name : names) {
                if (name.equals(STANDARD_INPUT) && spooled != null) {
                    throw new UsageException("standard input can be read once only");
                }
                if (name.equals(STANDARD_INPUT)) {
                    spooled = spool(session);
                    paths.add(spooled);
                } else {
                    paths.add(path(name));
                }
            }
            Profile profile = Recordings.read(paths, options);
            return spooled == null ? profile : named(profile, spooled);
        } catch (UnreadableRecordingException e) {
            if (spooled == null) {
                throw e;
            }
            throw new UnreadableRecordingException(e.getMessage().replace(spooled.toString(), STANDARD_INPUT_NAME), e);
        } finally {
            delete(spooled);
        }
    }

    /** Says on standard error what is wrong with the recordings. */
    static void warn(Session session, Profile profile) {
        warnings(profile).forEach(session::warn);
    }

    /** Returns what is wrong with the recordings, one line each. */
    static List<String> warnings(Profile profile) {
        return profile.recordings().stream()
                .flatMap(recording -> recording.warnings().stream()
                        .map(warning -> warning.startsWith(recording.path()) ? warning : recording.path() + ": " + warning))
                .toList();
    }

    private static ReadOptions options(Filters filters) {
        ReadOptions options = ReadOptions.DEFAULTS.withEvent(filters.event);
        long fromNanos = filters.fromNanos == null ? options.fromNanos() : filters.fromNanos;
        long toNanos = filters.toNanos == null ? options.toNanos() : filters.toNanos;
        if (fromNanos >= toNanos) {
            throw new UsageException("--from is not before --to: nothing would be left");
        }
        options = options.withTime(fromNanos, toNanos);
        options = filters.thread == null ? options : options.withThread(filters.thread);
        options = filters.include == null ? options : options.withInclude(filters.include);
        options = filters.exclude == null ? options : options.withExclude(filters.exclude);
        return switch (filters.reader) {
            case "own" -> options;
            case "jdk" -> options.withJdkReader();
            default -> throw new UsageException("unknown reader '" + filters.reader + "' (own or jdk)");
        };
    }

    private static Path path(String name) {
        try {
            if (name.isEmpty()) {
                throw new UsageException("the name of a recording is empty");
            }
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageException("not a file name: " + name);
        }
    }

    private static Path spool(Session session) {
        try {
            Path file = Files.createTempFile("perfhint-", ".recording");
            Files.copy(session.in(), file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            throw new UsageException("cannot keep standard input in a temporary file: " + e.getMessage());
        }
    }

    private static Profile named(Profile profile, Path spooled) {
        List<Recording> recordings = profile.recordings().stream()
                .map(recording -> recording.path().equals(spooled.toString()) ? standardInput(recording, spooled) : recording)
                .toList();
        return profile.withRecordings(recordings);
    }

    private static Recording standardInput(Recording of, Path spooled) {
        List<String> warnings = of.warnings().stream()
                .map(warning -> warning.replace(spooled.toString(), STANDARD_INPUT_NAME))
                .toList();
        return new Recording(STANDARD_INPUT, of.format(), of.engine(), of.event(), of.evidence(), of.jvm(), of.mainClass(),
                of.startMillis(), of.durationMillis(), of.intervalNanos(), of.samples(), of.cpuNanos(), of.systemNanos(),
                of.lostSamples(), of.truncatedStacks(), of.complete(), of.stackDepth(), warnings);
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
