package dev.perfhint.profile.store;

import java.util.Arrays;

/**
 * The texts of a profile file: each UTF-16 unit as UTF-8 does it, so that every name of a recording survives, also one
 * that is not valid Unicode.
 */
final class ProfileStrings {
    /** Bytes that a text may share with the one before: what is read stays in proportion to the file. */
    static final int MAX_SHARED = 255;

    static final int MAX_BYTES = 1 << 22;

    private ProfileStrings() {}

    static byte[] encode(String text) {
        byte[] bytes = new byte[text.length() * 3];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[size++] = (byte) c;
            } else {
                if (c < 0x800) {
                    bytes[size++] = (byte) (0xC0 | c >> 6);
                } else {
                    bytes[size++] = (byte) (0xE0 | c >> 12);
                    bytes[size++] = (byte) (0x80 | c >> 6 & 0x3F);
                }
                bytes[size++] = (byte) (0x80 | c & 0x3F);
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    static String decode(byte[] bytes, int size) throws DamagedProfileException {
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; i < size; ) {
            int lead = bytes[i++] & 0xFF;
            int more = lead < 0x80 ? 0 : lead >= 0xC0 && lead < 0xE0 ? 1 : lead >= 0xE0 && lead < 0xF0 ? 2 : -1;
            if (more < 0 || i + more > size) {
                throw new DamagedProfileException("the profile is damaged (a text is not UTF-8)");
            }
            int c = more == 0 ? lead : lead & 0x3F >> more;
            for (int k = 0; k < more; k++) {
                c = c << 6 | bytes[i++] & 0x3F;
            }
            text.append((char) c);
        }
        return text.toString();
    }
}
