package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds code that sees how late a buffer reports an error: what runs between a write and the close runs today only if
 * the write went well, so that it may change nothing that is still there when the close has failed.
 */
final class ErrorProgress {
    private static final String CLOSEABLE = "java.lang.AutoCloseable";

    /**
     * Code that ran while bytes were held, and the try statements round it.
     *
     * @param writes whether it writes to the stream itself, so that only what it calls back matters
     */
    private record Held(Node code, List<TryStmt> around, boolean writes) {}

    private final TypestateRun run;
    private final Deque<TryStmt> active = new ArrayDeque<>();
    private final Deque<BlockStmt> finals = new ArrayDeque<>();
    private final Set<TryStmt> written = TypestateRun.identitySet();
    /** Those that begin while bytes are held: had these been refused, not even a finally block would run. */
    private final Set<Node> entered = TypestateRun.identitySet();
    private final Map<List<Integer>, Held> held = new LinkedHashMap<>();
    /** What was given to wrappers of the stream, which change it with each write. */
    private final Set<Expression> fed = TypestateRun.identitySet();

    ErrorProgress(TypestateRun run) {
        this.run = run;
    }

    void enter(TryStmt t, Set<State> in) {
        active.push(t);
        if (in.stream().anyMatch(state -> state.phase() == Phase.DIRTY)) {
            entered.add(t);
        }
    }

    void leave() {
        active.pop();
    }

    void enterFinally(BlockStmt block) {
        finals.push(block);
    }

    void leaveFinally() {
        finals.pop();
    }

    /** Returns the statements that see what happens now. */
    List<Node> around() {
        List<Node> all = new ArrayList<>(active);
        all.addAll(finals);
        return all;
    }

    void writes() {
        written.addAll(active);
    }

    /** Notes an argument that a wrapper of the stream keeps and changes. */
    void feeds(Expression argument) {
        fed.add(argument);
    }

    /** Notes code that does not get the stream; what finally does, and closing resources, runs in any case. */
    void runs(Node code, State state) {
        add(code, state, false);
    }

    /** Notes a write to the stream that may call code of what it is given. */
    void callsBack(Node write, State state) {
        add(write, state, true);
    }

    private void add(Node code, State state, boolean writes) {
        boolean always = Stream.concat(finals.stream().flatMap(block -> block.getParentNode().stream()),
                code.getParentNode().stream()).anyMatch(t -> written.contains(t) && !entered.contains(t));
        if (state.phase() != Phase.DIRTY || !run.policy.isOutput() || always) {
            return;
        }
        List<Integer> key = new ArrayList<>(List.of(run.inlining.number(code)));
        active.forEach(t -> key.add(run.inlining.number(t)));
        held.putIfAbsent(key, new Held(code, List.copyOf(active), writes));
    }

    /** Looks behind a close that may report what the buffer could not write. */
    void closes(Node place) {
        if (finals.isEmpty()) {
            return;
        }
        BlockStmt block = finals.peek();
        List<Node> places = new ArrayList<>(run.inlining.sites());
        places.add(0, place);
        for (Node each : places) {
            if (block.isAncestorOf(each)) {
                following(each, block).stream().filter(s -> !isCleanUp(s)).findFirst().ifPresent(s ->
                        run.doubt(GuardKind.SAME_ERRORS, s, "the close before it may report what the buffer could not"
                                + " write: this line would then be skipped, which a failed write does not do today"));
                return;
            }
        }
    }

    /** Returns the statements of the block that run after the one that the place is in. */
    private static List<Statement> following(Node place, BlockStmt block) {
        List<Statement> after = new ArrayList<>();
        Node at = place;
        while (at != block) {
            Node parent = at.getParentNode().orElseThrow();
            if (parent instanceof BlockStmt around) {
                Node last = at;
                around.getStatements().stream().dropWhile(s -> s != last).skip(1).forEach(after::add);
            }
            if (parent instanceof TryStmt t && t.getTryBlock() == at && !t.getCatchClauses().isEmpty()) {
                return after;
            }
            at = parent;
        }
        return after;
    }

    /** Returns whether the statement does nothing but give up what is not needed any more. */
    private boolean isCleanUp(Statement s) {
        if (s instanceof BlockStmt block) {
            return block.getStatements().stream().allMatch(this::isCleanUp);
        }
        if (s instanceof IfStmt choice) {
            return choice.getCondition().findFirst(MethodCallExpr.class).isEmpty() && isCleanUp(choice.getThenStmt())
                    && choice.getElseStmt().map(this::isCleanUp).orElse(true);
        }
        if (s instanceof TryStmt t) {
            return t.getResources().isEmpty() && isCleanUp(t.getTryBlock())
                    && t.getFinallyBlock().map(this::isCleanUp).orElse(true);
        }
        if (!s.isExpressionStmt()) {
            return s.isEmptyStmt() || s.isYieldStmt() && s.findFirst(MethodCallExpr.class).isEmpty();
        }
        Expression e = s.asExpressionStmt().getExpression();
        if (e instanceof AssignExpr assign) {
            return assign.getValue().isNullLiteralExpr();
        }
        boolean quiet = run.resolver.method(e).flatMap(run.jdk::effect)
                .filter(it -> TypestateRun.isOneOf(it, JdkEffect.QUIET, JdkEffect.WAITS, JdkEffect.CLOCK)).isPresent();
        return quiet || e instanceof MethodCallExpr call && (call.getArguments().isEmpty()
                && call.getScope().filter(scope -> run.resolver.isSubtype(scope, CLOSEABLE)).isPresent()
                || call.getArguments().size() == 1 && run.resolver.isSubtype(call.getArgument(0), CLOSEABLE));
    }

    /** Raises a doubt for all that is changed while bytes are held and is seen when the close has failed. */
    void check(Collection<CompilationUnit> view) {
        if (!run.errors.anyReported()) {
            return;
        }
        ObjectRoots roots = new ObjectRoots(run);
        Changes changes = new Changes(run, roots, new ViewNames(view));
        ErrorObservers observers = new ErrorObservers(run, changes, roots, view);
        for (Held each : held.values()) {
            Changes.Changed changed = each.writes() ? changes.calledBack((Expression) each.code())
                    : changes.of(each.code());
            changed.outside().ifPresent(call -> run.doubt(GuardKind.SAME_ERRORS, each.code(), Changes.name(call)
                    + " tells others before it is known that the bytes were written: today a write that fails comes"
                    + " first"));
            observers.add(changed, each.code(), each.around());
        }
        fed.forEach(argument -> observers.add(new Changes.Changed(Optional.empty(),
                roots.of(argument).variables(), false), argument, written));
        observers.check(written);
    }
}
