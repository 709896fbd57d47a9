package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Interns strings as the bytes they were read as, and makes {@link String}s of them only when asked. One string per
 * (encoding, bytes); longer than {@link #MAX_BYTES} they are cut.
 */
final class StringTable {
    static final int MAX_BYTES = 1 << 20;
    /** Distinct bytes kept for one chunk; further strings are empty. Real chunks hold a few megabytes. */
    private static final int MAX_ARENA = 1 << 26;
    static final int NONE = 0;
    static final int EMPTY = 1;
    static final int POOL = 2;
    static final int UTF8 = 3;
    static final int CHARS = 4;
    static final int LATIN1 = 5;

    private byte[] arena = new byte[4096];
    private int arenaSize;
    private int[] starts = new int[65];
    private byte[] encodings = new byte[64];
    private String[] texts = new String[64];
    private int size;
    private int[] table = new int[128];

    StringTable() {
        intern(UTF8, new byte[0], 0, 0);
    }

    /**
     * Reads an inline string.
     *
     * @return its number here, or the complement of a key into the chunk's string pool
     */
    long read(ChunkInput in) {
        int encoding = in.u1();
        switch (encoding) {
            case NONE, EMPTY:
                return 0;
            case POOL:
                return ~in.varlong();
            case UTF8, LATIN1:
                return bytes(in, encoding);
            case CHARS:
                byte[] text = chars(in).getBytes(StandardCharsets.UTF_8);
                return intern(UTF8, text, 0, text.length);
            default:
                throw new MalformedChunkException("unknown string encoding " + encoding);
        }
    }

    /**
     * Returns the number of an inline string whose content lies in a buffer, as {@link #read} does.
     *
     * @param length in bytes or characters
     * @return -1 for an encoding without content, and for characters that are not a byte each
     */
    int number(int encoding, byte[] b, int from, int length) {
        if (encoding < UTF8 || encoding > LATIN1) {
            return -1;
        }
        int kept = encoding == CHARS ? UTF8 : encoding;
        for (int i = from; encoding == CHARS && i < from + length; i++) {
            if (b[i] < 0) {
                return -1;
            }
        }
        return intern(kept, b, from, length);
    }

    /** Passes over an inline string. */
    static void skip(ChunkInput in) {
        int encoding = in.u1();
        switch (encoding) {
            case NONE, EMPTY:
                break;
            case POOL:
                in.varlong();
                break;
            case UTF8, LATIN1:
                in.skip(in.varint());
                break;
            case CHARS:
                for (int left = in.varint(); left > 0; left--) {
                    in.varlong();
                }
                break;
            default:
                throw new MalformedChunkException("unknown string encoding " + encoding);
        }
    }

    /**
     * Returns the text of a string number; empty for one never given, as where damaged metadata calls a number a text.
     */
    String text(long value) {
        if (value < 0 || value >= size) {
            return "";
        }
        int number = (int) value;
        if (texts[number] == null) {
            texts[number] = new String(arena, starts[number], starts[number + 1] - starts[number],
                    encodings[number] == LATIN1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        }
        return texts[number];
    }

    private int bytes(ChunkInput in, int encoding) {
        int length = in.varint();
        if (length < 0 || length > in.end() - in.offset()) {
            throw new MalformedChunkException("string runs past its end");
        }
        int kept = Math.min(length, MAX_BYTES);
        in.ensure(kept);
        if (in.limit() - in.position() < kept) {
            throw new MalformedChunkException("string runs past its end");
        }
        int number = intern(encoding, in.buffer(), in.position(), kept);
        in.skip(length);
        return number;
    }

    private static String chars(ChunkInput in) {
        StringBuilder text = new StringBuilder();
        for (int left = in.varint(); left > 0; left--) {
            char c = (char) in.varint();
            if (text.length() < MAX_BYTES) {
                text.append(c);
            }
        }
        return text.toString();
    }

    private int intern(int encoding, byte[] bytes, int from, int length) {
        int slot = hash(bytes, from, length) & table.length - 1;
        for (int found; (found = table[slot]) != 0; slot = slot + 1 & table.length - 1) {
            int number = found - 1;
            if (encodings[number] == encoding && Arrays.equals(
                    arena, starts[number], starts[number + 1], bytes, from, from + length)) {
                return number;
            }
        }
        if (arenaSize + length > MAX_ARENA) {
            return 0;
        }
        table[slot] = append(encoding, bytes, from, length) + 1;
        if (size * 2 > table.length) {
            rehash();
        }
        return size - 1;
    }

    private int append(int encoding, byte[] bytes, int from, int length) {
        if (arenaSize + (long) length > arena.length) {
            arena = Arrays.copyOf(arena, Math.toIntExact(Math.max(arena.length * 2L, arenaSize + (long) length)));
        }
        if (size == encodings.length) {
            starts = Arrays.copyOf(starts, size * 2 + 1);
            encodings = Arrays.copyOf(encodings, size * 2);
            texts = Arrays.copyOf(texts, size * 2);
        }
        System.arraycopy(bytes, from, arena, arenaSize, length);
        arenaSize += length;
        encodings[size] = (byte) encoding;
        starts[++size] = arenaSize;
        return size - 1;
    }

    private void rehash() {
        table = new int[table.length * 2];
        for (int number = 0; number < size; number++) {
            int slot = hash(arena, starts[number], starts[number + 1] - starts[number]) & table.length - 1;
            while (table[slot] != 0) {
                slot = slot + 1 & table.length - 1;
            }
            table[slot] = number + 1;
        }
    }

    private static int hash(byte[] bytes, int from, int length) {
        int h = length;
        for (int i = from; i < from + length; i++) {
            h = h * 31 + bytes[i];
        }
        return h * 0x9E3779B9 >>> 7;
    }
}
