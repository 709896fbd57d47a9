package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells loops that may run for ever: no way out, or only one that another thread opens by setting a field. */
final class Loops {
    private static final Set<String> FLAG_CALLS =
            Set.of("get", "interrupted", "isInterrupted", "currentThread", "isCancelled", "isRunning", "isAlive");

    private Loops() {}

    static boolean mayBeEndless(Statement loop) {
        Optional<Expression> condition = loop instanceof WhileStmt w ? Optional.of(w.getCondition())
                : loop instanceof DoStmt d ? Optional.of(d.getCondition())
                : loop instanceof ForStmt f ? f.getCompare()
                : Optional.empty();
        if (loop.isForEachStmt()) {
            return false;
        }
        boolean always = condition.isEmpty() || condition.get().isBooleanLiteralExpr();
        if (!always && !setElsewhere(condition.get(), loop)) {
            return false;
        }
        List<Statement> exits =
                loop.findAll(Statement.class, s -> s instanceof BreakStmt || s instanceof ReturnStmt
                || s instanceof ThrowStmt);
        return exits.stream().allMatch(exit -> guard(exit, loop).filter(c -> !setElsewhere(c, loop)).isEmpty());
    }

    /** True if the condition depends on fields alone, which the loop does not set. */
    private static boolean setElsewhere(Expression condition, Statement loop) {
        List<NameExpr> names = condition.findAll(NameExpr.class);
        boolean calls = condition.findAll(MethodCallExpr.class).stream()
                .anyMatch(c -> !FLAG_CALLS.contains(c.getNameAsString()));
        boolean local = names.stream()
                .anyMatch(n -> Declarations.of(n).filter(d -> !Declarations.isField(d)).isPresent());
        boolean assigned = names.stream().anyMatch(n -> loop.findAll(AssignExpr.class).stream()
                .anyMatch(a -> a.getTarget().toString().equals(n.getNameAsString())));
        boolean stepped = names.stream().anyMatch(n -> loop.findAll(UnaryExpr.class).stream()
                .anyMatch(u -> u.getOperator().name().endsWith("CREMENT")
                        && u.getExpression().toString().equals(n.getNameAsString())));
        return !calls && !local && !assigned && !stepped;
    }

    private static Optional<Expression> guard(Statement exit, Statement loop) {
        Node at = exit;
        while (at != loop && at.getParentNode().isPresent()) {
            at = at.getParentNode().get();
            if (at instanceof IfStmt choice) {
                return Optional.of(choice.getCondition());
            }
        }
        return Optional.empty();
    }
}
