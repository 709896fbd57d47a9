package dev.perfhint.cli.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of the user's code with its number and a mark below it, as compilers show it. */
final class SourceSnippet {
    private static final int NUMBER = 5;
    private static final int INDENT = 4;
    private static final int MAX_CODE = 100;

    private final Palette palette;

    SourceSnippet(Palette palette) {
        this.palette = palette;
    }

    /**
     * Returns two lines: the code and the mark.
     *
     * @param column where the marked expression begins, 1-based
     * @param file the name of its file, where that is not the finding's; else empty
     */
    String expression(int line, String code, int column, String file, String after) {
        int start = Math.min(Math.max(column - 1, 0), code.length());
        return marked(line, code, start, end(code, start), '^', file, after);
    }

    /** Returns two lines: the code, and a mark below the only call of the method in it, else below all of it. */
    String call(int line, String code, String method, String file, String after) {
        Matcher calls = Pattern.compile("(?<![\\w$])" + Pattern.quote(method) + "(?=\\s*\\()").matcher(code);
        boolean found = !method.isEmpty() && calls.find();
        int start = found ? calls.start() : 0;
        int end = found ? calls.end() : code.length();
        if (!found || calls.find()) {
            start = code.length() - code.stripLeading().length();
            end = Math.max(start, code.stripTrailing().length());
        }
        return marked(line, code, start, end, '~', file, after);
    }

    private String marked(int line, String code, int start, int end, char mark, String file, String after) {
        int indent = Math.min(code.length() - code.stripLeading().length(), start);
        String shown = plain(code.substring(indent).stripTrailing());
        int cut = Math.min(shown.length(), MAX_CODE);
        String number = " ".repeat(Math.max(0, NUMBER - String.valueOf(line).length())) + line;
        String text = shown.length() > cut ? shown.substring(0, cut - 3) + "..." : shown;
        int from = Math.min(start - indent, cut);
        int length = Math.max(1, Math.min(end - indent, cut) - from);
        return palette.dim(number + " | ") + " ".repeat(INDENT) + text
                + (file.isEmpty() ? "" : palette.dim("          " + file)) + '\n'
                + palette.dim(" ".repeat(NUMBER) + " | ") + " ".repeat(INDENT + from)
                + palette.green(String.valueOf(mark).repeat(length)) + (after.isEmpty() ? "" : " " + after) + '\n';
    }

    // up to the closing parenthesis, or the end of the line where the call goes on in the next one
    private static int end(String code, int start) {
        int depth = 0;
        for (int at = start; at < code.length(); at++) {
            char character = code.charAt(at);
            depth += character == '(' ? 1 : character == ')' ? -1 : 0;
            if (depth == 0 && character == ')') {
                return at + 1;
            }
            if (depth < 0 || depth == 0 && (character == ';' || character == ',')) {
                return at;
            }
        }
        return Math.max(start, code.stripTrailing().length());
    }

    /** One column for each character, so that the mark stays below what it marks. */
    private static String plain(String code) {
        StringBuilder text = new StringBuilder(code.length());
        code.chars().forEach(character -> text.append(
                character == '\t' ? ' ' : Printable.line(String.valueOf((char) character)).length() == 1
                        || character == ' ' || Character.isSurrogate((char) character) ? (char) character : '?'));
        return text.toString();
    }
}
