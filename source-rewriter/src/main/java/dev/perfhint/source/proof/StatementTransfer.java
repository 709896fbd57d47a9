package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.RecordPatternExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithStatements;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.VariableElement;

/**
 * Runs statements: from the states before one to those at its end; all other ways out go to {@link TypestateRun#jumps}.
 */
final class StatementTransfer {
    static final String NEAREST = "";
    static final String YIELD = " yield";
    private static final int MAX_STATES = 400;

    private final TypestateRun run;
    private final TryTransfer tries;
    private final Map<VariableElement, Optional<Node>> declarations = new java.util.HashMap<>();
    private final Map<Node, String> labels = new IdentityHashMap<>();
    private final Map<Expression, Optional<Object>> constants = new IdentityHashMap<>();

    StatementTransfer(TypestateRun run) {
        this.run = run;
        this.tries = new TryTransfer(run);
    }

    /** The states after a condition, by its value. */
    record Branches(Set<State> whenTrue, Set<State> whenFalse) {
        Set<State> all() {
            return union(whenTrue, whenFalse);
        }
    }

    TryTransfer tries() {
        return tries;
    }

    Set<State> run(Statement s, Set<State> in) {
        if (in.isEmpty()) {
            return in;
        }
        if (in.size() > MAX_STATES) {
            throw new TypestateRun.TooLarge(s);
        }
        run.step(s);
        Set<State> entered = run.flushes.before(run, s, in);
        return run.flushes.after(run, s, dispatch(s, LongWork.isLoop(s) ? round(s, entered) : entered));
    }

    private Set<State> dispatch(Statement s, Set<State> in) {
        if (s instanceof BlockStmt block) {
            return scoped(s, in, states -> sequence(block.getStatements(), states));
        }
        if (s instanceof TryStmt attempt) {
            return scoped(s, in, states -> tries.run(attempt, states));
        }
        if (s instanceof IfStmt choice) {
            Branches b = condition(choice.getCondition(), in);
            Set<State> out = new LinkedHashSet<>(run(choice.getThenStmt(), b.whenTrue()));
            out.addAll(choice.getElseStmt().map(e -> run(e, b.whenFalse())).orElse(b.whenFalse()));
            return out;
        }
        if (s instanceof WhileStmt loop) {
            return loop(loop, in, states -> condition(loop.getCondition(), states), loop.getBody(), states -> states);
        }
        if (s instanceof ForStmt loop) {
            return scoped(s, in, states -> forLoop(loop, states));
        }
        if (s instanceof ForEachStmt loop) {
            Set<State> start = unreached(loop.getIterable(), in, "the object that a loop goes through has the stream");
            start.forEach(state -> run.runsBeside(loop.getIterable(), run.mayThrow(loop.getIterable(), state)));
            return scoped(s, start, states -> loop(loop, states,
                    each -> new Branches(passing(loop, each), passing(loop, each)), loop.getBody(), each -> each));
        }
        if (s instanceof DoStmt loop) {
            Set<State> first = once(loop, loop.getBody(), in);
            Branches b = condition(loop.getCondition(), first);
            Set<State> out = new LinkedHashSet<>(b.whenFalse());
            out.addAll(Jumps.take(run.jumps.breaks, NEAREST));
            out.addAll(loop(loop, b.whenTrue(), states -> new Branches(states, Set.of()), loop.getBody(), states -> {
                Branches again = condition(loop.getCondition(), states);
                out.addAll(again.whenFalse());
                return again.whenTrue();
            }));
            return out;
        }
        return simple(s, in);
    }

    /** Going on to the next element may run code and throw. */
    private Set<State> passing(ForEachStmt loop, Set<State> states) {
        boolean array = run.resolver.type(loop.getIterable())
                .filter(type -> type.getKind() == javax.lang.model.type.TypeKind.ARRAY).isPresent();
        if (array) {
            return states;
        }
        states.forEach(state -> run.runsBeside(loop.getIterable(), run.mayThrow(loop.getIterable(), state)));
        if (run.policy.servesPeer()) {
            return run.flushes.beforeWait(run, loop.getIterable(), "going through the elements", states);
        }
        return states;
    }

