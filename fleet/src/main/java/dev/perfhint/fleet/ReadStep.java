package dev.perfhint.fleet;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingStorageException;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The first step of collecting: reads some recordings and merges those of one partition. Recordings and results are
 * texts and bytes, so that any engine can carry them.
 *
 * @param failOnStorage whether an error of the storage ends the step, which may then be tried again, or is the
 *     recording's outcome
 * @param names what the store calls hosts, paths and threads
 */
public record ReadStep(RecordingContent content, boolean failOnStorage, StoreNames names) {
    /** Heap that each read may take: the same everywhere, because what is folded depends on it. */
    static final long MEMORY_BYTES = 256L << 20;

    private static final ReadOptions OPTIONS = ReadOptions.DEFAULTS.asSampled().withMemoryBytes(MEMORY_BYTES);

    /** A step that keeps all names. */
    public ReadStep(RecordingContent content, boolean failOnStorage) {
        this(content, failOnStorage, StoreNames.NONE);
    }

    /**
     * @param recordings lines of {@link PlannedRecording}
     * @param readBytes is told the size of each recording after it was read
     */
    public List<KeyedBytes> run(List<String> recordings, LongConsumer readBytes)
            throws RecordingStorageException, IOException {
        Map<String, ProfileBuilder> builders = new TreeMap<>();
        List<KeyedBytes> results = new ArrayList<>();
        for (String line : recordings) {
            PlannedRecording planned = PlannedRecording.of(line);
            ManifestEntry entry = read(planned, builders);
            results.add(new KeyedBytes("", entry.line().getBytes(StandardCharsets.UTF_8)));
            readBytes.accept(planned.recording().bytes());
        }
        builders.forEach((key, builder) -> results.add(new KeyedBytes(key, bytes(MergeStep.profile(key, builder)))));
        return results;
    }

    private ManifestEntry read(PlannedRecording planned, Map<String, ProfileBuilder> builders)
            throws RecordingStorageException, IOException {
        String path = planned.recording().path();
        try {
            Profile profile = content.read(path, OPTIONS);
            Recording first = profile.recordings().get(0);
            RecordingLabels labels = RecordingLabels.of(planned.labels(), planned.from(), first);
            String key = labels.key().toString();
            boolean damaged = profile.recordings().stream().anyMatch(recording -> !recording.complete());
            Profile kept = names.of(profile);
            String host = names.host(labels.host());
            builders.computeIfAbsent(key, name -> new ProfileBuilder())
                    .add(kept.withHost(host).withRecordings(MergedRecordings.of(key, kept.recordings())));
            return entry(planned, key, host, labels.serviceFrom(),
                    damaged ? ManifestEntry.DAMAGED : ManifestEntry.READ,
                    damaged ? why(path, String.join("; ", first.warnings())) : "");
        } catch (RecordingStorageException e) {
            if (failOnStorage) {
                throw e;
            }
            // without a stamp it is tried again
            return entry(planned.withoutStamp(), "", "", planned.from(), ManifestEntry.BAD, why(path, e.getMessage()));
        } catch (UnreadableRecordingException e) {
            return entry(planned, "", "", planned.from(), ManifestEntry.BAD, why(path, e.getMessage()));
        }
    }

    private static ManifestEntry entry(PlannedRecording planned, String key, String host, String from, String outcome,
            String why) {
        Map<String, String> labels = planned.labels();
        return new ManifestEntry(planned.recording(), key, host, from,
                Double.parseDouble(labels.getOrDefault("instances", "0")),
                Double.parseDouble(labels.getOrDefault("cores", "0")), planned.given(), outcome, why);
    }

    private static String why(String path, String message) {
        return message.replace(path + ": ", "").replace(path, "it");
    }

    static byte[] bytes(Profile profile) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ProfileFile.write(profile, bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
