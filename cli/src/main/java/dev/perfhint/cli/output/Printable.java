package dev.perfhint.cli.output;

import java.util.regex.Pattern;

/**
 * Makes names that come from recordings, sources and arguments safe to print: control characters, terminal escapes and
 * bidirectional overrides become visible escapes like {@code \x1b}. Tables also shorten long names.
 */
public final class Printable {
    private static final int LINE_LIMIT = 2000;
    private static final Pattern LINE_ENDS = Pattern.compile("\\s*[\\r\\n]+\\s*");

    private Printable() {}

    /** Returns the name on one line, cut to a length no recording of a real program reaches. */
    public static String name(String name) {
        return cut(escape(name), LINE_LIMIT);
    }

    /** Returns a message on one line; line ends become blanks. */
    public static String line(String message) {
        String joined = message == null ? "" : LINE_ENDS.matcher(message.strip()).replaceAll(" ");
        return cut(escape(joined), LINE_LIMIT);
    }

    /**
     * Returns the name in at most {@code columns} columns, never more than of a message, its middle replaced by an
     * ellipsis if it is longer.
     */
    public static String fit(String name, int columns) {
        return cut(escape(name), Math.min(columns, LINE_LIMIT));
    }

    /**
     * Returns the name in at most {@code columns} columns. A Java name keeps its end, which tells it from others: its
     * packages are shortened to their first letters, from the left, as far as needed.
     */
    public static String fitName(String name, int columns) {
        String text = escape(name);
        int length = text.codePointCount(0, text.length());
        int limit = Math.min(columns, LINE_LIMIT);
        if (length <= limit || text.indexOf('.') < 0 || !isJavaName(text)) {
            return fit(name, columns);
        }
        int start = 0;
        for (int dot = text.indexOf('.'); dot > start && Character.isLowerCase(text.charAt(start)) && length > limit;
                dot = text.indexOf('.', start)) {
            length -= dot - start - 1;
            text = text.substring(0, start + 1) + text.substring(dot);
            start += 2;
        }
        return length <= limit ? text : "\u2026" + text.substring(text.offsetByCodePoints(text.length(), 1 - limit));
    }

    private static boolean isJavaName(String text) {
        return text.chars().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '.' || c == '<' || c == '>');
    }

    private static String cut(String text, int columns) {
        int length = text.codePointCount(0, text.length());
        if (length <= columns) {
            return text;
        }
        int head = columns / 3;
        int tail = columns - head - 1;
        return text.substring(0, text.offsetByCodePoints(0, head)) + "\u2026"
                + text.substring(text.offsetByCodePoints(text.length(), -tail));
    }

    private static String escape(String text) {
        int index = 0;
        while (index < text.length()) {
            int point = text.codePointAt(index);
            if (isUnprintable(point)) {
                break;
            }
            index += Character.charCount(point);
        }
        if (index == text.length()) {
            return text;
        }
        // A megabyte of control characters would grow to six: no output shows that much.
        String bounded = text.length() > 4 * LINE_LIMIT ? ends(text) : text;
        StringBuilder escaped = new StringBuilder(bounded.length() + 16);
        bounded.codePoints().forEach(point -> append(escaped, point));
        return escaped.toString();
    }

    private static String ends(String text) {
        return text.substring(0, 2 * LINE_LIMIT) + text.substring(text.length() - 2 * LINE_LIMIT);
    }

    private static void append(StringBuilder text, int point) {
        if (!isUnprintable(point)) {
            text.appendCodePoint(point);
        } else if (point < 0x100) {
            text.append(String.format("\\x%02x", point));
        } else {
            text.append(String.format("\\u%04x", point));
        }
    }

    private static boolean isUnprintable(int point) {
        if (point >= 0x20 && point < 0x7f) {
            return false;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}
