package dev.perfhint.reader.input;

import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One input format: how it is recognised and read. {@code Readers.ALL} lists them.
 *
 * @param name as reports give it, such as {@code perf-script}
 * @param title what help and pages call an input of the format
 * @param suffixes of files of the format, without dot
 */
public record Reader(String name, String title, List<String> suffixes, Recognition recognition, Reading reading) {
    /** Decides by the content whether an input is of the format, never by its name. */
    @FunctionalInterface
    public interface Recognition {
        boolean reads(RecordingSource source) throws IOException;
    }

    /** Adds an input of the format to a profile. */
    @FunctionalInterface
    public interface Reading {
        /** @return what was recorded, empty where the input brings its own recordings */
        Optional<Recording> read(String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
                throws IOException, UnreadableRecordingException;
    }
}
