package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import java.util.Arrays;

/**
 * The metadata of a file, parsed once for chunks with the same: a JVM writes the same bytes in each. The last one is
 * kept, for chunks that are read at the same time too.
 */
public final class MetadataCache {
    /** Real ones have about 100 KB; larger ones are parsed each time. */
    private static final int MAX_BYTES = 1 << 20;

    private byte[] bytes = {};
    private Metadata metadata = new Metadata();
    private int parsed;

    /**
     * Reads the body of a metadata event; the input stands behind its size and type.
     *
     * @param end of the event as its size says
     */
    public synchronized Metadata read(ChunkInput in, long end) {
        long start = in.offset();
        in.varlong();
        in.varlong();
        in.varlong();
        long size = end - in.offset();
        if (size > 0 && size <= Math.min(MAX_BYTES, in.end() - in.offset())) {
            in.ensure((int) size);
        }
        boolean whole = size > 0 && size <= in.limit() - in.position();
        int from = in.position();
        int to = from + (int) size;
        if (whole && bytes.length > 0 && Arrays.equals(bytes, 0, bytes.length, in.buffer(), from, to)) {
            return metadata;
        }
        byte[] copy = whole ? Arrays.copyOfRange(in.buffer(), from, to) : new byte[0];
        in.seek(start);
        Metadata read = Metadata.read(in);
        parsed++;
        if (whole && in.offset() == end) {
            bytes = copy;
            metadata = read;
        }
        return read;
    }

    /** Returns how often metadata had to be parsed. */
    synchronized int parsed() {
        return parsed;
    }
}