    private Set<State> once(Statement loop, Statement body, Set<State> in) {
        Set<State> out = new LinkedHashSet<>(run(body, in));
        out.addAll(Jumps.take(run.jumps.continues, NEAREST));
        out.addAll(Jumps.take(run.jumps.continues, labels.getOrDefault(loop, NEAREST)));
        return out;
    }

    private Set<State> simple(Statement s, Set<State> in) {
        if (s.isExpressionStmt()) {
            return values(s.asExpressionStmt().getExpression(), in);
        }
        if (s.isReturnStmt()) {
            if (s.asReturnStmt().getExpression().isPresent()) {
                return returned(s.asReturnStmt().getExpression().get(), in);
            }
            in.forEach(state -> run.jumps.returned.add(new Result(state, Value.Untracked.OTHER)));
            return Set.of();
        }
        if (s.isThrowStmt()) {
            unreached(s.asThrowStmt().getExpression(), in, "what is thrown has the stream")
                    .forEach(state -> run.mayThrow(s, state));
            return Set.of();
        }
        if (s instanceof BreakStmt b) {
            Jumps.add(run.jumps.breaks, b.getLabel().map(Object::toString).orElse(NEAREST), in);
            return Set.of();
        }
        if (s instanceof ContinueStmt c) {
            Jumps.add(run.jumps.continues, c.getLabel().map(Object::toString).orElse(NEAREST), in);
            return Set.of();
        }
        if (s.isYieldStmt()) {
            Jumps.add(run.jumps.breaks, YIELD, unreached(s.asYieldStmt().getExpression(), in,
                    "the stream is the result of a switch"));
            return Set.of();
        }
        if (s.isLabeledStmt()) {
            String label = s.asLabeledStmt().getLabel().asString();
            labels.put(s.asLabeledStmt().getStatement(), label);
            Set<State> out = new LinkedHashSet<>(run(s.asLabeledStmt().getStatement(), in));
            out.addAll(Jumps.take(run.jumps.breaks, label));
            return out;
        }
        if (s.isSwitchStmt()) {
            return switched(s.asSwitchStmt().getEntries(), selected(s.asSwitchStmt().getSelector(), in), NEAREST,
                    new LinkedHashSet<>());
        }
        if (s.isSynchronizedStmt()) {
            return run(s.asSynchronizedStmt().getBody(), locked(s.asSynchronizedStmt().getExpression(), in));
        }
        if (s.isAssertStmt()) {
            Set<State> out = new LinkedHashSet<>(in);
            Branches b = condition(s.asAssertStmt().getCheck(), in);
            b.whenFalse().forEach(state -> run.mayThrow(s, state));
            s.asAssertStmt().getMessage().ifPresent(m -> values(m, b.whenFalse()));
            out.addAll(b.whenTrue());
            return out;
        }
        if (s.isExplicitConstructorInvocationStmt()) {
            return run.constructors.delegate(s.asExplicitConstructorInvocationStmt(), in);
        }
        if (s.isLocalClassDeclarationStmt() || s.isLocalRecordDeclarationStmt()) {
            in.forEach(state -> run.captures.check(s, state));
            return in;
        }
        if (!s.isEmptyStmt()) {
            run.doubt(GuardKind.CLOSED, s, "a statement that is not understood");
        }
        return in;
    }

    /** Returns a value, from a method or as the body of a lambda. */
    Set<State> returned(Expression value, Set<State> in) {
        in.forEach(state -> run.jumps.returned.addAll(run.expressions.eval(value, state)));
        return Set.of();
    }

