package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import java.util.List;
import java.util.Optional;

/**
 * Finds calls that a loop makes once on each of its elements, {@code for (User user : users) user.send(line)}: what is
 * sent so goes to another receiver each time.
 */
public final class LoopElements {
    private LoopElements() {}

    /** Returns whether a line calls an element of a loop round it. */
    public static boolean receive(Optional<Sources> sources, String className, int line) {
        return loop(sources, className, line).isPresent();
    }

    /** Returns whether one of two lines calls an element of a loop that the other line is not in. */
    public static boolean separate(Optional<Sources> sources, String className, int first, int second) {
        return loop(sources, className, first).filter(loop -> !Enclosing.covers(loop, second)).isPresent()
                || loop(sources, className, second).filter(loop -> !Enclosing.covers(loop, first)).isPresent();
    }

    private static Optional<Node> loop(Optional<Sources> sources, String className, int line) {
        return sources.flatMap(known -> known.declaration(className)).flatMap(type -> loop(type, line));
    }

    private static Optional<Node> loop(TypeDeclaration<?> type, int line) {
        return type.findAll(MethodCallExpr.class, call -> Enclosing.covers(call, line)
                && call.getName().getBegin().filter(at -> at.line == line).isPresent()).stream()
                .flatMap(call -> call.getScope().stream())
                .flatMap(scope -> scope.findAll(NameExpr.class).stream())
                .flatMap(name -> loopOf(name).stream()).findFirst();
    }

    private static Optional<Node> loopOf(NameExpr name) {
        for (Node at = name; at != null; at = at.getParentNode().orElse(null)) {
            List<VariableDeclarationExpr> declared = at instanceof ForEachStmt each ? List.of(each.getVariable())
                    : at instanceof ForStmt counted
                            ? counted.getInitialization().stream().filter(VariableDeclarationExpr.class::isInstance)
                                    .map(VariableDeclarationExpr.class::cast).toList() : List.of();
            if (declared.stream().flatMap(one -> one.getVariables().stream())
                    .anyMatch(variable -> variable.getNameAsString().equals(name.getNameAsString()))) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }
}
