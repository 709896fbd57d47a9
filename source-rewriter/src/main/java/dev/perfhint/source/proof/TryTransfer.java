package dev.perfhint.source.proof;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.Type;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Runs try statements: resources closed on every way out, errors to their handlers, finally blocks behind all of it.
 */
final class TryTransfer {
    private static final Set<String> CATCHING_IO =
            Set.of("java.io.IOException", "java.lang.Exception", "java.lang.Throwable");

    private final TypestateRun run;

    TryTransfer(TypestateRun run) {
        this.run = run;
    }

    Set<State> run(TryStmt t, Set<State> in) {
        List<CatchClause> clauses = t.getCatchClauses();
        boolean catches = clauses.stream().anyMatch(this::catchesErrors);
        boolean mayCatch = clauses.stream().anyMatch(this::mayCatchErrors);
        Jumps outer = run.jumps;
        Jumps inner = new Jumps();
        run.jumps = inner;
        boolean handles = mayCatch || t.getFinallyBlock().filter(TryTransfer::mayEndByItself).isPresent();
        if (handles) {
            run.handlers.push(t);
        }
        run.progress.enter(t, in);
        Set<State> out = new LinkedHashSet<>(resources(t, 0, in));
        run.progress.leave();
        if (handles) {
            run.handlers.pop();
        }
        Jumps after = new Jumps();
        passOn(inner, after, clauses.isEmpty() || clauses.stream().noneMatch(this::catchesAll), catches);
        run.jumps = after;
        for (CatchClause clause : clauses) {
            Set<State> entry = new LinkedHashSet<>();
            boolean io = mayCatchErrors(clause);
            inner.thrown.keySet().forEach(state -> {
                if (state.phase() != Phase.FAILING) {
                    entry.add(state);
                } else if (io) {
                    entry.add(state.in(Phase.FAILED));
                }
            });
            out.addAll(run.statements.run(clause.getBody(), entry));
        }
        run.jumps = outer;
        if (t.getFinallyBlock().isPresent()) {
            return finish(t.getFinallyBlock().get(), out, after);
        }
        passOn(after, run.jumps, true, false);
        return out;
    }

    /** Returns whether the program may go on behind the handler, in its place or elsewhere. */
    boolean goesOn(CatchClause clause) {
        Optional<Statement> last = clause.getBody().getStatements().getLast();
        boolean ends = last.filter(s -> s.isThrowStmt() || s.isExpressionStmt() && run.resolver
                .method(s.asExpressionStmt().getExpression()).flatMap(run.jdk::effect)
                .filter(JdkEffect.EXITS::equals).isPresent()).isPresent();
        return !ends || clause.getBody().findFirst(Statement.class, s -> s.isReturnStmt() || s.isBreakStmt()
                || s.isContinueStmt()).isPresent();
    }

    boolean catchesErrors(CatchClause clause) {
        return types(clause).stream()
                .anyMatch(type -> run.resolver.className(type).filter(CATCHING_IO::contains).isPresent());
    }

    /** Sockets report errors by exceptions of their own, and so do channels that an interrupt closes. */
    boolean mayCatchErrors(CatchClause clause) {
        return catchesErrors(clause) || types(clause).stream().flatMap(type -> run.resolver.type(type).stream())
                .anyMatch(type -> run.resolver.isSubtype(type, run.policy.servesPeer() ? "java.io.IOException"
                        : "java.nio.channels.ClosedChannelException"));
    }

    private boolean catchesAll(CatchClause clause) {
        return types(clause).stream()
                .anyMatch(type -> run.resolver.className(type).filter("java.lang.Throwable"::equals).isPresent());
    }

    static List<? extends Type> types(CatchClause clause) {
        Type type = clause.getParameter().getType();
        return type.isUnionType() ? type.asUnionType().getElements() : List.of(type);
    }

    /** A finally block that returns, throws or jumps takes the place of an error that passes through. */
    static boolean mayEndByItself(BlockStmt block) {
        return block.findFirst(Statement.class, s -> s.isReturnStmt() || s.isThrowStmt() || s.isBreakStmt()
                || s.isContinueStmt()).isPresent();
    }

    private Set<State> finish(BlockStmt block, Set<State> out, Jumps after) {
        run.progress.enterFinally(block);
        Set<State> normal = run.statements.run(block, out);
        after.thrown.forEach((state, line) -> run.statements.run(block, Set.of(state))
                .forEach(end -> run.jumps.thrown(end, line)));
        for (Result result : after.returned) {
            run.statements.run(block, Set.of(result.state()))
                    .forEach(end -> run.jumps.returned.add(new Result(end, result.value())));
        }
        after.breaks.forEach((label, states) -> Jumps.add(run.jumps.breaks, label, run.statements.run(block, states)));
        after.continues.forEach(
                (label, states) -> Jumps.add(run.jumps.continues, label, run.statements.run(block, states)));
        run.progress.leaveFinally();
        return normal;
    }

    private static void passOn(Jumps from, Jumps to, boolean withThrown, boolean errorsCaught) {
        if (withThrown) {
            from.thrown.forEach((state, line) -> {
                if (!(errorsCaught && state.phase() == Phase.FAILING)) {
                    to.thrown(state, line);
                }
            });
        }
        to.returned.addAll(from.returned);
        from.breaks.forEach((label, states) -> Jumps.add(to.breaks, label, states));
        from.continues.forEach((label, states) -> Jumps.add(to.continues, label, states));
    }

    /** Runs the resources from the given one and the block of a try, and closes them on every way out. */
    private Set<State> resources(TryStmt t, int index, Set<State> in) {
        if (index == t.getResources().size()) {
            return run.statements.run(t.getTryBlock(), in);
        }
        Expression resource = t.getResources().get(index);
        Set<Result> opened = new LinkedHashSet<>();
        for (State state : in) {
            opened.addAll(run.expressions.resource(resource, state));
        }
        Set<State> out = new LinkedHashSet<>();
        // the resource is what it was when the block began, whatever the variable holds later
        Map<Value, Set<State>> byValue = new LinkedHashMap<>();
        opened.forEach(each -> byValue.computeIfAbsent(each.value(), key -> new LinkedHashSet<>()).add(each.state()));
        byValue.forEach((value, states) -> {
            Jumps outer = run.jumps;
            Jumps inner = new Jumps();
            run.jumps = inner;
            Set<State> end = resources(t, index + 1, states);
            run.jumps = outer;
            UnaryOperator<Set<State>> close = each -> close(resource, value, each, false);
            inner.thrown.forEach((state, line) ->
                    close(resource, value, Set.of(state), true).forEach(closed -> run.jumps.thrown(closed, line)));
            inner.returned.forEach(result -> close.apply(Set.of(result.state()))
                    .forEach(closed -> run.jumps.returned.add(new Result(closed, result.value()))));
            inner.breaks.forEach((label, each) -> Jumps.add(run.jumps.breaks, label, close.apply(each)));
            inner.continues.forEach((label, each) -> Jumps.add(run.jumps.continues, label, close.apply(each)));
            out.addAll(close.apply(end));
        });
        return out;
    }

    private Set<State> close(Expression resource, Value value, Set<State> states, boolean thrown) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : states) {
            out.addAll(run.calls.close(resource, value, state, thrown));
        }
        return out;
    }
}
