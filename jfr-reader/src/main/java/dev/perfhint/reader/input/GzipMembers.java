package dev.perfhint.reader.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses gzip of one or more members. Behind damage it goes on with the next member that can be told; the input
 * is visited at most three times in all, once where nothing is damaged.
 */
final class GzipMembers {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FIXED_HEADER = 10;
    private static final int TRAILER = 8;
    /** Header and data by which a member is told from other bytes. */
    private static final int TRIAL = 4096;
    /** Data that is no deflate stream fails earlier. */
    private static final int CONVINCING = 256;
    /** How far a member may seem to go on in the next one. */
    private static final int LOOK_BACK = 1 << 20;
    private static final int MAX_VISITS = 3;

    private final ChunkInput in;
    private final Spool spool;
    private final FileChannel out;
    private final long size;
    private final Inflater inflater = new Inflater(true);
    private final Inflater trial = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] inflated = new byte[BUFFER_BYTES];
    private long visited;
    private int damages;
    private long firstDamage;
    private long lostBytes;
    private boolean cutOff;

    private enum State { WHOLE, WRONG_SUM, CUT_OFF, DAMAGED }

    /** How far a member could be read. */
    private record Member(State state, long end) {}

    /**
     * What became of the input.
     *
     * @param damage says what was lost, empty if nothing
     * @param visited bytes that were looked at, some of them more than once
     */
    record Outcome(Optional<String> damage, long visited) {}

    private GzipMembers(SeekableByteChannel in, Spool spool) throws IOException {
        this.in = new ChunkInput(in, BUFFER_BYTES);
        this.spool = spool;
        out = spool.channel();
        size = in.size();
        this.in.open(0, size);
    }

    /** Appends the uncompressed bytes of all members to a file. */
    static Outcome inflate(SeekableByteChannel in, Spool out) throws IOException {
        GzipMembers members = new GzipMembers(in, out);
        try {
            members.all();
            return new Outcome(members.damage(), members.visited);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            members.inflater.end();
            members.trial.end();
        }
    }

    private void all() throws IOException {
        for (long start = 0; start < size; ) {
            long outStart = out.position();
            Member member = member(start, size);
            if (member.state() == State.WHOLE) {
                start = member.end();
                continue;
            }
            boolean regular = member.state() == State.WRONG_SUM && (member.end() == size || begins(member.end()));
            long next = regular ? member.end() : next(Math.max(start + 1, member.end() - LOOK_BACK));
            if (next < member.end()) {
                // the member ends early: what seemed to be its data was the next one
                out.truncate(outStart);
                member(start, next);
            }
            boolean padding = next == size && member.end() == start && start > 0 && zerosFrom(start);
            if (regular) {
                damaged(start, start, false);
            } else if (!padding) {
                damaged(Math.min(member.end(), next), next, member.state() == State.CUT_OFF && next == size);
            }
            start = next;
        }
    }

    private void damaged(long from, long to, boolean atEnd) {
        firstDamage = damages == 0 ? from : firstDamage;
        damages++;
        lostBytes += to - from;
        cutOff = atEnd;
    }

    private Optional<String> damage() throws IOException {
        if (damages == 0) {
            return Optional.empty();
        }
        String used = "; " + out.position() + " uncompressed bytes are used";
        if (damages == 1 && cutOff) {
            return Optional.of("gzip data is cut off" + used);
        }
        String where = damages == 1 ? " at offset " : " in " + damages + " places, first at offset ";
        return Optional.of("gzip data is damaged" + where + firstDamage
                + (lostBytes > 0 ? ", " + lostBytes + " compressed bytes lost" : "") + used);
    }

    /** Inflates the member at an offset; nothing at or after {@code end} belongs to it. */
    private Member member(long start, long end) throws IOException {
        in.seek(start);
        in.ensure(TRIAL);
        int header = header();
        if (header < 0) {
            return new Member(size - start < FIXED_HEADER && in.u1() == 0x1F ? State.CUT_OFF : State.DAMAGED, start);
        }
        in.seek(start + header);
        long outStart = out.position();
        inflater.reset();
        crc.reset();
        try {
            while (!inflater.finished()) {
                if (inflater.needsInput() && !feed(end)) {
                    return new Member(State.CUT_OFF, end);
                }
                write(inflater.inflate(inflated));
            }
        } catch (DataFormatException e) {
            write((int) (inflater.getBytesWritten() - (out.position() - outStart)));
            return new Member(State.DAMAGED, start + header + inflater.getBytesRead());
        } finally {
            visited -= inflater.getRemaining();
        }
        long trailer = start + header + inflater.getBytesRead();
        in.seek(trailer);
        in.ensure(TRAILER);
        if (end - trailer < TRAILER) {
            return new Member(State.CUT_OFF, end);
        }
        boolean right = little(in.position()) == (int) crc.getValue()
                && little(in.position() + 4) == (int) inflater.getBytesWritten();
        return new Member(right ? State.WHOLE : State.WRONG_SUM, trailer + TRAILER);
    }

    private boolean feed(long end) {
        in.ensure(1);
        int count = (int) Math.min(in.limit() - in.position(), end - in.offset());
        if (count <= 0 || visited > (MAX_VISITS - 1) * size) {
            return false;
        }
        inflater.setInput(in.buffer(), in.position(), count);
        in.position(in.position() + count);
        visited += count;
        return true;
    }

    private void write(int count) throws IOException {
        crc.update(inflated, 0, count);
        spool.write(ByteBuffer.wrap(inflated, 0, count));
    }

    /** Returns where the next member begins that can be told, the file's end if there is none. */
    private long next(long from) {
        for (long offset = from; offset < size && visited < (MAX_VISITS - 1) * size; offset++) {
            visited++;
            in.seek(offset);
            if (in.u1() == 0x1F && begins(offset)) {
                return offset;
            }
        }
        return size;
    }

    /** Returns whether a member begins at an offset: a usual header, and data after it that can be inflated. */
    private boolean begins(long offset) {
        in.seek(offset);
        in.ensure(TRIAL);
        int header = header();
        int from = in.position() + header;
        int length = Math.min(in.limit() - from, TRIAL - header);
        if (header < 0 || length <= 0 || !usual(in.position())) {
            return false;
        }
        trial.reset();
        trial.setInput(in.buffer(), from, length);
        crc.reset();
        try {
            while (!trial.finished() && !trial.needsInput() && trial.getBytesRead() < CONVINCING) {
                crc.update(inflated, 0, trial.inflate(inflated, 0, CONVINCING));
            }
        } catch (DataFormatException e) {
            return trial.getBytesRead() >= CONVINCING;
        } finally {
            visited += header + trial.getBytesRead();
        }
        int trailer = from + (int) trial.getBytesRead();
        return !trial.finished() || in.limit() - trailer < TRAILER || little(trailer) == (int) crc.getValue();
    }

    /** Returns the length of the header at the input's position, -1 if there is none that is whole. */
    private int header() {
        byte[] b = in.buffer();
        int start = in.position();
        int limit = Math.min(in.limit(), start + TRIAL);
        if (limit - start < FIXED_HEADER || (b[start] & 0xFF) != 0x1F || (b[start + 1] & 0xFF) != 0x8B
                || b[start + 2] != 8
                || (b[start + 3] & 0xE0) != 0) {
            return -1;
        }
        int flags = b[start + 3];
        int p = start + FIXED_HEADER;
        if ((flags & 4) != 0 && p + 2 <= limit) {
            p += 2 + (b[p] & 0xFF | (b[p + 1] & 0xFF) << 8);
        }
        for (int text = flags >> 3 & 3; text != 0; text &= text - 1) {
            while (p < limit && b[p] != 0) {
                p++;
            }
            p++;
        }
        p += flags & 2;
        return p <= limit ? p - start : -1;
    }

    /** Returns whether compression level and operating system are some that programs write. */
    private boolean usual(int start) {
        int level = in.buffer()[start + 8];
        int system = in.buffer()[start + 9];
        return (level == 0 || level == 2 || level == 4) && system >= -1 && system <= 13;
    }

    private boolean zerosFrom(long offset) {
        in.seek(offset);
        while (in.offset() < size) {
            if (in.u1() != 0) {
                return false;
            }
        }
        return true;
    }

    private int little(int at) {
        byte[] b = in.buffer();
        return b[at] & 0xFF | (b[at + 1] & 0xFF) << 8 | (b[at + 2] & 0xFF) << 16 | (b[at + 3] & 0xFF) << 24;
    }
}
