package dev.perfhint.reader;

import dev.perfhint.profile.DamagedProfileException;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ProfileBuilder;
import dev.perfhint.profile.ProfileFile;
import dev.perfhint.profile.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Reads a profile that perfhint wrote before. Its recordings are those that it was made of. */
final class StoredProfile {
    private StoredProfile() {}

    static List<Recording> read(InputStream in, String path, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        try {
            Profile stored = ProfileFile.read(in, options.heapBytes() / 2);
            builder.add(stored.withRecordings(List.of()));
            return stored.recordings();
        } catch (DamagedProfileException e) {
            throw new UnreadableRecordingException(path + ": " + e.getMessage(), e);
        }
    }
}
