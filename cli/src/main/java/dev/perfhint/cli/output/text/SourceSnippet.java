package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of the user's code with its number and a mark below it, as compilers show it. */
final class SourceSnippet {
    private static final int NUMBER = 5;
    private static final int INDENT = 4;
    private static final int MIN_CODE = 30;
    private static final int FILE_GAP = 10;
    /** Where there is no terminal, whose width counts. */
    private static final int COLUMNS = 120;
    private static final String CUT = "...";

    private final Palette palette;
    /** Columns for code. */
    private final int width;

    /** @param columns of the terminal; 0 for none */
    SourceSnippet(Palette palette, int columns) {
        this.palette = palette;
        this.width = (columns > 0 ? columns : COLUMNS) - NUMBER - " | ".length() - INDENT;
    }

    /**
     * Returns two lines: the code and the mark.
     *
     * @param column where the marked expression begins, 1-based
     * @param after what follows the mark
     * @param more what follows that where there is room
     */
    String expression(int line, String code, int column, String after, String more) {
        int start = Math.min(Math.max(column - 1, 0), code.length());
        return marked(line, code, start, end(code, start), '^', "", after, more);
    }

    /**
     * Returns two lines: the code, and a mark below the only call of the method in it, else below all of it.
     *
     * @param file the name of its file, where that is not the finding's; else empty
     * @param after what follows the mark
     * @param more what follows that where there is room
     */
    String call(int line, String code, String method, String file, String after, String more) {
        Matcher calls = Pattern.compile("(?<![\\w$])" + Pattern.quote(method) + "(?=\\s*\\()").matcher(code);
        boolean found = !method.isEmpty() && calls.find();
        int start = found ? calls.start() : 0;
        int end = found ? calls.end() : code.length();
        if (!found || calls.find()) {
            start = code.length() - code.stripLeading().length();
            end = Math.max(start, code.stripTrailing().length());
        }
        return marked(line, code, start, end, '~', file, after, more);
    }

    private String marked(int line, String code, int start, int end, char mark, String file, String after,
            String more) {
        int indent = Math.min(code.length() - code.stripLeading().length(), start);
        String shown = plain(code.substring(indent).stripTrailing());
        int room = Math.max(MIN_CODE, width - (file.isEmpty() ? 0 : file.length() + 2));
        int from = Math.min(start - indent, shown.length());
        int to = Math.max(from + 1, Math.min(end - indent, shown.length()));
        int skipped = to <= room - CUT.length() || shown.length() <= room ? 0 : Math.max(0, from - CUT.length());
        String text = shown.substring(skipped);
        if (skipped > 0) {
            text = CUT + text.substring(CUT.length());
        }
        if (text.length() > room) {
            text = text.substring(0, room - CUT.length()) + CUT;
        }
        from -= skipped;
        String number = " ".repeat(Math.max(0, NUMBER - String.valueOf(line).length())) + line;
        String margin = palette.dim(" ".repeat(NUMBER) + " | ") + " ".repeat(INDENT);
        String marks = String.valueOf(mark).repeat(Math.max(1, Math.min(to - skipped, text.length()) - from));
        int free = width - from - marks.length() - 1;
        boolean beside = after.length() <= free;
        String label = after.length() + more.length() <= free || !beside
                ? Printable.fit(after + more, Math.max(MIN_CODE, width)) : after;
        int gap = Math.max(2, Math.min(FILE_GAP, width - text.length() - file.length()));
        return palette.dim(number + " | ") + " ".repeat(INDENT) + text
                + (file.isEmpty() ? "" : " ".repeat(gap) + palette.dim(file)) + '\n'
                + margin + " ".repeat(from) + palette.mark(marks)
                + (label.isEmpty() ? "" : beside ? " " + label : "\n" + margin + label) + '\n';
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
