package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Edits of whole lines, and names for what they add. */
public final class Lines {
    private Lines() {}

    /** Returns whether the text seems to hold a comment; a string with slashes counts too. */
    public static boolean hasComment(String text) {
        return text.contains("//") || text.contains("/*");
    }

    /** Returns the name, or one like it that is no word of the text. */
    public static String fresh(String name, String text) {
        String fresh = name;
        for (int i = 2; Pattern.compile("\\b" + fresh + "\\b").matcher(text).find(); i++) {
            fresh = name + i;
        }
        return fresh;
    }

    /** Inserts a line above the statement that the node is part of, indented as it is. */
    public static Edit above(SourceFile file, Node node, String line) {
        Optional<Statement> statement =
                node instanceof Statement itself ? Optional.of(itself) : node.findAncestor(Statement.class);
        int start = file.start(statement.map(Node.class::cast).orElse(node));
        int lineStart = file.lineStart(file.line(start));
        String before = file.text().substring(lineStart, start);
        String indent = before.substring(0, before.length() - before.stripLeading().length());
        return file.insert(lineStart, indent + line + file.lineEnd());
    }

    /** Returns a comment above the statement of the call. */
    public static Edit note(Node call, String text) {
        return above(SourceFile.of(call), call, "// " + text.replace('\n', ' '));
    }

    /** Returns the place of a call that something else replaces, for a title. */
    public static String insteadOf(Node call) {
        return insteadOf(call, List.of());
    }

    /** Returns the places of a call and of others of its method that something else replaces, for a title. */
    public static String insteadOf(Node call, List<CallSite> others) {
        int own = call.getBegin().orElseThrow().line;
        Optional<CallSite> same = others.stream().filter(site -> site.line() == own).findFirst();
        List<String> lines = IntStream.concat(IntStream.of(own), others.stream()
                        .filter(site -> same.isPresent() && site.className().equals(same.get().className())
                                && site.methodName().equals(same.get().methodName()))
                        .mapToInt(CallSite::line).filter(line -> line > 0))
                .distinct().sorted().mapToObj(String::valueOf).toList();
        return ", instead of the call" + (lines.size() == 1 ? " in line " + own : "s in lines " + String.join(", ",
                lines.subList(0, lines.size() - 1)) + " and " + lines.get(lines.size() - 1)) + " of "
                + SourceFile.of(call).path().getFileName();
    }

    /**
     * Puts the statements of a block from one on into a {@code try} whose {@code finally} has a statement; empty where
     * they share lines with something else, or moving them to the right would change a literal.
     */
    public static Optional<List<Edit>> inFinally(SourceFile file, BlockStmt block, Statement first, String last) {
        int begin = file.line(file.start(first));
        int end = block.getEnd().orElseThrow().line;
        String head = file.text().substring(file.lineStart(begin), file.start(first));
        String foot = file.text().substring(file.lineStart(end), file.end(block) - 1);
        boolean apart = head.isBlank() && foot.isBlank() && !hasComment(file.text(block).replace("//", ""))
                && block.findFirst(TextBlockLiteralExpr.class).isEmpty();
        if (!apart) {
            return Optional.empty();
        }
        String step = step(file, first);
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.lineStart(begin), head + "try {" + file.lineEnd()));
        for (int line = begin; line < end; line++) {
            int start = file.lineStart(line);
            if (!file.text().substring(start, file.lineStart(line + 1)).isBlank()) {
                edits.add(line == begin ? file.insert(file.start(first), step) : file.insert(start, step));
            }
        }
        edits.add(file.insert(file.lineStart(end), head + "} finally {" + file.lineEnd() + head + step + last
                + file.lineEnd() + head + "}" + file.lineEnd()));
        return Optional.of(edits);
    }

    /** Returns one step of indentation in the style of the node's line. */
    public static String step(SourceFile file, Node node) {
        return file.indent(node).contains("\t") ? "\t" : "    ";
    }

    /** Removes a statement, with its line where nothing else stands on it. */
    public static Edit removal(SourceFile file, Node statement) {
        String text = file.text();
        int start = file.start(statement);
        int end = file.end(statement);
        int lineStart = start;
        while (lineStart > 0 && (text.charAt(lineStart - 1) == ' ' || text.charAt(lineStart - 1) == '\t')) {
            lineStart--;
        }
        boolean first = lineStart == 0 || text.charAt(lineStart - 1) == '\n' || text.charAt(lineStart - 1) == '\r';
        int lineEnd = end;
        while (lineEnd < text.length() && (text.charAt(lineEnd) == ' ' || text.charAt(lineEnd) == '\t')) {
            lineEnd++;
        }
        boolean last = lineEnd == text.length() || text.charAt(lineEnd) == '\n' || text.charAt(lineEnd) == '\r';
        if (!first || !last) {
            return file.edit(start, first ? lineEnd : end, "");
        }
        if (lineEnd < text.length()) {
            lineEnd += text.startsWith("\r\n", lineEnd) ? 2 : 1;
        }
        return file.edit(lineStart, lineEnd, "");
    }
}
