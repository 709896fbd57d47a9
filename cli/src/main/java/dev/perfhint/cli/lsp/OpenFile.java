package dev.perfhint.cli.lsp;

import java.util.List;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;

/**
 * A document as the editor has it, which may differ from the disk.
 *
 * @param uri as the editor writes it
 */
record OpenFile(String uri, int version, String text) {
    /**
     * Returns the document after changes, each on the result of the one before; positions beyond the text mean its end.
     */
    OpenFile changed(int newVersion, List<TextDocumentContentChangeEvent> changes) {
        String changed = text;
        for (TextDocumentContentChangeEvent change : changes) {
            Range range = change.getRange();
            String replacement = change.getText() == null ? "" : change.getText();
            if (range == null) {
                changed = replacement;
                continue;
            }
            int start = offset(changed, range.getStart());
            int end = Math.max(start, offset(changed, range.getEnd()));
            changed = changed.substring(0, start) + replacement + changed.substring(end);
        }
        return new OpenFile(uri, newVersion, changed);
    }

    /** Lines end with LF, CR or CRLF; characters are UTF-16 units. */
    private static int offset(String text, Position position) {
        int at = 0;
        for (int line = 0; line < position.getLine(); line++) {
            int end = lineEnd(text, at);
            if (end == text.length()) {
                return end;
            }
            at = end + (text.startsWith("\r\n", end) ? 2 : 1);
        }
        return Math.min(at + Math.max(0, position.getCharacter()), lineEnd(text, at));
    }

    private static int lineEnd(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    /** Returns a line without its end, 1-based; empty if there is none. */
    String line(int line) {
        int start = offset(text, new Position(line - 1, 0));
        return text.substring(start, lineEnd(text, start));
    }
}
