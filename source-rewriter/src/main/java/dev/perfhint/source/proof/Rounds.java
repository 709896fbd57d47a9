package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/**
 * Counts how often a loop may go round: it has a bound only if it counts a variable of its own, which nothing else
 * sets, up or down to a constant, or goes through an array whose elements are written down or counted by a constant.
 */
final class Rounds {
    static final long UNBOUNDED = Long.MAX_VALUE / 4;

    private final TypestateRun run;

    private Rounds(TypestateRun run) {
        this.run = run;
    }

    /** Returns the rounds of the loop at most. */
    static long of(TypestateRun run, Statement loop) {
        Rounds rounds = new Rounds(run);
        Optional<Long> bound = loop instanceof ForEachStmt each ? rounds.elements(each.getIterable())
                : loop instanceof ForStmt counted
                        ? counted.getCompare().flatMap(compare -> rounds.counted(counted, compare)) : Optional.empty();
        return bound.filter(n -> n < UNBOUNDED).orElse(UNBOUNDED);
    }

    private Optional<Long> counted(ForStmt loop, Expression compare) {
        if (compare.isEnclosedExpr()) {
            return counted(loop, compare.asEnclosedExpr().getInner());
        }
        if (!(compare instanceof BinaryExpr b)) {
            return Optional.empty();
        }
        return switch (b.getOperator()) {
            case AND -> counted(loop, b.getLeft()).or(() -> counted(loop, b.getRight()));
            case LESS -> counted(loop, b.getLeft(), b.getRight(), true, 0);
            case LESS_EQUALS -> counted(loop, b.getLeft(), b.getRight(), true, 1);
            case GREATER -> counted(loop, b.getLeft(), b.getRight(), false, 0);
            case GREATER_EQUALS -> counted(loop, b.getLeft(), b.getRight(), false, 1);
            default -> Optional.empty();
        };
    }

    private Optional<Long> counted(ForStmt loop, Expression counter, Expression limit, boolean up, int last) {
        Optional<VariableElement> variable = counter.isNameExpr() ? run.resolver.variable(counter) : Optional.empty();
        Optional<VariableDeclarator> declared = variable.flatMap(run.resolver::declaration)
                .filter(VariableDeclarator.class::isInstance).map(VariableDeclarator.class::cast)
                .filter(each -> loop.getInitialization().stream()
                        .anyMatch(part -> each.getParentNode().filter(parent -> parent == part).isPresent()));
        Optional<Long> start = declared.flatMap(VariableDeclarator::getInitializer).flatMap(e -> whole(run, e));
        Optional<Long> end = whole(run, limit).or(() -> limit instanceof FieldAccessExpr length
                && length.getNameAsString().equals("length") ? elements(length.getScope()) : Optional.empty());
        if (start.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        Optional<Long> step = step(loop, variable.get()).map(each -> up ? each : -each).filter(each -> each > 0);
        TypeKind type = variable.get().asType().getKind();
        if (step.isEmpty() || type != TypeKind.INT && type != TypeKind.LONG) {
            return Optional.empty();
        }
        try {
            long way = Math.addExact(up ? Math.subtractExact(end.get(), start.get())
                    : Math.subtractExact(start.get(), end.get()), last);
            long beyond = up ? Math.addExact(end.get(), step.get()) : Math.subtractExact(end.get(), step.get());
            // past the largest number it would begin anew
            boolean turns = type == TypeKind.INT && beyond != (int) beyond;
            return turns ? Optional.empty()
                    : Optional.of(way <= 0 ? 1 : Math.addExact(way - 1, step.get()) / step.get());
        } catch (ArithmeticException large) {
            return Optional.empty();
        }
    }

    /** Returns what the loop adds to the variable in each round; empty if it is set in another way or place. */
    private Optional<Long> step(ForStmt loop, VariableElement variable) {
        List<Expression> set = run.resolver.uses(variable).stream().filter(Assignments::isTarget).toList();
        Optional<Node> update = set.size() == 1 ? set.get(0).getParentNode() : Optional.empty();
        if (update.filter(each -> loop.getUpdate().stream().anyMatch(part -> part == each)).isEmpty()) {
            return Optional.empty();
        }
        if (update.get() instanceof UnaryExpr unary) {
            return Optional.of(unary.getOperator().name().endsWith("INCREMENT") ? 1L : -1L);
        }
        AssignExpr assign = (AssignExpr) update.get();
        return switch (assign.getOperator()) {
            case PLUS -> whole(run, assign.getValue());
            case MINUS -> whole(run, assign.getValue()).map(n -> -n);
            default -> Optional.empty();
        };
    }

    private Optional<Long> elements(Expression array) {
        Expression value = run.resolver.variable(array).flatMap(v -> Assignments.onlyValue(run.resolver, v))
                .orElse(array);
        if (value instanceof ArrayInitializerExpr listed) {
            return Optional.of((long) listed.getValues().size());
        }
        return value instanceof ArrayCreationExpr made ? made.getInitializer()
                .map(listed -> (long) listed.getValues().size())
                .or(() -> made.getLevels().get(0).getDimension().flatMap(size -> whole(run, size))) : Optional.empty();
    }

    /** Returns the constant whole number that the expression is. */
    static Optional<Long> whole(TypestateRun run, Expression e) {
        return run.resolver.constant(e).filter(n -> n instanceof Integer || n instanceof Long || n instanceof Short
                || n instanceof Byte).map(n -> ((Number) n).longValue());
    }
}
