package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says which loops may compute for so long that a peer notices it: all but those of few rounds. */
final class LongWork {
    private static final int MAX_ROUNDS = 10_000;

    private LongWork() {}

    static boolean isLoop(Node node) {
        return node instanceof Statement s && (s.isForStmt() || s.isForEachStmt() || s.isWhileStmt() || s.isDoStmt());
    }

    /** Returns whether the loop may run for long without a write to the stream. */
    static boolean isSilent(TypestateRun run, Statement loop) {
        return isLong(run, loop) && !meetsStream(run, loop);
    }

    /** Returns whether the loop may run for long. */
    static boolean isLong(TypestateRun run, Statement loop) {
        boolean nested = loop.findFirst(Statement.class, s -> s != loop && isLoop(s)).isPresent();
        return nested || !isShort(run, loop) || leadsToLoop(run, loop, TypestateRun.identitySet());
    }

    private static boolean leadsToLoop(TypestateRun run, Node code, Set<Node> seen) {
        return code.findAll(Expression.class).stream()
                .filter(e -> e.isMethodCallExpr() || e.isObjectCreationExpr())
                .flatMap(e -> run.resolver.method(e).flatMap(run.calls::body).stream()).filter(seen::add)
                .anyMatch(body -> body.findFirst(Statement.class, LongWork::isLoop).isPresent()
                        || leadsToLoop(run, body, seen));
    }

    private static boolean isShort(TypestateRun run, Statement loop) {
        if (loop.isForEachStmt()) {
            return isSmall(run, loop.asForEachStmt().getIterable());
        }
        Optional<Expression> bound = loop instanceof ForStmt f ? f.getCompare().filter(Expression::isBinaryExpr)
                .map(Expression::asBinaryExpr)
                .filter(b -> b.getOperator() == BinaryExpr.Operator.LESS
                        || b.getOperator() == BinaryExpr.Operator.LESS_EQUALS
                        || b.getOperator() == BinaryExpr.Operator.NOT_EQUALS)
                .map(BinaryExpr::getRight) : Optional.empty();
        return bound.filter(b -> isFew(run, b)
                || b instanceof FieldAccessExpr length && isSmall(run, length.getScope())).isPresent();
    }

    private static boolean isFew(TypestateRun run, Expression number) {
        return run.resolver.constant(number).filter(Number.class::isInstance)
                .filter(n -> ((Number) n).longValue() <= MAX_ROUNDS).isPresent();
    }

    /** Returns whether the expression is an array whose few elements are written down, or counted by a constant. */
    private static boolean isSmall(TypestateRun run, Expression array) {
        Optional<Expression> value = run.resolver.variable(array).flatMap(v -> Assignments.onlyValue(run.resolver, v))
                .or(() -> Optional.of(array));
        return value.filter(e -> e.isArrayInitializerExpr() || e instanceof ArrayCreationExpr made
                && (made.getInitializer().isPresent() || made.getLevels().size() == 1 && made.getLevels().get(0)
                        .getDimension().filter(size -> isFew(run, size)).isPresent())).isPresent();
    }

    /** A wrapper is asked for its own state only. */
    private static boolean asks(TypestateRun run, Expression e) {
        return e.getParentNode().filter(parent -> parent instanceof MethodCallExpr call
                && run.resolver.method(call).flatMap(run.jdk::effect).filter(JdkEffect.OWN::equals).isPresent())
                .isPresent();
    }

    /** Each round writes, or comes to a call that a flush stands before. */
    private static boolean meetsStream(TypestateRun run, Statement loop) {
        Statement body = loop instanceof NodeWithBody<?> with ? with.getBody() : loop;
        List<? extends Statement> statements = body instanceof BlockStmt block ? block.getStatements() : List.of(body);
        return statements.stream().takeWhile(s -> s.findFirst(ContinueStmt.class).isEmpty())
                .filter(ExpressionStmt.class::isInstance)
                .anyMatch(s -> s.findFirst(Expression.class, e -> run.resolver.variable(e)
                        .filter(run.holders::contains).isPresent() && !asks(run, e)
                        || e.isMethodCallExpr() && !run.captures.isQuiet(e)).isPresent());
    }
}
