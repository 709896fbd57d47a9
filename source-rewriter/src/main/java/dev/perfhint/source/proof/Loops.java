package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
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
                .anyMatch(c -> !FLAG_CALLS.contains(c.getNameAsString()) && !isGetter(c, loop));
        boolean local = names.stream()
                .anyMatch(n -> Declarations.of(n).filter(d -> !Declarations.isField(d))
                        .filter(d -> !isCopy(d, loop)).isPresent());
        boolean assigned = names.stream()
                .filter(n -> Declarations.of(n).filter(d -> isCopy(d, loop)).isEmpty())
                .anyMatch(n -> loop.findAll(AssignExpr.class).stream()
                        .anyMatch(a -> a.getTarget().toString().equals(n.getNameAsString())));
        boolean stepped = names.stream().anyMatch(n -> loop.findAll(UnaryExpr.class).stream()
                .anyMatch(u -> u.getOperator().name().endsWith("CREMENT")
                        && u.getExpression().toString().equals(n.getNameAsString())));
        return !calls && !local && !assigned && !stepped;
    }

    /** True for a method of the class that only returns a field which the loop and what it calls do not set. */
    private static boolean isGetter(MethodCallExpr call, Statement loop) {
        boolean own = call.getArguments().isEmpty() && call.getScope().filter(s -> !s.isThisExpr()).isEmpty();
        return own && Declarations.enclosingType(call).stream()
                .flatMap(t -> t.getMethodsByName(call.getNameAsString()).stream())
                .flatMap(m -> m.getBody().stream())
                .anyMatch(b -> b.getStatements().size() == 1 && b.getStatement(0) instanceof ReturnStmt r
                        && r.getExpression().filter(e -> setElsewhere(e, loop) && !isSetInCalls(e, loop)).isPresent());
    }

    private static boolean isSetInCalls(Expression condition, Statement loop) {
        List<String> names = condition.findAll(NameExpr.class).stream().map(NameExpr::getNameAsString).toList();
        return loop.findAll(MethodCallExpr.class).stream()
                .flatMap(c -> Declarations.enclosingType(c).stream()
                        .flatMap(t -> t.getMethodsByName(c.getNameAsString()).stream()))
                .anyMatch(m -> m.findFirst(Expression.class, e -> e instanceof AssignExpr a
                        && names.stream().anyMatch(n -> a.getTarget().toString().endsWith(n))
                        || e instanceof UnaryExpr u && names.contains(u.getExpression().toString())).isPresent());
    }

    /** True for a local variable that the loop sets, and only to what others set. */
    private static boolean isCopy(Node local, Statement loop) {
        String name = local instanceof NodeWithSimpleName<?> n ? n.getNameAsString() : "";
        List<AssignExpr> assigned = loop.findAll(AssignExpr.class, a -> a.getTarget().toString().equals(name));
        boolean stepped = loop.findFirst(UnaryExpr.class, u -> u.getExpression().toString().equals(name)
                && u.getOperator().name().endsWith("CREMENT")).isPresent();
        List<Expression> values = new ArrayList<>();
        assigned.forEach(a -> values.add(a.getValue()));
        if (local instanceof VariableDeclarator v && loop.findFirst(VariableDeclarator.class, x -> x == v).isPresent()) {
            v.getInitializer().ifPresent(values::add);
        }
        return !stepped && !values.isEmpty() && values.stream().allMatch(Loops::isOthers)
                && assigned.stream().allMatch(a -> a.getOperator() == AssignExpr.Operator.ASSIGN);
    }

    private static boolean isOthers(Expression value) {
        boolean names = value.findFirst(NameExpr.class).isPresent() || value.isMethodCallExpr();
        boolean polls = value instanceof MethodCallExpr call && call.getNameAsString().matches("poll\\w*|peek\\w*");
        return names && (polls || value.findAll(NameExpr.class).stream()
                .allMatch(n -> Declarations.of(n).filter(Declarations::isField).isPresent())
                && value.findAll(MethodCallExpr.class).stream()
                        .allMatch(c -> FLAG_CALLS.contains(c.getNameAsString())));
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
