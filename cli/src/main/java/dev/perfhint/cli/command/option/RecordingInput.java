package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.export.ExportedStacks;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.model.Decimals;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads the recordings named on the command line into one profile. {@code -} is standard input. */
public final class RecordingInput {
    private static final String STANDARD_INPUT = "-";
    private static final String STANDARD_INPUT_NAME = "standard input";

    private RecordingInput() {}

    /** Reads what the filters want, without noting what was sampled when. */
    public static Profile read(Session session, List<String> names, Filters filters)
            throws UnreadableRecordingException {
        return read(session, names, options(filters));
    }

    public static Profile read(Session session, List<String> names, ReadOptions options)
            throws UnreadableRecordingException {
        if (names.isEmpty()) {
            throw new CliException("no recording is named");
        }
        if (Collections.frequency(names, STANDARD_INPUT) > 1) {
            throw new CliException("standard input can be read once only");
        }
        List<Path> paths = paths(names);
        try (Progress progress = Progress.start(session.terminal(), session.err(), "reading " + names.get(0))) {
            Profile profile = Recordings.read(paths, options, session.in());
            if (!options.event().isEmpty() && profile.io().isEmpty()
                    && ExportedStacks.of(profile, options.event()).isEmpty()) {
                throw nothing(profile);
            }
            if (options.fromNanos() > 0 && profile.io().isEmpty()
                    && profile.recordings().stream().allMatch(recording -> recording.samples() == 0)) {
                double seconds = profile.recordings().get(0).durationMillis() / 1e3;
                throw new CliException(nothing(profile).getMessage()
                        + (seconds > 0 ? ": the recording lasts " + Decimals.of(seconds, 1) + " s" : ""));
            }
            return names.contains(STANDARD_INPUT) ? named(profile) : profile;
        }
    }

    /** Says on standard error what is wrong with the recordings. */
    public static void warn(Session session, Profile profile) {
        warnings(profile).forEach(session::warn);
    }

    /** Returns what is wrong with the recordings, one line each. */
    public static List<String> warnings(Profile profile) {
        return profile.recordings().stream()
                .flatMap(recording -> recording.warnings().stream()
                        .map(warning -> warning.startsWith(recording.path()) ? warning
                                : recording.path() + ": " + warning))
                .toList();
    }

    /** Returns the recordings' files, or refuses names that none can have. */
    public static List<Path> paths(List<String> names) {
        return names.stream().map(RecordingInput::path).toList();
    }

    /** Says on one line why nothing was sampled that was asked for. */
    public static CliException nothing(Profile profile) {
        List<String> why = warnings(profile);
        return new CliException(why.isEmpty() ? profile.recordings().get(0).path() + ": holds no samples"
                : why.get(why.size() - 1));
    }

    /** Returns what the filters want, or refuses a range of time that is none. */
    public static ReadOptions options(Filters filters) {
        ReadOptions options = ReadOptions.DEFAULTS.withEvent(filters.event);
        long fromNanos = filters.fromNanos == null ? options.fromNanos() : filters.fromNanos;
        long toNanos = filters.toNanos == null ? options.toNanos() : filters.toNanos;
        if (fromNanos >= toNanos) {
            throw new CliException("--from is not before --to: nothing would be left");
        }
        return options.withTime(fromNanos, toNanos).withMaxBytes(filters.maxBytes)
                .withFilters(Optional.ofNullable(filters.thread), Optional.ofNullable(filters.include),
                        Optional.ofNullable(filters.exclude));
    }

    private static Path path(String name) {
        try {
            if (name.isEmpty()) {
                throw new CliException("the name of a recording is empty");
            }
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new CliException("not a file name: " + name);
        }
    }

    /** Messages call it by its name, reports as the user did. */
    private static Profile named(Profile profile) {
        return profile.withRecordings(profile.recordings().stream()
                .map(recording -> recording.path().equals(STANDARD_INPUT_NAME) ? recording.withPath(STANDARD_INPUT)
                        : recording)
                .toList());
    }
}
