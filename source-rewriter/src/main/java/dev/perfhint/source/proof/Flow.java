package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Runs a method abstractly and follows in which states the stream can be at each point.
 *
 * <p>A state set is a bit mask. Every call may throw. Loops run to a fixed point, which a few bits reach at once.
 */
final class Flow {
    /** Not created yet, or the variable is null. */
    static final int ABSENT = 1;
    /** Open with nothing in the buffer. */
    static final int CLEAN = 2;
    /** Open with bytes in the buffer that the file does not have. */
    static final int DIRTY = 4;
    static final int CLOSED = 8;
    /** Open after an error in writing was caught. */
    static final int FAILED = 16;

    /** Open while an error in writing is on its way to its handler. */
    static final int FAILING = 32;

    static final int OPEN = CLEAN | DIRTY | FAILED | FAILING;
    /** The buffer may hold bytes that a raw stream would have passed on. */
    static final int HOLDING = DIRTY | FAILED | FAILING;
    private static final String NEAREST = "";
    private static final String YIELD = " yield";

    private final StreamGroup group;
    private final Doubts doubts;
    private final Events events;
    private final Map<Node, String> labels = new IdentityHashMap<>();
    /** Tries whose catch clauses would get an IOException thrown now, innermost first. */
    final Deque<Node> handlers = new ArrayDeque<>();
    Jumps jumps = new Jumps();

    Flow(StreamGroup group, Doubts doubts, Events events) {
        this.group = group;
        this.doubts = doubts;
        this.events = events;
    }

    /** Runs a statement and returns the states at its end, 0 if it cannot end normally. */
    int run(Statement s, int in) {
        if (in == 0) {
            return 0;
        }
        if (s instanceof BlockStmt block) {
            return sequence(block.getStatements(), in);
        }
        if (s instanceof TryStmt attempt) {
            return attempt(attempt, in);
        }
        if (s instanceof IfStmt choice) {
            Branches b = condition(choice.getCondition(), in);
            return run(choice.getThenStmt(), b.whenTrue()) | choice.getElseStmt().map(e -> run(e, b.whenFalse()))
                    .orElse(b.whenFalse());
        }
        if (s instanceof WhileStmt loop) {
            return loop(loop, in, mask -> condition(loop.getCondition(), mask).whenTrue(),
                    mask -> condition(loop.getCondition(), mask).whenFalse(), loop.getBody(), mask -> mask);
        }
        if (s instanceof ForStmt loop) {
            return forLoop(loop, in);
        }
        if (s instanceof ForEachStmt loop) {
            int start = events.eval(loop.getIterable(), in);
            return loop(loop, start, mask -> events.iterate(loop.getIterable(), mask), mask -> mask, loop.getBody(),
                    mask -> mask);
        }
        if (s instanceof DoStmt loop) {
            return doLoop(loop, in);
        }
        return simple(s, in);
    }

    private int simple(Statement s, int in) {
        if (s.isExpressionStmt()) {
            return events.eval(s.asExpressionStmt().getExpression(), in);
        }
        if (s.isReturnStmt()) {
            int out = s.asReturnStmt().getExpression().map(e -> events.eval(e, in)).orElse(in);
            jumps.returned |= out;
            return 0;
        }
        if (s.isThrowStmt()) {
            jumps.thrown(events.eval(s.asThrowStmt().getExpression(), in), Doubts.line(s));
            return 0;
        }
        if (s instanceof BreakStmt b) {
            jumps.breaks.merge(b.getLabel().map(Object::toString).orElse(NEAREST), in, (x, y) -> x | y);
            return 0;
        }
        if (s instanceof ContinueStmt c) {
            jumps.continues.merge(c.getLabel().map(Object::toString).orElse(NEAREST), in, (x, y) -> x | y);
            return 0;
        }
        if (s.isYieldStmt()) {
            jumps.breaks.merge(YIELD, events.eval(s.asYieldStmt().getExpression(), in), (x, y) -> x | y);
            return 0;
        }
        if (s.isLabeledStmt()) {
            String label = s.asLabeledStmt().getLabel().asString();
            labels.put(s.asLabeledStmt().getStatement(), label);
            return run(s.asLabeledStmt().getStatement(), in) | jumps.takeBreak(label);
        }
        if (s.isSwitchStmt()) {
            return switched(s.asSwitchStmt().getEntries(), events.eval(s.asSwitchStmt().getSelector(), in), NEAREST);
        }
        if (s.isSynchronizedStmt()) {
            int out = events.lock(s.asSynchronizedStmt().getExpression(), in);
            return run(s.asSynchronizedStmt().getBody(), out);
        }
        if (s.isAssertStmt()) {
            Branches b = condition(s.asAssertStmt().getCheck(), in);
            s.asAssertStmt().getMessage().ifPresent(m -> jumps.thrown(events.eval(m, b.whenFalse()), Doubts.line(s)));
            return b.whenTrue() | in;
        }
        if (s.isExplicitConstructorInvocationStmt()) {
            int out = in;
            for (Expression argument : s.asExplicitConstructorInvocationStmt().getArguments()) {
                out = events.eval(argument, out);
            }
            return events.delegate(s.asExplicitConstructorInvocationStmt(), out);
        }
        if (s.isEmptyStmt() || s.isLocalClassDeclarationStmt() || s.isLocalRecordDeclarationStmt()) {
            return in;
        }
        doubts.add(OwnGuard.CLOSED, s, "a statement that is not understood");
        return in;
    }

