package dev.perfhint.reader.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;

/**
 * Reads numbers and strings of one part of a file through one reused buffer. A read beyond the set end throws
 * {@link MalformedChunkException}.
 *
 * <p>The file is never mapped: pages of a map count as the process's memory.
 */
public final class ChunkInput {
    /** Longest number; the buffer keeps as many zero bytes after its content, so that reading one needs no checks. */
    public static final int SPARE = 16;
    /** Bytes to copy at once, and to have read ahead. */
    private static final int PART = 1 << 17;
    private static final int STEP = 1 << 18;

    private final SeekableByteChannel channel;
    private final byte[] buffer;
    private final ByteBuffer target;
    private long bufferStart;
    private int position;
    private int limit;
    private long end;
    private long bytesRead;
    private long placesTried;

    public ChunkInput(SeekableByteChannel channel, int bufferBytes) {
        this.channel = channel;
        this.buffer = new byte[bufferBytes + SPARE];
        this.target = ByteBuffer.wrap(buffer);
    }

    /** Moves to a file offset; nothing at or after {@code end} will be read. */
    public void open(long offset, long end) {
        if (end == this.end) {
            seek(offset);
            return;
        }
        this.end = end;
        bufferStart = offset;
        position = 0;
        limit = 0;
    }

    /** Returns the file offset of the next byte. */
    public long offset() {
        return bufferStart + position;
    }

    public long end() {
        return end;
    }

    /** Returns how many bytes were read from the file so far: one of two measures that bound the work. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Returns in how many places of the file something was searched for: the other measure. */
    public long placesTried() {
        return placesTried;
    }

    public void tryPlace() {
        placesTried++;
    }

    /** Moves to a file offset at or before the end. */
    public void seek(long offset) {
        long relative = offset - bufferStart;
        if (relative >= 0 && relative <= limit) {
            position = (int) relative;
            return;
        }
        bufferStart = offset;
        position = 0;
        limit = 0;
    }

    public byte[] buffer() {
        return buffer;
    }

    public int position() {
        return position;
    }

    public void position(int newPosition) {
        position = newPosition;
    }

    /** Returns the end of the buffer's content. */
    public int limit() {
        return limit;
    }

    /** Tries to make {@code count} bytes available, which must be at most the buffer's size; less at the end. */
    public void ensure(int count) {
        if (limit - position < count && bufferStart + limit < end) {
            fill(count);
        }
    }

    public int u1() {
        if (position >= limit) {
            fill(SPARE);
            if (limit == position) {
                throw beyondEnd();
            }
        }
        return buffer[position++] & 0xFF;
    }

    public long fixed(int bytes) {
        ensure(bytes);
        if (limit - position < bytes) {
            throw beyondEnd();
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | buffer[position++] & 0xFF;
        }
        return value;
    }

    public int varint() {
        long value = varlong();
        return value < Integer.MIN_VALUE || value > 0xFFFF_FFFFL ? -1 : (int) value;
    }

    /** Reads a compressed integer: up to nine bytes, seven bits each, the ninth all eight. */
    public long varlong() {
        if (limit - position < SPARE) {
            fill(SPARE);
        }
        byte[] b = buffer;
        int p = position;
        long value = b[p++];
        if (value < 0) {
            value &= 0x7F;
            int shift = 7;
            while (true) {
                long next = b[p++];
                if (shift == 56) {
                    value |= next << 56;
                    break;
                }
                value |= (next & 0x7F) << shift;
                if (next >= 0) {
                    break;
                }
                shift += 7;
            }
        }
        if (p > limit) {
            throw beyondEnd();
        }
        position = p;
        return value;
    }

    public void skip(long bytes) {
        if (bytes < 0 || bytes > end - offset()) {
            throw beyondEnd();
        }
        seek(offset() + bytes);
    }

    /** Moves the unread rest to the front and reads on, to at least {@code count} bytes if there are so many. */
    private void fill(int count) {
        if (bufferStart + limit >= end) {
            // nothing follows: what is there stays, for those who look ahead and go back
            Arrays.fill(buffer, limit, limit + SPARE, (byte) 0);
            return;
        }
        int rest = limit - position;
        System.arraycopy(buffer, position, buffer, 0, rest);
        bufferStart += position;
        position = 0;
        limit = rest;
        // all that is left, or no more than stays in the processor's cache until it is used
        int capacity = buffer.length - SPARE;
        int full = end - bufferStart <= capacity ? capacity : Math.min(capacity, Math.max(count, rest + STEP));
        try {
            while (limit < full) {
                long offset = bufferStart + limit;
                int wanted = (int) Math.min(Math.min(full - limit, PART), end - offset);
                if (wanted <= 0) {
                    break;
                }
                target.limit(limit + wanted).position(limit);
                int got = read(channel, target, offset);
                if (got < 0) {
                    break;
                }
                limit += got;
                bytesRead += got;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Arrays.fill(buffer, limit, limit + SPARE, (byte) 0);
    }

    /** Reads at an offset; two threads may read one channel. */
    static int read(SeekableByteChannel channel, ByteBuffer target, long offset) throws IOException {
        if (channel instanceof FileChannel file) {
            return file.read(target, offset);
        }
        synchronized (channel) {
            return channel.position(offset).read(target);
        }
    }

    private MalformedChunkException beyondEnd() {
        return new MalformedChunkException("data runs past its end");
    }
}
