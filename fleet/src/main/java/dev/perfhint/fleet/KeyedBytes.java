package dev.perfhint.fleet;

import java.nio.charset.StandardCharsets;

/**
 * What a step hands to the next one, also between machines: a part of a partition's call tree under its key, or a line
 * of the manifest under an empty key.
 */
public record KeyedBytes(String key, byte[] bytes) {
    /** Returns whether it is a line of the manifest. */
    public boolean isManifest() {
        return key.isEmpty();
    }

    /** Returns a line of the manifest. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
