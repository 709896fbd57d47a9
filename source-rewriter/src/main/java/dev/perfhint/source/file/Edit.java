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
        boolean create) {
    // the methods of a record would be linked at each start; lines and columns follow from the offsets
    @Override
    public boolean equals(Object other) {
        return other instanceof Edit edit && startOffset == edit.startOffset && endOffset == edit.endOffset
                && create == edit.create && text.equals(edit.text) && file.equals(edit.file);
    }

    @Override
    public int hashCode() {
        return (text.hashCode() * 31 + startOffset) * 31 + endOffset;
    }
}