    int sequence(List<Statement> statements, int in) {
        int mask = in;
        for (Statement s : statements) {
            mask = run(s, mask);
        }
        return mask;
    }

    /** A switch expression, which has a value for everything and is left by {@code yield}. */
    int chosen(List<SwitchEntry> entries, int in) {
        return switched(entries, in, YIELD);
    }

    private int switched(List<SwitchEntry> entries, int in, String leave) {
        int outer = jumps.takeBreak(leave);
        int out = 0;
        int fall = 0;
        boolean exhaustive = leave.equals(YIELD);
        for (SwitchEntry entry : entries) {
            int end = sequence(entry.getStatements(), in | fall);
            boolean arrow = entry.getType() != SwitchEntry.Type.STATEMENT_GROUP;
            out |= arrow ? end : 0;
            fall = arrow ? 0 : end;
            exhaustive |= entry.getLabels().isEmpty() || entry.isDefault();
        }
        out |= fall | (exhaustive ? 0 : in) | jumps.takeBreak(leave);
        jumps.breaks.put(leave, outer);
        return out;
    }

    private int forLoop(ForStmt loop, int in) {
        int start = in;
        for (Expression e : loop.getInitialization()) {
            start = events.eval(e, start);
        }
        IntUnaryOperator step = mask -> {
            int out = mask;
            for (Expression e : loop.getUpdate()) {
                out = events.eval(e, out);
            }
            return out;
        };
        Optional<Expression> compare = loop.getCompare();
        return loop(loop, start, mask -> compare.map(c -> condition(c, mask).whenTrue()).orElse(mask),
                mask -> compare.map(c -> condition(c, mask).whenFalse()).orElse(0), loop.getBody(), step);
    }

    private int loop(Statement loop, int in, IntUnaryOperator enter, IntUnaryOperator leave, Statement body,
            IntUnaryOperator step) {
        String label = labels.getOrDefault(loop, NEAREST);
        int outerBreak = jumps.takeBreak(NEAREST);
        int outerContinue = jumps.takeContinue(NEAREST);
        int head = in;
        int out = 0;
        while (true) {
            out |= leave.applyAsInt(head);
            int end = run(body, enter.applyAsInt(head)) | jumps.takeContinue(NEAREST) | jumps.takeContinue(label);
            events.backEdge(loop, end);
            int next = head | (end == 0 ? 0 : step.applyAsInt(end));
            out |= jumps.takeBreak(NEAREST);
            if (next == head) {
                jumps.breaks.put(NEAREST, outerBreak);
                jumps.continues.put(NEAREST, outerContinue);
                return out;
            }
            head = next;
        }
    }

    private int doLoop(DoStmt loop, int in) {
        String label = labels.getOrDefault(loop, NEAREST);
        int outerBreak = jumps.takeBreak(NEAREST);
        int outerContinue = jumps.takeContinue(NEAREST);
        int head = in;
        int out = 0;
        while (true) {
            int end = run(loop.getBody(), head) | jumps.takeContinue(NEAREST) | jumps.takeContinue(label);
            events.backEdge(loop, end);
            Branches b = condition(loop.getCondition(), end);
            out |= b.whenFalse() | jumps.takeBreak(NEAREST);
            if ((head | b.whenTrue()) == head) {
                jumps.breaks.put(NEAREST, outerBreak);
                jumps.continues.put(NEAREST, outerContinue);
                return out;
            }
            head |= b.whenTrue();
        }
    }

    /** The states after a condition, by its value. */
    record Branches(int whenTrue, int whenFalse) {}

    Branches condition(Expression e, int in) {
        if (in == 0) {
            return new Branches(0, 0);
        }
        if (e.isEnclosedExpr()) {
            return condition(e.asEnclosedExpr().getInner(), in);
        }
        if (e instanceof UnaryExpr not && not.getOperator() == UnaryExpr.Operator.LOGICAL_COMPLEMENT) {
            Branches b = condition(not.getExpression(), in);
            return new Branches(b.whenFalse(), b.whenTrue());
        }
        if (e.isBooleanLiteralExpr()) {
            return e.asBooleanLiteralExpr().getValue() ? new Branches(in, 0) : new Branches(0, in);
        }
        if (e instanceof BinaryExpr b) {
            switch (b.getOperator()) {
                case AND: {
                    Branches left = condition(b.getLeft(), in);
                    Branches right = condition(b.getRight(), left.whenTrue());
                    return new Branches(right.whenTrue(), left.whenFalse() | right.whenFalse());
                }
                case OR: {
                    Branches left = condition(b.getLeft(), in);
                    Branches right = condition(b.getRight(), left.whenFalse());
                    return new Branches(left.whenTrue() | right.whenTrue(), right.whenFalse());
                }
                case EQUALS:
                case NOT_EQUALS:
                    Optional<Branches> nullTest = nullTest(b, in);
                    if (nullTest.isPresent()) {
                        return nullTest.get();
                    }
                    break;
                default:
                    break;
            }
        }
        int out = events.eval(e, in);
        return new Branches(out, out);
    }

