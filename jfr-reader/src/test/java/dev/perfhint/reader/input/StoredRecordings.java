package dev.perfhint.reader.input;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.Recordings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The repository's recordings as profiles, and profiles as bytes, for the tests of storing and merging. */
public final class StoredRecordings {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");

    private StoredRecordings() {}

    /** Returns all JFR recordings of the repository that can be read, by name. */
    static List<Path> all() {
        try (Stream<Path> files = Files.walk(RECORDINGS)) {
            return files.filter(file -> file.toString().matches(".*\\.jfr(\\.gz)?"))
                    .filter(Files::isRegularFile)
                    .filter(file -> readable(file))
                    .sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean readable(Path file) {
        try {
            read(file);
            return true;
        } catch (UnreadableRecordingException e) {
            return false;
        }
    }

    static Profile read(Path... files) throws UnreadableRecordingException {
        return Recordings.read(List.of(files), ReadOptions.DEFAULTS.asSampled());
    }

    public static byte[] bytes(Profile profile) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ProfileFile.write(profile, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static Profile profile(byte[] bytes) throws UnreadableRecordingException {
        return Recordings.read("stored", new ByteArrayInputStream(bytes), ReadOptions.DEFAULTS.asSampled());
    }

    static Profile merged(List<Profile> parts) {
        ProfileBuilder builder = new ProfileBuilder();
        parts.forEach(builder::add);
        return builder.build(List.of());
    }

    /**
     * Returns the sums of all rows by stack, thread group, event, host and hour. Estimated samples are rounded to whole
     * ones by the order of the rows, so of them only nanoseconds are given by stack.
     */
    static Map<String, List<Long>> sums(Profile profile) {
        Map<String, List<Long>> sums = new TreeMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            boolean estimated = profile.events().get(rows.event(row)).evidence() == Evidence.JFR_ESTIMATE;
            List<Long> values = List.of(estimated ? 0 : rows.samples(row), rows.nanos(row),
                    estimated ? 0 : rows.systemSamples(row), rows.systemNanos(row));
            if (values.stream().allMatch(value -> value == 0)) {
                continue;
            }
            String key = ProfileText.stack(profile, rows.leaf(row)) + "|"
                    + profile.threadGroups().get(rows.threadGroup(row)) + "|" + profile.events().get(rows.event(row))
                    + "|" + profile.units().get(rows.unit(row)).host() + "|"
                    + profile.units().get(rows.unit(row)).hourMillis();
            sums.merge(key, values, (a, b) -> {
                List<Long> both = new ArrayList<>();
                for (int i = 0; i < a.size(); i++) {
                    both.add(a.get(i) + b.get(i));
                }
                return both;
            });
        }
        return sums;
    }
}
