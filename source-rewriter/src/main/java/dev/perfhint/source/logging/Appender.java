package dev.perfhint.source.logging;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.List;
import java.util.Optional;

/**
 * A file appender as a configuration declares it, and what lets it write when its buffer is full.
 *
 * @param line where it is declared
 * @param type as declared: an element's name or a class
 * @param target the file's name as declared, variables included; empty if not stated
 * @param edits what changes it; empty where it writes full buffers already
 * @param obstacle why the edits are only shown; empty if they may be applied
 * @param doubts what else changes with the setting, one line each
 */
public record Appender(
        SourceFile file, int line, String name, String type, String target, long bufferBytes, List<Edit> edits,
        Optional<String> obstacle, List<String> doubts) {
    public Appender {
        edits = List.copyOf(edits);
        doubts = List.copyOf(doubts);
    }

    /** Returns whether nothing needs to be changed. */
    public boolean isBuffered() {
        return edits.isEmpty();
    }

    /** Returns whether the file written to may be this one: equal, or equal behind the last variable and directory. */
    public boolean mayWriteTo(String path) {
        if (path.isEmpty() || target.isEmpty()) {
            return true;
        }
        String known = target.substring(target.lastIndexOf('}') + 1).replace('\\', '/');
        String wanted = path.replace('\\', '/');
        boolean variable = target.indexOf('}') >= 0 || target.indexOf('%') >= 0;
        boolean ends = wanted.endsWith(known) && (known.length() == wanted.length() || known.startsWith("/")
                || wanted.charAt(wanted.length() - known.length() - 1) == '/' || variable);
        return ends || target.indexOf('%') >= 0;
    }
}
