package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.util.Arrays;
import java.util.Optional;

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
     * Returns the types of a chunk: those that its header points to, else the last that are found in it.
     *
     * @param end of the chunk if {@code exact}, else of the file
     */
    public Optional<Metadata> find(ChunkInput in, ChunkHeader header, long end, boolean exact) {
        long start = header.offset() + header.metadataOffset();
        if (header.metadataOffset() >= ChunkHeader.BYTES && header.metadataOffset() < end - header.offset()) {
            in.open(start, end);
            try {
                int size = in.varint();
                if (in.varlong() == Metadata.EVENT_ID) {
                    return Optional.of(read(in, start + size));
                }
            } catch (MalformedChunkException e) {
                // the header or the metadata is damaged; there may be an earlier copy
            }
        }
        in.open(header.offset() + ChunkHeader.BYTES, end);
        return new EventScan(in, new Metadata(), header).lastMetadata(exact);
    }

    /**
     * Reads the body of a metadata event; the input stands behind its size and type.
     *
     * @param end of the event as its size says
     */
    synchronized Metadata read(ChunkInput in, long end) {
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
