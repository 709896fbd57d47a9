package dev.perfhint.cli.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Wraps text at words for a terminal. Lines of a stack trace and those that name a file and line stay whole, because
 * consoles link them, and so do commands and lines of code, which are copied; colours take no columns.
 */
public final class WordWrap {
    private static final Pattern KEPT = Pattern.compile(
            "    at .*|next: .*|\\s+[+-] .*|\\s*\\d* \\| .*|\\S+:\\d+(:\\d+)?: .*");
    private static final Pattern COLOR = Pattern.compile("\u001b\\[[0-9;]*m|\u001b\\]8;;[^\u001b]*\u001b\\\\");
    /** A word goes with the blanks in front of it, and a unit with its number. */
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=[^ ])(?= )(?! (?:%|s|ms|MB)(?![\\p{Alnum}]))");
    /** What stands in columns of its own in front of a text: figures, a verdict, the id of a rule. */
    private static final Pattern COLUMNS = Pattern.compile("\\s*\\S+( \\S+)?( {2,}\\S+)? {2,}");
    private static final int HANGING = 4;

    private WordWrap() {}

    /** Returns the text with no line wider than {@code columns} that could be broken. */
    public static String of(String text, int columns) {
        StringBuilder wrapped = new StringBuilder(text.length() + text.length() / 40);
        text.lines().forEach(line -> {
            String plain = COLOR.matcher(line).replaceAll("");
            if (plain.length() <= columns || KEPT.matcher(plain).matches()) {
                wrapped.append(line).append('\n');
            } else {
                wrap(wrapped, line, plain, columns);
            }
        });
        return wrapped.toString();
    }

    private static void wrap(StringBuilder wrapped, String line, String plain, int columns) {
        Matcher front = COLUMNS.matcher(plain);
        int leading = plain.length() - plain.stripLeading().length();
        String indent = " ".repeat(front.lookingAt() && front.end() < columns / 2 ? front.end() : leading + HANGING);
        int used = 0;
        boolean empty = true;
        for (String word : BETWEEN_WORDS.split(line)) {
            int width = COLOR.matcher(word).replaceAll("").length();
            if (!empty && used + width > columns) {
                wrapped.append('\n').append(indent);
                word = word.stripLeading();
                width = COLOR.matcher(word).replaceAll("").length();
                used = indent.length();
            }
            wrapped.append(word);
            used += width;
            empty = false;
        }
        wrapped.append('\n');
    }
}
