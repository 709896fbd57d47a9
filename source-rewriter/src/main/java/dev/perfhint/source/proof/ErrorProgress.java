package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Enclosing;
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
import javax.lang.model.type.TypeMirror;

/**
 * Finds code that sees how late a buffer reports an error: what runs between a write and the close runs today only if
 * the write went well, so that it may change nothing that is still there when the close has failed.
 */
final class ErrorProgress {
    private static final Set<String> INPUTS = Set.of("java.io.InputStream", "java.io.Reader");

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
    /** What stands behind a close in a finally block. */
    private final Set<Statement> behind = TypestateRun.identitySet();
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

    /** Notes what stands in a finally block behind a close that may report what the buffer could not write. */
    void closes(Node place) {
        List<Node> places = new ArrayList<>(run.inlining.sites());
        places.add(0, place);
        for (BlockStmt block : finals) {
            places.stream().filter(it -> Enclosing.isAround(block, it)).findFirst()
                    .ifPresent(each -> behind.addAll(following(each, block)));
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

    /** Had the close failed, the statement would be skipped: it may only give up what nobody needs any more. */
    private void cleansUp(Changes changes, Statement s) {
        boolean last = s.findFirst(Statement.class, each -> each.isReturnStmt() || each.isThrowStmt()
                || each.isBreakStmt() || each.isContinueStmt() || LongWork.isLoop(each)).isPresent();
        boolean changing = s.findAll(Expression.class).stream()
                .filter(e -> e.isMethodCallExpr() || e.isObjectCreationExpr() || e.isUnaryExpr() || e.isAssignExpr())
                .filter(e -> !isGivenUp(e)).map(changes::of)
                .anyMatch(changed -> changed.outside().isPresent() || changed.unknown()
                        || !changed.variables().stream().allMatch(v -> isInput(v.asType())));
        if (last || changing) {
            run.doubt(GuardKind.SAME_ERRORS, s, "the close before it may report what the buffer could not"
                    + " write: this line would then be skipped, which a failed write does not do today");
        }
    }

    /** Closing what is read, or leads to the stream, also by a method that does only that, and setting to null. */
    private boolean isGivenUp(Expression e) {
        if (e instanceof AssignExpr assign) {
            return assign.getValue().isNullLiteralExpr();
        }
        if (!(e instanceof MethodCallExpr call)) {
            return e instanceof UnaryExpr unary && !Assignments.isTarget(unary.getExpression());
        }
        boolean given = call.getArguments().size() == 1;
        Optional<Expression> closed = given ? Optional.of(call.getArgument(0)) : isClose(call) ? call.getScope()
                : Optional.empty();
        return closed.filter(it -> run.resolver.variable(it).filter(run.holders::contains).isPresent()
                || run.resolver.type(it).filter(this::isInput).isPresent()).isPresent()
                && (!given || run.resolver.method(call).flatMap(run.calls::body)
                        .map(body -> body.findAll(MethodCallExpr.class).stream().allMatch(this::isClose)).orElse(true));
    }

    private boolean isClose(MethodCallExpr call) {
        return run.resolver.method(call).flatMap(run.jdk::effect).filter(JdkEffect.CLOSE::equals).isPresent();
    }

    private boolean isInput(TypeMirror type) {
        return INPUTS.stream().anyMatch(each -> run.resolver.isSubtype(type, each));
    }

    /** Raises a doubt for all that is changed while bytes are held and is seen when the close has failed. */
    void check(Collection<CompilationUnit> view) {
        if (!run.errors.anyReported()) {
            return;
        }
        ViewNames names = new ViewNames(view);
        CalledCode called = new CalledCode(run, names);
        ObjectRoots roots = new ObjectRoots(run, called, view);
        Changes changes = new Changes(run, roots, called, names);
        behind.forEach(s -> cleansUp(changes, s));
        ErrorObservers observers = new ErrorObservers(run, changes, roots, called, view);
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
