package dev.perfhint.source.file;

import java.nio.file.Path;

/**
 * Replaces a range of a source file's characters. Lines and columns are 1-based, columns in UTF-16 units without the
 * byte order mark, the end exclusive. Offsets are UTF-16 units from the first character after the byte order mark.
 *
 * @param create whether the file does not exist and is made, with the text as its content
 */
public record Edit(
        Path file,
        int startOffset,
        int endOffset,
        int startLine,
        int startColumn,
        int endLine,
        int endColumn,
        String text,
        boolean create) {}
