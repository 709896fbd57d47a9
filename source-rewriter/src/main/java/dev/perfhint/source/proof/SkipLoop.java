package dev.perfhint.source.proof;

import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Knows a loop that skips until nothing is left to be skipped, or throws where a call skips nothing: a buffer skips the
 * same in other parts.
 */
final class SkipLoop {
    /** The skip, the check of its result, and what is taken off. */
    private static final int STATEMENTS = 3;

    private final Resolver resolver;

    private SkipLoop(Resolver resolver) {
        this.resolver = resolver;
    }

    /** Returns whether the call is the one of such a loop. */
    static boolean isOf(Resolver resolver, MethodCallExpr skip) {
        return new SkipLoop(resolver).isOf(skip);
    }

    private boolean isOf(MethodCallExpr skip) {
        Optional<VariableElement> left = skip.getNameAsString().equals("skip") && skip.getArguments().size() == 1
                ? resolver.variable(skip.getArgument(0)).filter(v -> v.getKind() != ElementKind.FIELD)
                : Optional.empty();
        Optional<VariableElement> part = skip.getParentNode().filter(VariableDeclarator.class::isInstance)
                .flatMap(resolver::variable).filter(v -> resolver.uses(v).size() == 2);
        return left.isPresent() && part.isPresent() && skip.findAncestor(WhileStmt.class)
                .filter(loop -> isCompared(loop.getCondition(), BinaryExpr.Operator.GREATER, left.get()))
                .map(WhileStmt::getBody).filter(body -> body instanceof BlockStmt block
                        && block.getStatements().size() == STATEMENTS
                        && Enclosing.isAround(block.getStatement(0), skip)
                        && throwsWithout(block.getStatement(1), part.get(), left.get())
                        && isTakenOff(block.getStatement(2), part.get(), left.get())).isPresent();
    }

    private boolean throwsWithout(Statement s, VariableElement part, VariableElement left) {
        return s instanceof IfStmt none && none.getElseStmt().isEmpty()
                && isCompared(none.getCondition(), BinaryExpr.Operator.LESS_EQUALS, part)
                && (none.getThenStmt() instanceof BlockStmt block && block.getStatements().size() == 1
                        ? block.getStatement(0) : none.getThenStmt()).isThrowStmt()
                && resolver.uses(left).stream().noneMatch(use -> Enclosing.isAround(none, use));
    }

    private boolean isTakenOff(Statement s, VariableElement part, VariableElement left) {
        return s instanceof ExpressionStmt last && last.getExpression() instanceof AssignExpr minus
                && minus.getOperator() == AssignExpr.Operator.MINUS
                && resolver.variable(minus.getTarget()).filter(left::equals).isPresent()
                && resolver.variable(minus.getValue()).filter(part::equals).isPresent();
    }

    private boolean isCompared(Expression condition, BinaryExpr.Operator operator, VariableElement number) {
        return condition instanceof BinaryExpr compare && compare.getOperator() == operator
                && resolver.variable(compare.getLeft()).filter(number::equals).isPresent()
                && resolver.constant(compare.getRight()).filter(Number.class::isInstance)
                        .filter(n -> ((Number) n).longValue() == 0).isPresent();
    }
}
