package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.ThrowStmt;
import dev.perfhint.source.file.Enclosing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds lines of a method of which one run of its statements executes one only: the branches of an {@code if} or
 * {@code switch}, a branch that leaves the block, and a {@code catch} clause.
 */
public final class ExclusiveLines {
    private ExclusiveLines() {}

    /** Returns whether the statements in both lines, the first one's before, exclude each other. */
    public static boolean in(TypeDeclaration<?> type, int first, int second) {
        List<Node> one = path(type, first);
        List<Node> other = path(type, second);
        int common = 0;
        while (common < one.size() && common < other.size() && one.get(common) == other.get(common)) {
            common++;
        }
        if (common == 0 || common >= one.size() || common >= other.size()) {
            return false;
        }
        Node at = one.get(common - 1);
        Node left = one.get(common);
        Node right = other.get(common);
        return at instanceof IfStmt choice && left == choice.getThenStmt()
                || left instanceof SwitchEntry && right instanceof SwitchEntry
                || left instanceof CatchClause || right instanceof CatchClause
                || one.subList(common, one.size()).stream().anyMatch(ExclusiveLines::leaves);
    }

    // a branch that ends by leaving: what follows it does not run
    private static boolean leaves(Node node) {
        if (!(node.getParentNode().orElse(null) instanceof IfStmt) || !(node instanceof Statement)) {
            return false;
        }
        Node end = node;
        if (node instanceof BlockStmt block) {
            Optional<Statement> last = block.getStatements().getLast();
            if (last.isEmpty()) {
                return false;
            }
            end = last.get();
        }
        return end instanceof ReturnStmt || end instanceof ThrowStmt || end instanceof BreakStmt
                || end instanceof ContinueStmt;
    }

    // from the type to the innermost node that begins in the line or holds it
    private static List<Node> path(TypeDeclaration<?> type, int line) {
        List<Node> path = new ArrayList<>();
        Node at = type;
        while (at != null) {
            path.add(at);
            Node holder = at;
            at = holder.getChildNodes().stream().filter(child -> Enclosing.covers(child, line))
                    .findFirst().orElse(null);
        }
        return path;
    }
}
