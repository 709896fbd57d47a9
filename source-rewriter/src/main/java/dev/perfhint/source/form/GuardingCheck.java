package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the first of several checks of a file that spares a missing one others: the program expects that it is missing,
 * and the exception of reading all attributes costs more than the few calls that it saves then.
 */
final class GuardingCheck {
    private static final Set<String> FALSE_IF_MISSING = Set.of("exists", "isFile", "isRegularFile", "isDirectory");

    private final List<Node> skipped = new ArrayList<>();
    private Optional<Node> left = Optional.empty();

    private GuardingCheck(Node first) {
        boolean answer = false;
        for (Node at = first; at.getParentNode().isPresent(); at = at.getParentNode().get()) {
            Node parent = at.getParentNode().get();
            if (parent instanceof UnaryExpr not && not.getOperator() == UnaryExpr.Operator.LOGICAL_COMPLEMENT) {
                answer = !answer;
            } else if (parent instanceof BinaryExpr binary && binary.getLeft() == at && decides(binary, answer)) {
                skipped.add(binary.getRight());
            } else if (!(parent instanceof EnclosedExpr)) {
                branch(at, parent, answer);
                return;
            }
        }
    }

    /** Returns whether the first check spares a missing file some of those that follow. */
    static boolean guards(List<MethodCallExpr> checks) {
        MethodCallExpr first = checks.get(0);
        if (!FALSE_IF_MISSING.contains(first.getNameAsString())) {
            return false;
        }
        GuardingCheck found = new GuardingCheck(first);
        return checks.stream().skip(1).anyMatch(found::isSkipped);
    }

    /** Returns whether the variable goes over the entries of a directory, which are hardly missing. */
    static boolean isListed(Sources sources, Node variable) {
        Optional<Expression> entries = variable instanceof VariableDeclarator declared
                ? declared.findAncestor(ForEachStmt.class).filter(loop -> loop.getVariableDeclarator() == declared)
                        .map(ForEachStmt::getIterable) : Optional.empty();
        Resolver resolver = Resolver.of(sources);
        return entries.filter(each -> resolver.isSubtype(each, "java.nio.file.DirectoryStream")).isPresent()
                || entries.flatMap(each -> each.isNameExpr() ? resolver.declarationOf(each)
                                .filter(VariableDeclarator.class::isInstance)
                                .flatMap(array -> ((VariableDeclarator) array).getInitializer()) : Optional.of(each))
                        .filter(each -> each instanceof MethodCallExpr call
                                && call.getNameAsString().equals("listFiles")
                                && resolver.ownerOf(call).filter("java.io.File"::equals).isPresent()).isPresent();
    }

    private static boolean decides(BinaryExpr binary, boolean answer) {
        return binary.getOperator() == (answer ? BinaryExpr.Operator.OR : BinaryExpr.Operator.AND);
    }

    private void branch(Node condition, Node parent, boolean answer) {
        if (parent instanceof ConditionalExpr choice && choice.getCondition() == condition) {
            skipped.add(answer ? choice.getElseExpr() : choice.getThenExpr());
        } else if (parent instanceof IfStmt test && test.getCondition() == condition) {
            Optional<Statement> other = test.getElseStmt();
            (answer ? other : Optional.of(test.getThenStmt())).ifPresent(skipped::add);
            boolean leaves = (answer ? Optional.of(test.getThenStmt()) : other)
                    .filter(GuardingCheck::leaves).isPresent();
            left = leaves ? Optional.of(test) : Optional.empty();
        }
    }

    private static boolean leaves(Statement branch) {
        Statement last = branch instanceof BlockStmt block
                ? block.getStatements().getLast().orElse(branch) : branch;
        return last instanceof ReturnStmt || last instanceof ThrowStmt || last instanceof ContinueStmt
                || last instanceof BreakStmt;
    }

    private boolean isSkipped(MethodCallExpr check) {
        return skipped.stream().anyMatch(each -> Enclosing.isIn(check, each))
                || left.filter(each -> SourceFile.of(check).start(check) > SourceFile.of(each).end(each)).isPresent();
    }
}
