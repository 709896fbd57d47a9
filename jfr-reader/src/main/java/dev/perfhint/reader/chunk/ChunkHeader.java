package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import java.nio.ByteBuffer;

/**
 * The 68 bytes at the start of a JFR chunk, as they stand in the file: sizes and offsets may be wrong or zero.
 *
 * @param offset of the chunk in its file
 * @param size of the chunk, header included
 * @param metadataOffset from the start of the chunk
 */
public record ChunkHeader(
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
    public static final int BYTES = 68;
    private static final long PROFILER_PLACEHOLDER = 1 << 30;
    /** JDK 11 notes the start of a chunk in milliseconds. */
    private static final double SAME_MOMENT_NANOS = 10e6;
    /** 2010 and 2100. */
    private static final long FIRST_YEAR_NANOS = 1_262_304_000_000_000_000L;
    private static final long LAST_YEAR_NANOS = 4_102_444_800_000_000_000L;

    /** Returns the header at the start of these bytes, whatever they are. */
    public static ChunkHeader of(byte[] head) {
        ByteBuffer in = ByteBuffer.wrap(head, 4, BYTES - 4);
        return new ChunkHeader(0, in.getShort(), in.getShort(), in.getLong(), in.getLong(), in.getLong(), in.getLong(),
                in.getLong(), in.getLong(), in.getLong(), in.getInt());
    }

    /** Reads a header at the input's position, whatever it begins with; the input stands after it then. */
    public static ChunkHeader read(ChunkInput in) {
        long offset = in.offset();
        in.fixed(4);
        return new ChunkHeader(offset, (int) in.fixed(2), (int) in.fixed(2), in.fixed(8), in.fixed(8), in.fixed(8),
                in.fixed(8), in.fixed(8), in.fixed(8), in.fixed(8), (int) in.fixed(4));
    }

    /**
     * Returns whether this reader knows the layout: JFR 2.x. A zeroed header is taken for one. No recorder leaves
     * integers uncompressed: a header that says so is damaged (and the JDK's reader may wait for ever for one that is
     * not).
     */
    public boolean known() {
        return major == 0 || major == 2;
    }

    /**
     * Returns whether the recorder had not finished the chunk: JDK 14 and later note it, earlier ones leave the size 0,
     * async-profiler begins with a size of 1 GB and no offset of constants.
     */
    public boolean unfinished() {
        return size == 0 || features >>> 24 != 0 || size == PROFILER_PLACEHOLDER && constantPoolOffset == 0;
    }

    /** Returns whether nothing is in it: a disk that lost the first block leaves zeros. */
    public boolean zeroed() {
        return major == 0 && minor == 0 && size == 0 && startNanos == 0 && startTicks == 0 && ticksPerSecond == 0;
    }

    /** Returns whether the version and the time of start are those of a recording, whatever it begins with. */
    public boolean likely() {
        return major == 2 && minor < 10 && dated();
    }

    /** Returns whether the time of start is that of a recording. */
    public boolean dated() {
        return startNanos > FIRST_YEAR_NANOS && startNanos < LAST_YEAR_NANOS;
    }

    public ChunkHeader withStartNanos(long nanos) {
        return new ChunkHeader(offset, major, minor, size, constantPoolOffset, metadataOffset, nanos, durationNanos,
                startTicks, ticksPerSecond, features);
    }

    ChunkHeader withStartTicks(long ticks) {
        return new ChunkHeader(offset, major, minor, size, constantPoolOffset, metadataOffset, startNanos,
                durationNanos, ticks, ticksPerSecond, features);
    }

    /**
     * Returns whether the same JVM wrote both chunks, as far as headers tell: its ticks count from its own start, so
     * both clocks began at the same moment. They drift apart by less than 0.1 ms in a second.
     */
    public boolean sameJvm(ChunkHeader other) {
        if (ticksPerSecond <= 0 || ticksPerSecond != other.ticksPerSecond || startTicks <= 0 || other.startTicks <= 0
                || major != other.major || minor != other.minor) {
            return false;
        }
        double apart = (double) startNanos - other.startNanos;
        double ticksApart = ((double) startTicks - other.startTicks) * (1e9 / ticksPerSecond);
        return Math.abs(apart - ticksApart) <= SAME_MOMENT_NANOS + Math.abs(apart) / 10_000;
    }

    /** Returns the nanoseconds of a duration. */
    public long nanosOf(long ticks) {
        return ticksPerSecond <= 0 ? ticks : (long) (ticks * (1e9 / ticksPerSecond));
    }

    /** Returns nanoseconds since the start of the chunk. */
    public long nanos(long ticks) {
        if (ticksPerSecond == 1_000_000_000L || ticksPerSecond <= 0) {
            return ticks - startTicks;
        }
        return (long) ((ticks - startTicks) * (1e9 / ticksPerSecond));
    }
}
