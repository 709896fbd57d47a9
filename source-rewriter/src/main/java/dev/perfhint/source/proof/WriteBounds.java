package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * Checks a write of a part of an array: a buffer finds bounds that are wrong by an exception of another class and text
 * than the raw stream does.
 */
final class WriteBounds {
    private static final String THROWN = "java.lang.IndexOutOfBoundsException";

    private final TypestateRun run;

    private WriteBounds(TypestateRun run) {
        this.run = run;
    }

    /** Returns whether the bounds may be wrong; who catches that, and looks at what was thrown, is a doubt. */
    static boolean mayBeWrong(TypestateRun run, MethodCallExpr write) {
        WriteBounds bounds = new WriteBounds(run);
        if (bounds.isWithin(write.getArgument(0), write.getArgument(1), write.getArgument(2))) {
            return false;
        }
        List<Node> places = new ArrayList<>(List.of(write));
        places.addAll(run.inlining.sites());
        places.forEach(bounds::caught);
        return true;
    }

    /** Returns whether it is all of the array, or as much as was read into it from its beginning. */
    private boolean isWithin(Expression array, Expression from, Expression length) {
        Optional<VariableElement> written = run.resolver.variable(array);
        if (written.isEmpty() || Rounds.whole(run, from).filter(n -> n == 0).isEmpty()) {
            return false;
        }
        if (length.isFieldAccessExpr() && length.asFieldAccessExpr().getNameAsString().equals("length")) {
            return run.resolver.variable(length.asFieldAccessExpr().getScope()).equals(written);
        }
        Optional<VariableElement> count = length.isNameExpr() ? run.resolver.variable(length) : Optional.empty();
        boolean same = run.resolver.uses(written.get()).stream().noneMatch(Assignments::isTarget);
        List<Expression> values = count.map(variable -> Assignments.lastValue(run.resolver, variable, length)
                .filter(value -> same).map(List::of).orElseGet(() -> values(variable))).orElse(List.of());
        return !values.isEmpty() && values.stream().allMatch(value -> value instanceof MethodCallExpr read
                && run.resolver.method(read).flatMap(run.jdk::effect).filter(JdkEffect.READ::equals).isPresent()
                && !read.getArguments().isEmpty() && run.resolver.variable(read.getArgument(0)).equals(written));
    }

    /** Returns what the variable is set to; nothing if that is not seen. */
    private List<Expression> values(VariableElement variable) {
        if (Assignments.isParameter(run.resolver, variable)) {
            return List.of();
        }
        List<Expression> set = run.resolver.uses(variable).stream().filter(Assignments::isTarget).toList();
        boolean plain = set.stream().allMatch(use -> use.getParentNode()
                .filter(parent -> parent instanceof AssignExpr assign
                        && assign.getOperator() == AssignExpr.Operator.ASSIGN).isPresent());
        Stream<Expression> first = run.resolver.declaration(variable).filter(VariableDeclarator.class::isInstance)
                .flatMap(node -> ((VariableDeclarator) node).getInitializer()).stream();
        return plain ? Stream.concat(first, set.stream()
                .map(use -> ((AssignExpr) use.getParentNode().orElseThrow()).getValue())).toList() : List.of();
    }

    private void caught(Node place) {
        Node inner = place;
        Optional<Node> at = place.getParentNode();
        while (at.isPresent()) {
            if (at.get() instanceof TryStmt attempt && attempt.getTryBlock() == inner) {
                attempt.getCatchClauses().stream().filter(this::tells).forEach(clause -> run.doubt(
                        GuardKind.SAME_ERRORS, clause, "wrong bounds of a write would be caught here: the raw stream"
                                + " throws an IndexOutOfBoundsException, a buffer one of a subclass"));
            }
            inner = at.get();
            at = inner.getParentNode();
        }
    }

    private boolean tells(CatchClause clause) {
        String name = clause.getParameter().getNameAsString();
        return TryTransfer.types(clause).stream().flatMap(type -> run.resolver.type(type).stream())
                .anyMatch(type -> run.resolver.classNamed(THROWN).filter(thrown -> run.resolver.types()
                        .isSubtype(thrown.asType(), type)).isPresent())
                && clause.getBody().findFirst(NameExpr.class,
                        e -> e.getNameAsString().equals(name)).isPresent();
    }
}
