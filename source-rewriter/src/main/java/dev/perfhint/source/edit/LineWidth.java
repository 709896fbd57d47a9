package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Breaks the lines that edits make longer than the longest line of their file. */
public final class LineWidth {
    private static final int MIN_COLUMNS = 120;
    private static final int TAB_COLUMNS = 4;
    /** Where a line is broken, best first: between resources, variables, at a condition's operator, before a value. */
    private static final List<Function<Node, Stream<Edit>>> PLACES = List.of(
            node -> node instanceof TryStmt tried ? tried.getResources().stream().skip(1).flatMap(LineWidth::before)
                    : node instanceof VariableDeclarationExpr all
                            ? all.getVariables().stream().skip(1).flatMap(LineWidth::before) : Stream.of(),
            node -> node instanceof BinaryExpr test && (test.getOperator() == BinaryExpr.Operator.AND
                    || test.getOperator() == BinaryExpr.Operator.OR) ? after(test.getLeft()) : Stream.of(),
            node -> node instanceof AssignExpr assign ? before(assign.getValue())
                    : node instanceof VariableDeclarator variable
                            ? variable.getInitializer().stream().flatMap(LineWidth::before) : Stream.of());

    private LineWidth() {}

    /**
     * Returns the breaks that the edits of a file need, which are edits too.
     *
     * @param edits of this file alone
     */
    public static List<Edit> breaks(SourceFile file, Collection<Edit> edits) {
        int width = Math.max(MIN_COLUMNS, longest(file.text()));
        List<Edit> breaks = new ArrayList<>();
        edits.stream().mapToInt(Edit::startLine).distinct().forEach(line -> {
            List<Edit> all = new ArrayList<>(edits.stream()
                    .filter(each -> each.startLine() == line && each.endLine() == line).toList());
            for (Function<Node, Stream<Edit>> places : PLACES) {
                if (length(file, line, all) <= width) {
                    break;
                }
                List<Edit> possible = nodes(file, line).flatMap(places)
                        .filter(each -> each.startLine() == line && all.stream()
                                .noneMatch(other -> TextEdits.conflict(each, other))).toList();
                Optional<Edit> best = best(file, line, all, possible);
                while (best.isPresent() && length(file, line, all) > width) {
                    all.add(best.get());
                    breaks.add(best.get());
                    best = best(file, line, all, possible);
                }
            }
        });
        return breaks.stream().filter(each -> !edits.contains(each)).toList();
    }

    /** Returns the break after which the longest part is shortest; empty where none makes it shorter. */
    private static Optional<Edit> best(SourceFile file, int line, List<Edit> all, List<Edit> possible) {
        Edit best = null;
        int least = length(file, line, all);
        for (Edit each : possible) {
            int length = all.contains(each) ? least : length(file, line, with(all, each));
            best = length < least ? each : best;
            least = Math.min(least, length);
        }
        return Optional.ofNullable(best);
    }

    private static List<Edit> with(List<Edit> edits, Edit more) {
        return Stream.concat(edits.stream(), Stream.of(more)).toList();
    }

    private static Stream<Node> nodes(SourceFile file, int line) {
        return file.nodes(Node.class).stream().filter(each -> each.getRange().isPresent()
                && each.getBegin().orElseThrow().line <= line && each.getEnd().orElseThrow().line >= line);
    }

    /** Returns the length of the longest of the lines that a line becomes. */
    private static int length(SourceFile file, int line, List<Edit> edits) {
        int start = file.lineStart(line);
        int end = line < file.lineCount() ? file.lineStart(line + 1) : file.text().length();
        StringBuilder text = new StringBuilder();
        int from = start;
        for (Edit edit : TextEdits.ordered(edits)) {
            text.append(file.text(), from, edit.startOffset()).append(edit.text());
            from = edit.endOffset();
        }
        return longest(text.append(file.text(), from, Math.max(from, end)).toString());
    }

    private static int longest(String text) {
        return Arrays.stream(text.replace("\t", " ".repeat(TAB_COLUMNS)).split("\\R")).mapToInt(String::length).max()
                .orElse(0);
    }

    private static Stream<Edit> before(Node part) {
        SourceFile file = SourceFile.of(part);
        int end = file.start(part);
        int start = end;
        while (start > 0 && (file.text().charAt(start - 1) == ' ' || file.text().charAt(start - 1) == '\t')) {
            start--;
        }
        return newLine(file, part, start, end);
    }

    private static Stream<Edit> after(Expression part) {
        SourceFile file = SourceFile.of(part);
        int start = file.end(part);
        int end = start;
        while (file.text().charAt(end) == ' ' || file.text().charAt(end) == '\t') {
            end++;
        }
        return newLine(file, part, start, end);
    }

    private static Stream<Edit> newLine(SourceFile file, Node part, int start, int end) {
        String step = Lines.step(file, part);
        String line = file.text().substring(file.lineStart(file.line(start)), start);
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        return start == end || line.isBlank() ? Stream.of()
                : Stream.of(file.edit(start, end, file.lineEnd() + indent + step + step));
    }
}