    private Set<State> locked(Expression on, Set<State> in) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            for (Result result : run.expressions.eval(on, state)) {
                boolean stream = result.value() instanceof Value.Ref ref
                        && result.state().heap().containsKey(ref.thing())
                        && result.state().thing(ref.thing()).type().isEmpty();
                if (stream) {
                    run.doubt(GuardKind.NO_LOCK, on,
                            "code synchronises on the stream: the lock would be another object");
                }
                out.add(run.implicit.mayBeNull(on) ? run.mayThrow(on, result.state()) : result.state());
            }
        }
        return run.policy.servesPeer() ? run.flushes.beforeWait(run, on, "synchronized (" + on + ")", out) : out;
    }

    Set<State> sequence(List<Statement> statements, Set<State> in) {
        Set<State> states = in;
        for (Statement s : statements) {
            states = run(s, states);
        }
        return states;
    }

    /** Evaluates an expression whose value is not used. */
    Set<State> values(Expression e, Set<State> in) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            run.expressions.eval(e, state).forEach(result -> out.add(result.state()));
        }
        return out;
    }

    /** Evaluates an expression that may not lead to the stream. */
    private Set<State> unreached(Expression e, Set<State> in, String message) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            for (Result result : run.expressions.eval(e, state)) {
                if (result.state().reaches(result.value())) {
                    run.doubt(GuardKind.NO_ALIAS, e, message);
                }
                run.captures.escapes(e, List.of(result.value()), result.state());
                out.add(result.state());
            }
        }
        return out;
    }

    /** Variables that are declared inside end with the statement. */
    private Set<State> scoped(Statement scope, Set<State> in, UnaryOperator<Set<State>> inner) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : inner.apply(in)) {
            Map<Object, Value> kept = new java.util.HashMap<>(state.frame());
            kept.keySet().removeIf(key -> key instanceof VariableElement variable && isInside(variable, scope));
            out.add(kept.size() == state.frame().size() ? state : state.withFrame(kept));
        }
        return out;
    }

    private boolean isInside(VariableElement variable, Statement scope) {
        Optional<Node> declaration = declarations.computeIfAbsent(variable, run.resolver::declaration);
        return declaration.filter(it -> Enclosing.isAround(scope, it)).isPresent();
    }

    /** Evaluates what a switch is over: patterns ask for the class of a stream. */
    Set<State> selected(Expression selector, Set<State> in) {
        Set<State> out = unreached(selector, in, "a switch is over the stream: its cases may ask for its class");
        out.stream().filter(state -> run.implicit.mayBeNull(selector))
                .forEach(state -> run.mayThrow(selector, state));
        return out;
    }

    /** A pattern with parts calls what the record declares for them. */
    void matched(Node pattern, State state) {
        if (state.phase().isOpen() && pattern.findFirst(RecordPatternExpr.class).isPresent()) {
            run.doubt(GuardKind.QUIET_CALLS, pattern, "a pattern calls methods of the record that it takes apart");
        }
    }

    /** Evaluates a switch expression, to what its arrows denote. */
    Set<Result> chosen(List<SwitchEntry> entries, Set<State> in) {
        Set<Result> values = new LinkedHashSet<>();
        switched(entries, in, YIELD, values).forEach(state -> values.add(new Result(state, Value.Untracked.OTHER)));
        return values;
    }

    private Set<State> switched(List<SwitchEntry> entries, Set<State> in, String leave, Set<Result> values) {
        Set<State> outer = Jumps.take(run.jumps.breaks, leave);
        Set<State> out = new LinkedHashSet<>();
        Set<State> fall = Set.of();
        boolean exhaustive = leave.equals(YIELD);
        Set<State> left = in;
        for (SwitchEntry entry : entries) {
            entry.getLabels().forEach(label -> in.forEach(state -> matched(label, state)));
            Optional<Expression> guard = entry.getGuard();
            Set<State> asked = left;
            Branches b = guard.map(e -> condition(e, asked)).orElse(new Branches(asked, asked));
            left = union(asked, b.whenFalse());
            Set<State> entered = new LinkedHashSet<>(b.whenTrue());
            entered.addAll(fall);
            boolean value = leave.equals(YIELD) && entry.getType() == SwitchEntry.Type.EXPRESSION;
            if (value) {
                Expression result = ((NodeWithStatements<?>) entry).getStatement(0).asExpressionStmt().getExpression();
                entered.forEach(state -> values.addAll(run.expressions.eval(result, state)));
            }
            Set<State> end = value ? Set.of() : sequence(entry.getStatements(), entered);
            boolean arrow = entry.getType() != SwitchEntry.Type.STATEMENT_GROUP;
            out.addAll(arrow ? end : Set.of());
            fall = arrow ? Set.of() : end;
            exhaustive |= entry.getLabels().isEmpty() || entry.isDefault();
        }
        out.addAll(fall);
        out.addAll(exhaustive ? Set.of() : left);
        out.addAll(Jumps.take(run.jumps.breaks, leave));
        Jumps.add(run.jumps.breaks, leave, outer);
        return out;
    }

    private Set<State> forLoop(ForStmt loop, Set<State> in) {
        Set<State> start = in;
        for (Expression e : loop.getInitialization()) {
            start = values(e, start);
        }
        UnaryOperator<Set<State>> step = states -> {
            Set<State> out = states;
            for (Expression e : loop.getUpdate()) {
                out = values(e, out);
            }
            return out;
        };
        Optional<Expression> compare = loop.getCompare();
        return loop(loop, start,
                states -> compare.map(c -> condition(c, states)).orElse(new Branches(states, Set.of())),
                loop.getBody(), step);
    }

    /** Runs a loop until no new state comes to its head. */
    private Set<State> loop(Statement loop, Set<State> in, java.util.function.Function<Set<State>, Branches> head,
            Statement body, UnaryOperator<Set<State>> step) {
        String label = labels.getOrDefault(loop, NEAREST);
        long before = ways(run);
        Set<State> outerBreak = Jumps.take(run.jumps.breaks, NEAREST);
        Set<State> outerContinue = Jumps.take(run.jumps.continues, NEAREST);
        Set<State> seen = new LinkedHashSet<>();
        Set<State> fresh = new LinkedHashSet<>(in);
        Set<State> out = new LinkedHashSet<>();
        Set<State> back = new LinkedHashSet<>();
        boolean broken = false;
        while (!fresh.isEmpty()) {
            seen.addAll(fresh);
            Branches b = head.apply(round(loop, fresh));
            out.addAll(b.whenFalse());
            Set<State> end = new LinkedHashSet<>(run(body, b.whenTrue()));
            end.addAll(Jumps.take(run.jumps.continues, NEAREST));
            if (!label.equals(NEAREST)) {
                end.addAll(Jumps.take(run.jumps.continues, label));
            }
            back.addAll(end);
            Set<State> breaks = Jumps.take(run.jumps.breaks, NEAREST);
            broken |= !breaks.isEmpty();
            out.addAll(breaks);
            Set<State> next = new LinkedHashSet<>(end.isEmpty() ? end : step.apply(end));
            next.removeAll(seen);
            fresh = next;
        }
        Jumps.add(run.jumps.breaks, NEAREST, outerBreak);
        Jumps.add(run.jumps.continues, NEAREST, outerContinue);
        boolean jumps = broken || ways(run) > before;
        EndlessLoops.check(run, loop, back, !out.isEmpty() || jumps, jumps);
        return out;
    }

    /** A peer may notice how long the loop computes. */
    private Set<State> round(Statement loop, Set<State> states) {
        return run.policy.servesPeer() && run.work.isSilent(loop)
                ? run.flushes.beforeWait(run, loop, "the loop may compute for long: it", states) : states;
    }

    private static long ways(TypestateRun run) {
        return run.jumps.returned.size() + run.jumps.breaks.entrySet().stream()
                .filter(jump -> !jump.getKey().equals(NEAREST)).mapToLong(jump -> jump.getValue().size()).sum();
    }

    Branches condition(Expression e, Set<State> in) {
        if (in.isEmpty()) {
            return new Branches(Set.of(), Set.of());
        }
        if (e.isEnclosedExpr()) {
            return condition(e.asEnclosedExpr().getInner(), in);
        }
        if (e instanceof UnaryExpr not && not.getOperator() == UnaryExpr.Operator.LOGICAL_COMPLEMENT) {
            Branches b = condition(not.getExpression(), in);
            return new Branches(b.whenFalse(), b.whenTrue());
        }
        Optional<Object> known = constants.computeIfAbsent(e, key ->
                e.isBooleanLiteralExpr() || e.isNameExpr() || e.isFieldAccessExpr() || e.isBinaryExpr()
                        ? run.resolver.constant(e) : Optional.empty());
        if (known.filter(Boolean.class::isInstance).isPresent()) {
            return known.get().equals(true) ? new Branches(in, Set.of()) : new Branches(Set.of(), in);
        }
        if (e instanceof BinaryExpr b) {
            if (b.getOperator() == BinaryExpr.Operator.AND) {
                Branches left = condition(b.getLeft(), in);
                Branches right = condition(b.getRight(), left.whenTrue());
                return new Branches(right.whenTrue(), union(left.whenFalse(), right.whenFalse()));
            }
            if (b.getOperator() == BinaryExpr.Operator.OR) {
                Branches left = condition(b.getLeft(), in);
                Branches right = condition(b.getRight(), left.whenFalse());
                return new Branches(union(left.whenTrue(), right.whenTrue()), right.whenFalse());
            }
            boolean equals = b.getOperator() == BinaryExpr.Operator.EQUALS;
            if ((equals || b.getOperator() == BinaryExpr.Operator.NOT_EQUALS)
                    && (b.getLeft().isNullLiteralExpr() || b.getRight().isNullLiteralExpr())) {
                Branches test = nullTest(b.getLeft().isNullLiteralExpr() ? b.getRight() : b.getLeft(), in);
                return equals ? test : new Branches(test.whenFalse(), test.whenTrue());
            }
        }
        if (e instanceof InstanceOfExpr test) {
            Branches all = new Branches(Set.of(), Set.of());
            for (State state : in) {
                Branches each = run.expressions.test(test, state);
                all = new Branches(union(all.whenTrue(), each.whenTrue()), union(all.whenFalse(), each.whenFalse()));
            }
            return all;
        }
        Set<State> out = values(e, in);
        Set<State> fine = new LinkedHashSet<>(out);
        // a print stream that is asked whether it failed
        boolean asked = e.isMethodCallExpr() && in.stream().noneMatch(state -> state.phase() == Phase.FAILED)
                && run.resolver.method(e).flatMap(run.jdk::effect).filter(JdkEffect.FLUSH::equals).isPresent();
        fine.removeIf(state -> asked && state.phase() == Phase.FAILED);
        return new Branches(out, fine);
    }

    private Branches nullTest(Expression tested, Set<State> in) {
        Set<State> isNull = new LinkedHashSet<>();
        Set<State> isThere = new LinkedHashSet<>();
        for (State state : in) {
            for (Result result : run.expressions.eval(tested, state)) {
                if (!(result.value() instanceof Value.Ref) && result.value() != Value.Untracked.STALE) {
                    isNull.add(result.state());
                }
                if (result.value() != Value.Untracked.NULL) {
                    isThere.add(result.state());
                }
            }
        }
        return new Branches(isNull, isThere);
    }

    private static Set<State> union(Set<State> a, Set<State> b) {
        Set<State> all = new LinkedHashSet<>(a);
        all.addAll(b);
        return all;
    }

    /** Returns the variable that a resource declares. */
    static Optional<VariableDeclarator> declared(Expression resource) {
        return resource instanceof VariableDeclarationExpr declaration
                ? Optional.of(declaration.getVariable(0)) : Optional.empty();
    }
}
