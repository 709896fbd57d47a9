package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Says which loops may compute for so long that a peer notices it: all but those over what is in memory. */
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
        return nested || !isShort(run, loop);
    }

    private static boolean isShort(TypestateRun run, Statement loop) {
        if (loop.isForEachStmt()) {
            return run.resolver.type(loop.asForEachStmt().getIterable())
                    .filter(type -> type.getKind() == TypeKind.ARRAY).isPresent();
        }
        Optional<Expression> bound = loop instanceof ForStmt f ? f.getCompare().filter(Expression::isBinaryExpr)
                .map(Expression::asBinaryExpr)
                .filter(b -> b.getOperator() == BinaryExpr.Operator.LESS
                        || b.getOperator() == BinaryExpr.Operator.LESS_EQUALS
                        || b.getOperator() == BinaryExpr.Operator.NOT_EQUALS)
                .map(BinaryExpr::getRight) : Optional.empty();
        return bound.filter(b -> isLength(run, b) || run.resolver.constant(b).filter(Number.class::isInstance)
                .filter(n -> ((Number) n).longValue() <= MAX_ROUNDS).isPresent()).isPresent();
    }

    /** The length of an array, or a number that a class of the JDK's knows at once. */
    private static boolean isLength(TypestateRun run, Expression e) {
        if (e.isMethodCallExpr()) {
            return run.resolver.method(e).flatMap(run.jdk::effect).filter(JdkEffect.QUIET::equals).isPresent();
        }
        return e.isFieldAccessExpr() && run.resolver.type(e.asFieldAccessExpr().getScope())
                .filter(type -> type.getKind() == TypeKind.ARRAY).isPresent();
    }

    /** Each round writes, or comes to a call that a flush stands before. */
    private static boolean meetsStream(TypestateRun run, Statement loop) {
        Statement body = loop instanceof NodeWithBody<?> with ? with.getBody() : loop;
        List<? extends Statement> statements = body instanceof BlockStmt block ? block.getStatements() : List.of(body);
        return statements.stream().takeWhile(s -> s.findFirst(ContinueStmt.class).isEmpty())
                .filter(ExpressionStmt.class::isInstance)
                .anyMatch(s -> s.findFirst(Expression.class, e -> run.resolver.variable(e)
                        .filter(run.holders::contains).isPresent()
                        || e.isMethodCallExpr() && !run.captures.isQuiet(e)).isPresent());
    }
}
