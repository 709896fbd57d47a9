package dev.perfhint.source.patch;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a unified diff as git does: on bytes, split on LF only, three lines of context, names quoted as git quotes.
 *
 * <p>Lines are kept as Latin-1 strings, one character per byte, so that every byte survives.
 */
public final class UnifiedDiff {
    private static final int CONTEXT = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private UnifiedDiff() {}

    public static byte[] of(List<FileChange> changes) {
        UnifiedDiff diff = new UnifiedDiff();
        changes.forEach(diff::file);
        return diff.out.toByteArray();
    }

    private void file(FileChange change) {
        List<String> before = lines(change.before());
        List<String> after = lines(change.after());
        List<AbstractDelta<String>> deltas = DiffUtils.diff(before, after).getDeltas();
        if (deltas.isEmpty()) {
            return;
        }
        line("diff --git " + quoted("a/" + change.name()) + " " + quoted("b/" + change.name()));
        if (change.create()) {
            line("new file mode 100644");
        }
        line("--- " + (change.create() ? "/dev/null" : headerName("a/" + change.name())));
        line("+++ " + headerName("b/" + change.name()));
        int from = 0;
        while (from < deltas.size()) {
            int to = from + 1;
            while (to < deltas.size() && start(deltas.get(to)) - end(deltas.get(to - 1)) <= 2 * CONTEXT) {
                to++;
            }
            hunk(before, deltas.subList(from, to));
            from = to;
        }
    }

    private void hunk(List<String> before, List<AbstractDelta<String>> deltas) {
        AbstractDelta<String> last = deltas.get(deltas.size() - 1);
        int first = Math.max(0, start(deltas.get(0)) - CONTEXT);
        int end = Math.min(before.size(), end(last) + CONTEXT);
        int newFirst = deltas.get(0).getTarget().getPosition() - (start(deltas.get(0)) - first);
        int newEnd = last.getTarget().getPosition() + last.getTarget().size() + (end - end(last));
        line("@@ -" + range(first, end) + " +" + range(newFirst, newEnd) + " @@");
        int at = first;
        for (AbstractDelta<String> delta : deltas) {
            while (at < start(delta)) {
                body(' ', before.get(at++));
            }
            delta.getSource().getLines().forEach(text -> body('-', text));
            delta.getTarget().getLines().forEach(text -> body('+', text));
            at = end(delta);
        }
        while (at < end) {
            body(' ', before.get(at++));
        }
    }

    private static int start(AbstractDelta<String> delta) {
        return delta.getSource().getPosition();
    }

    private static int end(AbstractDelta<String> delta) {
        return delta.getSource().getPosition() + delta.getSource().size();
    }

    private static String range(int from, int to) {
        int count = to - from;
        int first = count == 0 ? from : from + 1;
        return count == 1 ? String.valueOf(first) : first + "," + count;
    }

    /** A line keeps its LF; the last one may have none. */
    static List<String> lines(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int lineFeed = text.indexOf('\n', from);
            int to = lineFeed < 0 ? text.length() : lineFeed + 1;
            lines.add(text.substring(from, to));
            from = to;
        }
        return lines;
    }

    private void body(char sign, String text) {
        out.write(sign);
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        if (!text.endsWith("\n")) {
            line("\n\\ No newline at end of file");
        }
    }

    private void line(String text) {
        out.writeBytes((text + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A name with a space ends with a tab in the header lines, so that a time stamp cannot be meant. */
    private static String headerName(String name) {
        String quoted = quoted(name);
        return quoted.indexOf(' ') >= 0 && !quoted.startsWith("\"") ? quoted + "\t" : quoted;
    }

    private static String quoted(String name) {
        StringBuilder text = new StringBuilder();
        boolean special = false;
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            int c = each & 0xFF;
            String escape = escape(c);
            special |= !escape.isEmpty();
            text.append(escape.isEmpty() ? String.valueOf((char) c) : escape);
        }
        return special ? "\"" + text + "\"" : text.toString();
    }

    private static String escape(int c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case 7 -> "\\a";
            case 8 -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case 11 -> "\\v";
            case 12 -> "\\f";
            case '\r' -> "\\r";
            default -> c < ' ' || c >= 127 ? String.format("\\%03o", c) : "";
        };
    }
}
