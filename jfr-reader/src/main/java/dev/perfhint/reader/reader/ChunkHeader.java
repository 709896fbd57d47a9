package dev.perfhint.reader;

/**
 * The 68 bytes at the start of a JFR chunk, as they stand in the file: sizes and offsets may be wrong or zero.
 *
 * @param offset of the chunk in its file
 * @param size of the chunk, header included
 * @param metadataOffset from the start of the chunk
 */
record ChunkHeader(
        long offset,
        int major,
        int minor,
        long size,
        long constantPoolOffset,
        long metadataOffset,
        long startNanos,
        long durationNanos,
        long startTicks,
        long ticksPerSecond,
        int features) {
    static final int BYTES = 68;
    static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;

    /** Reads a header at the input's position; the input stands behind it afterwards. */
    static ChunkHeader read(ChunkInput in) {
        long offset = in.offset();
        if ((int) in.fixed(4) != MAGIC) {
            throw new MalformedChunkException("no chunk header");
        }
        return new ChunkHeader(offset, (int) in.fixed(2), (int) in.fixed(2), in.fixed(8), in.fixed(8), in.fixed(8),
                in.fixed(8), in.fixed(8), in.fixed(8), in.fixed(8), (int) in.fixed(4));
    }

    /** Returns whether this reader knows the layout: JFR 1.x and 2.x with compressed integers. */
    boolean known() {
        return major == 2 && (features & 1) != 0;
    }

    /** Returns nanoseconds since the start of the chunk. */
    long nanos(long ticks) {
        if (ticksPerSecond == 1_000_000_000L || ticksPerSecond <= 0) {
            return ticks - startTicks;
        }
        return (long) ((ticks - startTicks) * (1e9 / ticksPerSecond));
    }
}
