package dev.perfhint.source.patch;

import java.nio.file.Path;

/**
 * A file's content before and after.
 *
 * @param file absolute
 * @param name relative to the source base, with {@code /}
 */
public record FileChange(Path file, String name, byte[] before, byte[] after) {}
