package dev.perfhint.fleet;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names data files by their content. */
final class ContentHash {
    private static final int BYTES = 8;

    private ContentHash() {}

    /** Returns the first 64 bits of the SHA-256 in hexadecimal digits. */
    static String of(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
