package dev.perfhint.reader.foreign;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.store.DamagedProfileException;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads a profile that perfhint wrote before. Its recordings are those that it was made of. Filters apply, except
 * those of time: a profile has hours, and no times of samples.
 */
public final class StoredProfile {
    private StoredProfile() {}

    public static boolean reads(RecordingSource source) {
        return ProfileFile.looksLike(source.head());
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        try {
            Profile stored = filtered(ProfileFile.read(source.stream(), options.heapBytes() / 2), options);
            boolean timed = options.fromNanos() > 0 || options.toNanos() < Long.MAX_VALUE;
            if (timed && !stored.recordings().isEmpty()) {
                List<Recording> recordings = stored.recordings();
                stored = stored.withRecordings(recordings.stream().map(one -> one != recordings.get(0) ? one
                        : one.withWarning(path + ": a profile has no times of samples: --from and --to do not apply to"
                                + " it")).toList());
            }
            builder.add(stored);
            return Optional.empty();
        } catch (DamagedProfileException e) {
            throw new UnreadableRecordingException(path + ": " + e.getMessage(), e);
        }
    }

    private static Profile filtered(Profile stored, ReadOptions options) {
        if (options.event().isEmpty() && options.thread().isEmpty() && options.include().isEmpty()
                && options.exclude().isEmpty()) {
            return stored;
        }
        return stored.only(options.wantedNodes(stored.tree(), stored.methods()),
                group -> options.wantsThread(stored.threadGroups().get(group)),
                event -> options.wantsEvent(event.name()));
    }
}
