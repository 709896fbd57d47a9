package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * Checks a write of a part of an array: a buffer finds bounds that are wrong by an exception of another class and text
 * than the raw stream does.
 */
final class WriteBounds {
    private static final String THROWN = "java.lang.IndexOutOfBoundsException";
    /** The same question with its sides changed. */
    private static final Map<BinaryExpr.Operator, BinaryExpr.Operator> MIRRORED = Map.of(
            BinaryExpr.Operator.LESS, BinaryExpr.Operator.GREATER,
            BinaryExpr.Operator.GREATER, BinaryExpr.Operator.LESS,
            BinaryExpr.Operator.LESS_EQUALS, BinaryExpr.Operator.GREATER_EQUALS,
            BinaryExpr.Operator.GREATER_EQUALS, BinaryExpr.Operator.LESS_EQUALS);

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
                .map(List::of).orElseGet(() -> values(variable))).orElse(List.of());
        return same && !values.isEmpty() && isCounted(count.get(), length)
                && values.stream().allMatch(value -> value instanceof MethodCallExpr read
                && run.resolver.method(read).flatMap(run.jdk::effect).filter(JdkEffect.READ::equals).isPresent()
                && !read.getArguments().isEmpty() && run.resolver.variable(read.getArgument(0)).equals(written));
    }

    /** Returns whether the place is reached only where the variable is no -1, the end of what is read. */
    private boolean isCounted(VariableElement count, Node place) {
        Node at = place;
        while (!(at instanceof BodyDeclaration || at instanceof LambdaExpr) && at.getParentNode().isPresent()) {
            Node parent = at.getParentNode().get();
            Optional<Expression> condition = parent instanceof WhileStmt loop ? Optional.of(loop.getCondition())
                    : parent instanceof ForStmt loop ? loop.getCompare()
                    : parent instanceof IfStmt choice && choice.getThenStmt() == at
                            ? Optional.of(choice.getCondition()) : Optional.empty();
            boolean left = parent instanceof BlockStmt block && block.getStatements().stream()
                    .filter(s -> isBefore(s, place)).anyMatch(s -> leaves(s, count, place));
            if (left || condition.filter(e -> holds(e, count, true) && isKept(count, e, place)).isPresent()) {
                return true;
            }
            at = parent;
        }
        return false;
    }

    /** Returns whether the statement leaves the code behind it where nothing was read. */
    private boolean leaves(Statement s, VariableElement count, Node place) {
        if (!(s instanceof IfStmt end) || end.hasElseBranch() || !holds(end.getCondition(), count, false)) {
            return false;
        }
        Statement last = end.getThenStmt() instanceof BlockStmt block ? block.getStatements().getLast().orElse(block)
                : end.getThenStmt();
        return (last.isBreakStmt() || last.isReturnStmt() || last.isThrowStmt() || last.isContinueStmt())
                && isKept(count, end.getCondition(), place);
    }

    /** Returns whether nothing sets the variable between the condition and the place. */
    private boolean isKept(VariableElement count, Expression condition, Node place) {
        return run.resolver.uses(count).stream().filter(Assignments::isTarget)
                .filter(use -> use.findAncestor(ForStmt.class).filter(loop -> loop.getUpdate().stream()
                        .anyMatch(update -> Enclosing.isAround(update, use))).isEmpty())
                .noneMatch(use -> isBefore(condition, use) && isBefore(use, place)
                        && !Enclosing.isAround(condition, use));
    }

    private static boolean isBefore(Node one, Node other) {
        return one.getBegin().orElseThrow().isBefore(other.getBegin().orElseThrow());
    }

    /** Returns whether the condition holds only where the variable is no -1, or, if not read, wherever it is -1. */
    private boolean holds(Expression condition, VariableElement count, boolean read) {
        if (condition instanceof EnclosedExpr enclosed) {
            return holds(enclosed.getInner(), count, read);
        }
        if (!(condition instanceof BinaryExpr b)) {
            return false;
        }
        if (b.getOperator() == (read ? BinaryExpr.Operator.AND : BinaryExpr.Operator.OR)) {
            return holds(b.getLeft(), count, read) || holds(b.getRight(), count, read);
        }
        Optional<Long> limit = Rounds.whole(run, b.getRight());
        return limit.isPresent() && isOf(b.getLeft(), count) && tells(b.getOperator(), limit.get(), read)
                || Rounds.whole(run, b.getLeft()).filter(n -> isOf(b.getRight(), count)
                        && tells(MIRRORED.getOrDefault(b.getOperator(), b.getOperator()), n, read)).isPresent();
    }

    /** Returns whether the expression is the variable, or sets it. */
    private boolean isOf(Expression e, VariableElement count) {
        return e instanceof EnclosedExpr enclosed ? isOf(enclosed.getInner(), count)
                : e instanceof AssignExpr assign ? isOf(assign.getTarget(), count)
                : run.resolver.variable(e).filter(count::equals).isPresent();
    }

    private static boolean tells(BinaryExpr.Operator operator, long limit, boolean read) {
        return switch (operator) {
            case NOT_EQUALS -> read && limit == -1;
            case GREATER -> read && limit >= -1;
            case GREATER_EQUALS -> read && limit >= 0;
            case EQUALS -> !read && limit == -1;
            case LESS -> !read && limit >= 0;
            case LESS_EQUALS -> !read && limit >= -1;
            default -> false;
        };
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
