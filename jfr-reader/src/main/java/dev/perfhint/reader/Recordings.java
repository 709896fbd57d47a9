package dev.perfhint.reader;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ProfileBuilder;
import dev.perfhint.profile.Recording;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads recordings of any known format, told by their content, into one profile. */
public final class Recordings {
    private Recordings() {}

    /**
     * Reads and merges recordings.
     *
     * @throws UnreadableRecordingException if nothing of one of them could be used
     */
    public static Profile read(List<Path> recordings, ReadOptions options) throws UnreadableRecordingException {
        ProfileBuilder builder = new ProfileBuilder();
        List<Recording> read = new ArrayList<>();
        for (Path path : recordings) {
            JfrRecording recording = new JfrRecording(path.toString(), options, builder);
            try (FileChannel file = FileChannel.open(path)) {
                JfrFile.read(file, options, recording);
            } catch (IOException | MalformedChunkException e) {
                throw new UnreadableRecordingException(path + ": " + e.getMessage(), e);
            }
            read.add(recording.finish());
        }
        return builder.build(read);
    }
}
