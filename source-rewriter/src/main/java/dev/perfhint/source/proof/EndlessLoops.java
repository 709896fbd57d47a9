package dev.perfhint.source.proof;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Finds loops that may go round for ever while bytes wait in the buffer: without a way out, or told to end by others.
 */
final class EndlessLoops {
    private EndlessLoops() {}

    /**
     * Checks a loop that has been run.
     *
     * @param back the states that went back to its head
     * @param leaves whether it was left at all
     * @param jumps whether it was left by a jump, whatever its condition says
     */
    static void check(TypestateRun run, Statement loop, Set<State> back, boolean leaves, boolean jumps) {
        if (!run.policy.isOutput() || back.stream().noneMatch(state -> state.phase() == Phase.DIRTY)) {
            return;
        }
        Optional<Expression> condition = loop instanceof WhileStmt w ? Optional.of(w.getCondition())
                : loop instanceof DoStmt d ? Optional.of(d.getCondition())
                : loop instanceof ForStmt f ? f.getCompare() : Optional.empty();
        boolean always = !loop.isForEachStmt() && condition.map(Expression::isBooleanLiteralExpr).orElse(true);
        boolean fixed = !loop.isForEachStmt() && !jumps
                && condition.filter(c -> !c.isBooleanLiteralExpr() && isFixed(run, c)).isPresent();
        boolean ends = leaves || loop.isForEachStmt() || loop instanceof DoStmt && !always;
        if (!ends || fixed) {
            run.doubt(GuardKind.CLOSED, loop, "the loop may run for ever: a buffer may never be emptied");
        } else if (run.policy.servesPeer()
                && (always ? spins(run, loop) : condition.filter(c -> asksOthers(run, c)).isPresent())) {
            run.doubt(GuardKind.FLUSH_BEFORE_WAIT, loop, "the loop may run for ever without a flush");
        } else if (!run.policy.servesPeer()
                && (always ? endsByOthers(run, loop)
                        : condition.filter(c -> onlyOthers(run, c)).isPresent())) {
            run.doubt(GuardKind.CLOSED, loop,
                    "the loop runs until others tell it to end: a buffer may never be emptied");
        }
    }

    /** The condition asks local variables only, and the loop sets none of them. */
    private static boolean isFixed(TypestateRun run, Expression condition) {
        boolean calls = condition.findFirst(Expression.class, e -> e.isMethodCallExpr() || e.isObjectCreationExpr()
                || e.isAssignExpr() || e.isArrayAccessExpr() || e.isInstanceOfExpr()).isPresent();
        List<VariableElement> asked = condition.findAll(Expression.class).stream()
                .flatMap(e -> run.resolver.variable(e).stream()).distinct().toList();
        return !calls && !asked.isEmpty() && asked.stream().allMatch(variable -> variable.getKind() != ElementKind.FIELD
                && run.resolver.uses(variable).stream().noneMatch(use -> isSetIn(use, condition)));
    }

    /** The loop does nothing with the stream, or leaves when others tell it to. */
    private static boolean spins(TypestateRun run, Statement loop) {
        boolean uses =
                loop.findFirst(Expression.class,
                        e -> run.resolver.variable(e).filter(run.holders::contains).isPresent())
                .isPresent();
        return !uses || loop.findAll(IfStmt.class).stream()
                .anyMatch(choice -> asksOthers(run, choice.getCondition()));
    }

    /** Each way out of the loop asks what others set. */
    private static boolean endsByOthers(TypestateRun run, Statement loop) {
        List<Statement> ways = loop.findAll(Statement.class, s -> s.isBreakStmt() || s.isReturnStmt());
        return !ways.isEmpty() && ways.stream().allMatch(way -> way.findAncestor(IfStmt.class)
                .filter(choice -> Enclosing.isAround(loop, choice)
                        && onlyOthers(run, choice.getCondition())).isPresent());
    }

    private static boolean asksOthers(TypestateRun run, Expression condition) {
        return condition.findFirst(Expression.class, e -> !isLength(run, e) && run.resolver.variable(e)
                .filter(variable -> variable.getKind() == ElementKind.FIELD && variable.getConstantValue() == null)
                .isPresent()).isPresent();
    }

    private static boolean isLength(TypestateRun run, Expression e) {
        return e.isFieldAccessExpr() && run.resolver.type(e.asFieldAccessExpr().getScope())
                .filter(type -> type.getKind() == javax.lang.model.type.TypeKind.ARRAY).isPresent();
    }

    /** The condition has no local variable and calls nothing but getters of flags. */
    private static boolean onlyOthers(TypestateRun run, Expression condition) {
        boolean local = condition.findFirst(Expression.class, e -> run.resolver.variable(e)
                .filter(variable -> variable.getKind() != ElementKind.FIELD).isPresent()).isPresent();
        boolean stepped = condition.findFirst(Expression.class, e -> run.resolver.variable(e)
                .filter(variable -> run.resolver.uses(variable).stream().anyMatch(use -> isSetIn(use, condition)))
                .isPresent()).isPresent();
        boolean calls = condition.findFirst(com.github.javaparser.ast.expr.MethodCallExpr.class,
                c -> !c.getArguments().isEmpty()).isPresent();
        return asksOthers(run, condition) && !local && !stepped && !calls;
    }

    private static boolean isSetIn(Expression use, Expression condition) {
        Optional<Statement> loop = condition.findAncestor(Statement.class);
        return Assignments.isTarget(use) && loop.filter(around -> Enclosing.isAround(around, use)).isPresent();
    }
}
