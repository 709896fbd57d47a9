package dev.perfhint.reader.input;

import java.util.Arrays;

/** A growing row of JFR's compressed integers. */
public final class Varints {
    private byte[] content = new byte[64];
    private int size;

    public void add(long... values) {
        for (long value : values) {
            if (size + 9 + ChunkInput.SPARE > content.length) {
                content = Arrays.copyOf(content, content.length * 2);
            }
            long left = value;
            for (int bytes = 0; bytes < 8 && left >>> 7 != 0; bytes++) {
                content[size++] = (byte) (left | 0x80);
                left >>>= 7;
            }
            content[size++] = (byte) left;
        }
    }

    public int size() {
        return size;
    }

    /** Returns the bytes, with zeros behind them. */
    public byte[] content() {
        return content;
    }
}
