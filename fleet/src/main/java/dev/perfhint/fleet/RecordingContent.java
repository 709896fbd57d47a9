package dev.perfhint.fleet;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;

/** Reads a recording from where it is kept. */
public interface RecordingContent {
    /** @throws IOException if the storage fails: the step ends, and may be tried again */
    Profile read(String path, ReadOptions options) throws UnreadableRecordingException, IOException;
}
