package dev.perfhint.source;

import com.github.javaparser.JavaToken;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;

/**
 * A comment {@code // perfhint:ignore RULE REASON}: it speaks of the code on its own line, or where it stands alone, of
 * the next line with code.
 *
 * @param path the file, relative to the source base
 * @param line where the comment stands, 1-based
 * @param codeLine the line it speaks of; 0 if no code follows
 * @param rule empty if none is named
 * @param reason empty if none is given
 */
public record IgnoreComment(String path, int line, int codeLine, String rule, String reason) {
    private static final String MARK = "perfhint:ignore";

    /** Returns the comments of a file, in order. */
    public static List<IgnoreComment> all(SourceFile file, String path) {
        List<IgnoreComment> comments = new ArrayList<>();
        if (!file.text().contains(MARK)) {
            return comments;
        }
        List<JavaToken> waiting = new ArrayList<>();
        int lastCodeLine = 0;
        for (JavaToken token : file.tokens()) {
            int line = token.getRange().map(range -> range.begin.line).orElse(0);
            boolean marked = token.getCategory().isComment() && text(token).startsWith(MARK);
            if (marked && line == lastCodeLine) {
                comments.add(comment(path, line, line, text(token)));
            } else if (marked) {
                waiting.add(token);
            } else if (!token.getCategory().isWhitespaceOrComment()) {
                waiting.forEach(each -> comments.add(comment(path, line(each), line, text(each))));
                waiting.clear();
                lastCodeLine = token.getRange().map(range -> range.end.line).orElse(line);
            }
        }
        waiting.forEach(each -> comments.add(comment(path, line(each), 0, text(each))));
        return comments;
    }

    private static IgnoreComment comment(String path, int line, int codeLine, String text) {
        String[] words = text.substring(MARK.length()).strip().split("\\s+", 2);
        return new IgnoreComment(path, line, codeLine, words[0], words.length > 1 ? words[1].strip() : "");
    }

    private static int line(JavaToken token) {
        return token.getRange().map(range -> range.begin.line).orElse(0);
    }

    /** Returns a line comment without its slashes, or a block comment of one line without its marks. */
    private static String text(JavaToken token) {
        String text = token.getText().strip();
        boolean block = text.startsWith("/*") && text.endsWith("*/") && text.length() >= 4 && text.indexOf('\n') < 0;
        return (block ? text.substring(2, text.length() - 2) : text.startsWith("//") ? text.substring(2) : "").strip();
    }
}
