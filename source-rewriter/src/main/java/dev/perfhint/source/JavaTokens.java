package dev.perfhint.source;

/** Reads a Java text token by token: names, and single characters outside comments and literals. */
final class JavaTokens {
    static final char NAME = 'a';
    static final char END = 0;

    private final String text;
    private final char[] chars;
    private int at;
    private int wordStart;
    private int wordEnd;
    private boolean ascii = true;

    JavaTokens(String text) {
        this.text = text;
        this.chars = text.toCharArray();
        // a byte order mark, or its bytes
        this.at = text.startsWith("\uFEFF") ? 1 : text.startsWith("\u00EF\u00BB\u00BF") ? 3 : 0;
    }

    /** Returns the next character that is none of a name, {@link #NAME} or {@link #END}. */
    char next() {
        while (at < chars.length) {
            char c = chars[at];
            if (isPart(c)) {
                wordStart = at;
                while (at < chars.length && isPart(chars[at])) {
                    ascii &= chars[at] < 128;
                    at++;
                }
                wordEnd = at;
                return NAME;
            }
            if (c == '/' && text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                at = end < 0 ? chars.length : end + 2;
            } else if (c == '/' && text.startsWith("//", at)) {
                skipLine();
            } else if (c == '"' || c == '\'') {
                skipLiteral(text.startsWith("\"\"\"", at) ? "\"\"\"" : String.valueOf(c));
            } else {
                at++;
                if (c > ' ') {
                    return c;
                }
            }
        }
        return END;
    }

    /** Returns the name that was read last. */
    String word() {
        return text.substring(wordStart, wordEnd);
    }

    /** Returns the first character of the name that was read last. */
    char initial() {
        return chars[wordStart];
    }

    boolean isName(String expected) {
        return wordEnd - wordStart == expected.length() && text.startsWith(expected, wordStart);
    }

    /** Returns whether all names until now are of ASCII letters. */
    boolean areAscii() {
        return ascii;
    }

    /** Returns whether the character may be one of a name, or of its bytes. */
    static boolean isPart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c > 127
                || c == '\\';
    }

    private void skipLine() {
        while (at < chars.length && chars[at] != '\n' && chars[at] != '\r') {
            at++;
        }
    }

    private void skipLiteral(String quote) {
        at += quote.length();
        while (at < chars.length && !text.startsWith(quote, at)) {
            at += chars[at] == '\\' ? 2 : 1;
        }
        at += quote.length();
    }
}