    private Optional<Branches> nullTest(BinaryExpr b, int in) {
        Expression tested = b.getRight().isNullLiteralExpr() ? b.getLeft() : b.getLeft().isNullLiteralExpr()
                ? b.getRight() : null;
        if (tested == null || !events.namesBase(tested)) {
            return Optional.empty();
        }
        Branches isNull = new Branches(in & ABSENT, in & ~ABSENT);
        return Optional.of(b.getOperator() == BinaryExpr.Operator.EQUALS ? isNull
                : new Branches(isNull.whenFalse(), isNull.whenTrue()));
    }

    private int attempt(TryStmt t, int in) {
        List<CatchClause> clauses = t.getCatchClauses();
        boolean catches = clauses.stream().anyMatch(Events::catchesErrors);
        Jumps outer = jumps;
        Jumps inner = new Jumps();
        jumps = inner;
        boolean handles = catches || t.getFinallyBlock().filter(Flow::mayEndByItself).isPresent();
        if (handles) {
            handlers.push(t);
        }
        int out = resources(t, 0, in);
        if (handles) {
            handlers.pop();
        }
        Jumps after = new Jumps();
        merge(inner, after, clauses.isEmpty() || !catchesAll(clauses));
        jumps = after;
        for (CatchClause clause : clauses) {
            int entry = inner.thrown;
            if ((entry & FAILING) != 0) {
                entry = entry & ~FAILING | (Events.catchesErrors(clause) ? FAILED : 0);
            }
            out |= run(clause.getBody(), entry);
        }
        jumps = outer;
        if (t.getFinallyBlock().isPresent()) {
            return finish(t.getFinallyBlock().get(), out, after);
        }
        merge(after, jumps, true);
        return out;
    }

    /** A finally block that returns, throws or jumps takes the place of an error that passes through. */
    private static boolean mayEndByItself(BlockStmt block) {
        return block.findFirst(Statement.class, s -> s.isReturnStmt() || s.isThrowStmt() || s.isBreakStmt()
                || s.isContinueStmt()).isPresent();
    }

    private int finish(BlockStmt block, int out, Jumps after) {
        int normal = run(block, out);
        int thrown = run(block, after.thrown);
        if (thrown != 0) {
            boolean dirtyStill = (thrown & HOLDING) != 0;
            jumps.thrown(thrown, dirtyStill ? after.dirtyThrowLine : 0);
        }
        jumps.returned |= run(block, after.returned);
        after.breaks.forEach((label, mask) -> jumps.breaks.merge(label, run(block, mask), (x, y) -> x | y));
        after.continues.forEach((label, mask) -> jumps.continues.merge(label, run(block, mask), (x, y) -> x | y));
        return normal;
    }

    private static void merge(Jumps from, Jumps to, boolean withThrown) {
        if (withThrown) {
            to.thrown(from.thrown, from.dirtyThrowLine);
        }
        to.returned |= from.returned;
        from.breaks.forEach((label, mask) -> to.breaks.merge(label, mask, (x, y) -> x | y));
        from.continues.forEach((label, mask) -> to.continues.merge(label, mask, (x, y) -> x | y));
    }

    private static boolean catchesAll(List<CatchClause> clauses) {
        return clauses.stream().anyMatch(c -> c.getParameter().getTypeAsString().matches("(java\\.lang\\.)?Throwable"));
    }

    /** Runs the resources from the given one and the block of a try, and closes them on every way out. */
    private int resources(TryStmt t, int index, int in) {
        if (index == t.getResources().size()) {
            return run(t.getTryBlock(), in);
        }
        Expression resource = t.getResources().get(index);
        int opened = events.eval(resource, in);
        Optional<Expression> closed = closes(resource);
        Jumps outer = jumps;
        Jumps inner = new Jumps();
        jumps = inner;
        int out = resources(t, index + 1, opened);
        jumps = outer;
        IntUnaryOperator close = mask -> mask == 0 ? 0 : closed.isPresent() ? events.close(closed.get(), mask)
                : events.closeOther(resource, mask);
        jumps.thrown(close.applyAsInt(inner.thrown), closed.isPresent() ? 0 : inner.dirtyThrowLine);
        jumps.returned |= close.applyAsInt(inner.returned);
        inner.breaks.forEach((label, mask) -> jumps.breaks.merge(label, close.applyAsInt(mask), (x, y) -> x | y));
        inner.continues.forEach((label, mask) -> jumps.continues.merge(label, close.applyAsInt(mask), (x, y) -> x | y));
        return close.applyAsInt(out);
    }

    /** Returns the expression of the group that a resource stands for. */
    private Optional<Expression> closes(Expression resource) {
        if (resource instanceof VariableDeclarationExpr declaration) {
            return declaration.getVariable(0).getInitializer().filter(i -> group.holds(declaration.getVariable(0)));
        }
        return group.wrapperOf(resource).map(w -> resource);
    }
}
