package dev.perfhint.source.file;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/**
 * Bounds on a source text, checked in one pass over its characters before a parser or compiler gets it.
 *
 * <p>Hand-written code stays far below all of them. What exceeds {@link #parsing} would overflow a stack or fill the
 * memory of whatever walks the tree; what exceeds {@link #compiling} makes javac's inference take time without end, so
 * that such a text counts as not compiled. The pass reads unicode escapes as the compiler does and skips comments and
 * literals.
 */
public final class SyntaxLimits {
    /** The largest source file that is read, in bytes. */
    public static final int MAX_FILE_BYTES = 4 << 20;
    /** Members, statements, arguments and elements of arrays in one file. */
    private static final int MAX_PARTS = 100_000;
    /** Tokens from the outermost bracket inwards that no comma and no end of a statement separates. */
    private static final int MAX_DEPTH_TOKENS = 2_500;
    private static final int MAX_BRACKETS = 250;
    private static final int MAX_LAMBDAS = 10;
    private static final int MAX_CALLS = 30;
    /** Words behind a closed block that go on with the statement or expression before it. */
    private static final Set<String> GOING_ON = Set.of("else", "catch", "finally", "while", "instanceof");

    private final String text;
    private final Deque<Level> levels = new ArrayDeque<>();
    private int at;
    private int parts;
    private int tokens;
    private int lambdas;
    private int calls;
    private int maxTokens;
    private int maxBrackets;
    private int maxLambdas;
    private int maxCalls;
    private boolean afterWord;
    private boolean afterBlock;

    /** An open bracket: what has been read in it since the last separator. */
    private static final class Level {
        private final boolean call;
        private int tokens;
        private int lambdas;

        Level(boolean call) {
            this.call = call;
        }
    }

    private SyntaxLimits(String text) {
        this.text = text.contains("\\u") ? unescaped(text) : text;
        levels.push(new Level(false));
    }

    /** Returns why the text must not be given to a parser; empty if it may. */
    public static Optional<String> parsing(String text) {
        return scanned(text).tooLarge();
    }

    /** Returns why the text must not be given to a compiler; empty if it may. */
    public static Optional<String> compiling(String text) {
        SyntaxLimits limits = scanned(text);
        return limits.tooLarge().or(limits::tooIntricate);
    }

    private static SyntaxLimits scanned(String text) {
        SyntaxLimits limits = new SyntaxLimits(text);
        limits.scan();
        return limits;
    }

    private Optional<String> tooLarge() {
        return over(parts, MAX_PARTS, "declarations, statements and elements")
                .or(() -> over(maxBrackets, MAX_BRACKETS, "brackets in each other"))
                .or(() -> over(maxTokens, MAX_DEPTH_TOKENS, "words and signs in one expression"));
    }

    private Optional<String> tooIntricate() {
        return over(maxLambdas, MAX_LAMBDAS, "lambdas in each other")
                .or(() -> over(maxCalls, MAX_CALLS, "calls in each other"));
    }

    private static Optional<String> over(int count, int limit, String what) {
        return count > limit ? Optional.of("more than " + limit + " " + what) : Optional.empty();
    }

    private void scan() {
        while (at < text.length() && maxBrackets <= MAX_BRACKETS && parts <= MAX_PARTS) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (text.startsWith("//", at)) {
                skipLine();
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                at = end < 0 ? text.length() : end + 2;
            } else if (text.startsWith("\"\"\"", at)) {
                skipLiteral("\"\"\"", false);
                token();
            } else if (c == '"' || c == '\'') {
                skipLiteral(String.valueOf(c), true);
                token();
            } else if (Character.isJavaIdentifierPart(c)) {
                word();
            } else {
                sign(c);
            }
        }
    }

    private void word() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        if (afterBlock && !GOING_ON.contains(text.substring(start, at))) {
            separated();
        }
        token();
        afterWord = true;
    }

    private void sign(char c) {
        at++;
        if (afterBlock && (c == '@' || c == '{')) {
            separated();
        }
        switch (c) {
            case '(', '[', '{' -> opened(c == '(' && afterWord);
            case ')', ']', '}' -> closed(c == '}');
            case ',', ';' -> {
                parts++;
                separated();
            }
            case '-' -> {
                if (at < text.length() && text.charAt(at) == '>') {
                    at++;
                    levels.peek().lambdas++;
                    maxLambdas = Math.max(maxLambdas, ++lambdas);
                }
                token();
            }
            default -> token();
        }
    }

    private void token() {
        levels.peek().tokens++;
        maxTokens = Math.max(maxTokens, ++tokens);
        afterWord = false;
        afterBlock = false;
    }

    private void opened(boolean call) {
        token();
        parts++;
        levels.push(new Level(call));
        calls += call ? 1 : 0;
        maxCalls = Math.max(maxCalls, calls);
        maxBrackets = Math.max(maxBrackets, levels.size() - 1);
    }

    private void closed(boolean block) {
        if (levels.size() > 1) {
            Level level = levels.pop();
            tokens -= level.tokens;
            lambdas -= level.lambdas;
            calls -= level.call ? 1 : 0;
        }
        afterWord = false;
        afterBlock = block;
    }

    /** Starts anew in the innermost bracket. */
    private void separated() {
        Level level = levels.peek();
        tokens -= level.tokens;
        lambdas -= level.lambdas;
        level.tokens = 0;
        level.lambdas = 0;
        afterWord = false;
        afterBlock = false;
    }

    private void skipLine() {
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
    }

    private void skipLiteral(String quote, boolean oneLine) {
        at += quote.length();
        while (at < text.length() && !text.startsWith(quote, at)) {
            char c = text.charAt(at);
            if (oneLine && (c == '\n' || c == '\r')) {
                return;
            }
            at += c == '\\' ? 2 : 1;
        }
        at += quote.length();
    }

    /**
     * Replaces unicode escapes by their characters, as the language defines them: a backslash that is itself escaped
     * starts none.
     */
    private static String unescaped(String text) {
        StringBuilder result = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int digits = i + 1;
            while (c == '\\' && digits < text.length() && text.charAt(digits) == 'u') {
                digits++;
            }
            if (c != '\\' || digits == i + 1 || digits + 4 > text.length()) {
                result.append(c);
                if (c == '\\' && i + 1 < text.length()) {
                    result.append(text.charAt(++i));
                }
                i++;
                continue;
            }
            int code = 0;
            for (int each = digits; each < digits + 4; each++) {
                code = code << 4 | Math.max(0, Character.digit(text.charAt(each), 16));
            }
            result.append((char) code);
            i = digits + 4;
        }
        return result.toString();
    }
}
