package dev.perfhint.fleet;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.ReadOptions;
import dev.perfhint.reader.UnreadableRecordingException;

/** Reads a recording from where it is kept. */
public interface RecordingContent {
    Profile read(String path, ReadOptions options) throws UnreadableRecordingException;
}
