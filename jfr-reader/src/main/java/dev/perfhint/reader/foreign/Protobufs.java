package dev.perfhint.reader.foreign;

import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Tells the two formats of profiles that are protobuf messages, pprof and OTLP, by their fields. */
public final class Protobufs {
    /** They are read into memory at once; the largest seen in practice have some tens of megabytes. */
    private static final int MAX_BYTES = 128 << 20;
    /** The tags of the first field that is a message: 1 and 2 in both formats, and the strings of pprof. */
    private static final String FIRST_TAGS = "\n\u0012\u001a\"*2";

    private Protobufs() {}

    /** Returns whether a file that begins with these bytes may be such a message. */
    public static boolean mayBe(byte[] head) {
        return head.length > 2 && FIRST_TAGS.indexOf(head[0]) >= 0;
    }

    /** Reads such a message; empty if it is something else. */
    public static Optional<Recording> read(InputStream in, String path, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        try {
            return read(bytes, path, options, builder);
        } catch (IOException e) {
            // the bytes are here: it is them that are damaged
            throw new UnreadableRecordingException(path + ": " + e.getMessage(), e);
        }
    }

    private static Optional<Recording> read(byte[] bytes, String path, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        if (OtlpReader.looksLike(bytes)) {
            refuseTooLarge(bytes, path);
            return Optional.of(OtlpReader.read(bytes, path, options, builder));
        }
        if (PprofReader.looksLike(bytes)) {
            refuseTooLarge(bytes, path);
            return Optional.of(PprofReader.read(bytes, path, options, builder));
        }
        return Optional.empty();
    }

    private static void refuseTooLarge(byte[] bytes, String path) throws UnreadableRecordingException {
        if (bytes.length > MAX_BYTES) {
            throw new UnreadableRecordingException(path + ": a profile of more than " + (MAX_BYTES >> 20)
                    + " MB in one message: write shorter ones");
        }
    }
}
