package dev.perfhint.source;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Looks in a text for a name that arguments or parameters follow, before the text is parsed; may only exclude.
 *
 * <p>A comma between angle brackets separates type arguments or arguments, so that a list has a smallest and a largest
 * count. An unclosed list and one with an escaped letter fit any count.
 */
public final class NamedCalls {
    private final String text;
    private int at;
    private int min;
    private int max;

    private NamedCalls(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Returns whether the text may call the name with so many arguments, or refer to it with {@code ::}. */
    public static boolean called(String text, String name, IntPredicate arguments) {
        return any(text, name, false, arguments);
    }

    /** Returns whether the text may declare a method of that name with so many parameters. */
    public static boolean declared(String text, String name, int parameters) {
        return any(text, name, true, count -> count == parameters);
    }

    private static boolean any(String text, String name, boolean declaration, IntPredicate count) {
        for (int found = text.indexOf(name); found >= 0; found = text.indexOf(name, found + 1)) {
            int end = found + name.length();
            boolean word = (found == 0 || !Character.isJavaIdentifierPart(text.charAt(found - 1)))
                    && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
            if (word && (declaration
                    ? isAfterType(before(text, found)) && new NamedCalls(text, end).hasList(count)
                    : before(text, found) == ':' || new NamedCalls(text, end).isCall(count))) {
                return true;
            }
        }
        return SourceTexts.hasEscapedAscii(text) || name.chars().anyMatch(c -> c >= 128);
    }

    private static char before(String text, int end) {
        int at = end - 1;
        while (at >= 0 && Character.isWhitespace(text.charAt(at))) {
            at--;
        }
        return at < 0 ? ' ' : text.charAt(at);
    }

    /** A slash may end a comment. */
    private static boolean isAfterType(char before) {
        return Character.isJavaIdentifierPart(before) || before == '>' || before == ']' || before == '/';
    }

    /** Type arguments of a constructor and {@code Foo::new} count as a call. */
    private boolean isCall(IntPredicate count) {
        skip();
        char next = at < text.length() ? text.charAt(at) : ' ';
        return next == '<' || next == ':' || hasList(count);
    }

    private boolean hasList(IntPredicate count) {
        skip();
        if (at == text.length() || text.charAt(at) != '(') {
            return false;
        }
        at++;
        boolean closed = readList();
        return !closed || IntStream.rangeClosed(min, max).anyMatch(count);
    }

    /** Counts what the commas of the list separate; returns whether it ends. */
    private boolean readList() {
        int brackets = 0;
        int angles = 0;
        skip();
        if (at < text.length() && text.charAt(at) == ')') {
            return true;
        }
        min = 1;
        max = 1;
        for (; at < text.length(); skip()) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                String quote = text.startsWith("\"\"\"", at) ? "\"\"\"" : String.valueOf(c);
                past(quote, quote.length(), true);
                continue;
            }
            at++;
            if (c == '(' || c == '[' || c == '{') {
                brackets++;
            } else if (c == ')' || c == ']' || c == '}') {
                if (--brackets < 0) {
                    return c == ')';
                }
            } else if (c == '<') {
                angles++;
            } else if (c == ',' && brackets == 0) {
                max++;
                min += angles == 0 ? 1 : 0;
            }
        }
        return false;
    }

    /** Goes past white space and comments. */
    private void skip() {
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                past("\n", 2, false);
            } else if (text.startsWith("/*", at)) {
                past("*/", 2, false);
            } else if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else {
                return;
            }
        }
    }

    private void past(String end, int from, boolean escapes) {
        at += from;
        while (at < text.length() && !text.startsWith(end, at)) {
            at += escapes && text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(text.length(), at + end.length());
    }
}
