package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Looks at statements that run from their first call to their last without a choice. */
final class StraightLine {
    private StraightLine() {}

    /** Returns the expression or return statement of a block that the node is part of. */
    static Optional<Statement> statement(Node node) {
        return Enclosing.around(node)
                .takeWhile(up -> !(up instanceof LambdaExpr) && !(up instanceof BodyDeclaration<?>))
                .filter(Statement.class::isInstance).map(Statement.class::cast).findFirst()
                .filter(each -> isPlain(each) && Enclosing.parent(each, BlockStmt.class).isPresent());
    }

    /**
     * Returns the calls of an expression or return statement in the order in which they are made; empty where one of
     * them may be left out, or where it is another statement.
     */
    static Optional<List<MethodCallExpr>> calls(Statement statement) {
        boolean chooses = !isPlain(statement) || !statement.findAll(Node.class, StraightLine::isChoice).isEmpty();
        if (chooses) {
            return Optional.empty();
        }
        SourceFile file = SourceFile.of(statement);
        return Optional.of(statement.findAll(MethodCallExpr.class).stream()
                .sorted(Comparator.comparingInt(file::end)).toList());
    }

    private static boolean isPlain(Statement statement) {
        return statement instanceof ExpressionStmt || statement instanceof ReturnStmt;
    }

    /** Returns whether it is an expression, or a local's declaration, that calls no method or constructor. */
    static boolean callsNothing(Statement statement) {
        return statement instanceof ExpressionStmt
                && statement.findAll(Node.class, node -> node instanceof MethodCallExpr || isCode(node)).isEmpty();
    }

    private static boolean isCode(Node node) {
        return node instanceof LambdaExpr || node instanceof ObjectCreationExpr;
    }

    private static boolean isChoice(Node node) {
        return isCode(node) || node instanceof ConditionalExpr || node instanceof SwitchExpr
                || node instanceof BinaryExpr binary
                        && (binary.getOperator() == BinaryExpr.Operator.AND
                                || binary.getOperator() == BinaryExpr.Operator.OR);
    }
}
