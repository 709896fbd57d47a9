package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.store.DamagedProfileException;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
        BitSet excluded = below(stored, options.exclude());
        BitSet wanted = below(stored, options.include());
        if (options.include().isEmpty()) {
            wanted.set(0, stored.tree().size());
        }
        wanted.andNot(excluded);
        return stored.only(wanted, group -> options.wantsThread(stored.threadGroups().get(group)),
                event -> options.wantsEvent(event.name()));
    }

    /** Returns the nodes at or below a frame that matches. */
    private static BitSet below(Profile stored, Optional<Pattern> pattern) {
        Methods methods = stored.methods();
        BitSet matching = new BitSet();
        for (int id = 0; id < methods.size(); id++) {
            matching.set(id, pattern.isPresent() && pattern.get().matcher(methods.name(id)).find());
        }
        BitSet below = new BitSet();
        CallTree tree = stored.tree();
        for (int node = 1; node < tree.size(); node++) {
            below.set(node, below.get(tree.parent(node)) || matching.get(tree.method(node)));
        }
        return below;
    }
}
