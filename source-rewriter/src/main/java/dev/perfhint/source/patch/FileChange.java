package dev.perfhint.source.patch;

import java.nio.file.Path;

/**
 * A file's content before and after.
 *
 * @param file absolute
 * @param name relative to the source base, with {@code /}
 * @param create whether the file does not exist before
 */
public record FileChange(Path file, String name, byte[] before, byte[] after, boolean create) {
    /** A change of a file that exists. */
    public FileChange(Path file, String name, byte[] before, byte[] after) {
        this(file, name, before, after, false);
    }
}
