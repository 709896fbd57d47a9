package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/**
 * Finds code that sees how late a buffer reports an error: handlers that read what was counted between the writes, and
 * what stands behind a close in a finally block, which is skipped when that close throws.
 */
final class ErrorProgress {
    private static final String CLOSEABLE = "java.lang.AutoCloseable";
    private static final Set<String> STATEFUL = Set.of("java.util.Collection", "java.util.Map", "java.util.Iterator",
            "java.util.BitSet", "java.lang.StringBuilder", "java.lang.StringBuffer");
    /** Objects that a call moves on, whatever is done with its result. */
    private static final Set<String> CURSORS = Set.of("java.nio.Buffer", "java.util.Iterator", "java.util.Enumeration",
            "java.util.regex.Matcher");
    private static final Set<String> READERS = Set.of("java.io.InputStream", "java.io.Reader");
    private static final int MAX_DEPTH = 3;

    private final TypestateRun run;
    private final Deque<TryStmt> active = new ArrayDeque<>();
    private final Deque<BlockStmt> finals = new ArrayDeque<>();
    private final Set<TryStmt> written = TypestateRun.identitySet();
    private final Set<TryStmt> swallowing = TypestateRun.identitySet();
    private final Map<TryStmt, Set<VariableElement>> changed = new IdentityHashMap<>();
    /** Whether something was changed between the writes that is still there when the method has failed. */
    private boolean lasting;
    private final Map<Node, Set<VariableElement>> fields = new IdentityHashMap<>();

    ErrorProgress(TypestateRun run) {
        this.run = run;
    }

    void enter(TryStmt t) {
        active.push(t);
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

    /** Notes that the code goes on behind a try statement that caught a write error. */
    void swallows(TryStmt t) {
        swallowing.add(t);
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

    /** Notes that a variable is set while bytes are held. */
    void assigned(Expression target, State state) {
        if (state.phase() == Phase.DIRTY) {
            run.resolver.variable(target).ifPresent(this::change);
        }
    }

    /** Notes a call that does not get the stream: what it changes. */
    void calls(Node call, State state) {
        if (state.phase() != Phase.DIRTY) {
            return;
        }
        if (call instanceof MethodCallExpr m) {
            Optional<VariableElement> receiver = m.getScope().flatMap(run.resolver::variable);
            receiver.filter(v -> isDiscarded(m) ? isState(v) : isShared(v) || isCursor(v))
                    .ifPresent(this::change);
        }
        if (changesFiles(call)) {
            run.doubt(GuardKind.SAME_ERRORS, call, "files are changed here before it is known that the bytes were"
                    + " written: today a write that fails comes first");
        }
        run.resolver.method(call).flatMap(run.calls::body).ifPresent(body -> setIn(body, 0).forEach(this::change));
    }

    /** Returns whether the call has changed, made or written a file when it returns. */
    private boolean changesFiles(Node call) {
        Optional<ExecutableElement> method = run.resolver.method(call);
        return method.flatMap(run.jdk::effect).filter(it -> it == JdkEffect.CHANGES || it == JdkEffect.MAKES
                || it == JdkEffect.OPENS_WRITE && call instanceof MethodCallExpr
                        && !run.resolver.isSubtype(method.get().getReturnType(), CLOSEABLE))
                .isPresent();
    }

    private static boolean isDiscarded(MethodCallExpr call) {
        return call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent();
    }

    /** Returns whether calls change the object, and others tell. */
    private boolean isState(VariableElement v) {
        return isShared(v) || isOneOf(v, STATEFUL) || isOneOf(v, CURSORS);
    }

    private boolean isCursor(VariableElement v) {
        return isOneOf(v, CURSORS) || isOneOf(v, READERS);
    }

    private boolean isOneOf(VariableElement v, Set<String> ancestors) {
        return ancestors.stream().anyMatch(name -> run.resolver.isSubtype(v.asType(), name));
    }

    /** Returns whether the object tells other threads how far the code came: latches, counters, queues, futures. */
    private boolean isShared(VariableElement v) {
        return run.resolver.className(v.asType()).filter(name -> name.startsWith("java.util.concurrent.")).isPresent();
    }

    private void change(VariableElement v) {
        if (!run.resolver.isPlatform(v)) {
            lasting |= outlives(v);
        }
        active.forEach(t -> changed.computeIfAbsent(t, key -> new HashSet<>()).add(v));
    }

    private boolean outlives(VariableElement v) {
        return v.getKind() == ElementKind.FIELD && !run.resolver.isSubtype(v.asType(), CLOSEABLE)
                || Assignments.isParameter(run.resolver, v) && isState(v);
    }

    /** Returns the fields that the code sets. */
    private Set<VariableElement> setIn(CallableDeclaration<?> body, int depth) {
        Set<VariableElement> known = fields.get(body);
        if (known != null || depth > MAX_DEPTH) {
            return known == null ? Set.of() : known;
        }
        Set<VariableElement> set = new HashSet<>();
        fields.put(body, set);
        for (Expression e : body.findAll(Expression.class)) {
            Optional<Expression> target = e instanceof AssignExpr assign ? Optional.of(assign.getTarget())
                    : e instanceof UnaryExpr unary && unary.getOperator().name().endsWith("CREMENT")
                            ? Optional.of(unary.getExpression()) : Optional.empty();
            target.flatMap(run.resolver::variable).filter(v -> v.getKind() == ElementKind.FIELD).ifPresent(set::add);
            if (e.isMethodCallExpr()) {
                run.resolver.method(e).flatMap(run.calls::body).ifPresent(inner -> set.addAll(setIn(inner, depth + 1)));
            }
        }
        return set;
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

    /** Raises a doubt for each handler that sees what was counted while bytes were held. */
    void check() {
        for (TryStmt t : written) {
            if (swallowing.contains(t) && changed.getOrDefault(t, Set.of()).stream().anyMatch(this::outlives)) {
                run.doubt(GuardKind.SAME_ERRORS, t,
                        "an error ends here, and what was changed until then stays: with a buffer that is more");
            }
            for (Expression e : readers(t)) {
                if (run.resolver.variable(e).filter(v -> isSeen(t, v, e)).isPresent()) {
                    run.doubt(GuardKind.SAME_ERRORS, e, e + " tells after an error how far the code came:"
                            + " with a buffer it came further");
                    break;
                }
            }
        }
    }

    /** Raises a doubt for each caller in view that goes on after an error, with what was changed between the writes. */
    void check(Collection<CompilationUnit> view) {
        Set<Node> leading = lasting ? leading(view) : Set.of();
        for (CompilationUnit unit : lasting ? view : List.<CompilationUnit>of()) {
            for (TryStmt t : unit.findAll(TryStmt.class)) {
                t.getCatchClauses().stream().filter(run.statements.tries()::mayCatchErrors)
                        .filter(clause -> !ends(clause) && calls(t.getTryBlock(), leading))
                        .forEach(clause -> run.doubt(GuardKind.SAME_ERRORS, clause.getParameter(), "the program goes on"
                                + " here after an error: with a buffer more was changed until then"));
            }
        }
    }

    private static boolean ends(CatchClause clause) {
        return clause.getBody().getStatements().getLast().filter(Statement::isThrowStmt).isPresent();
    }

    /** Returns the code in view that creates the stream, and what calls it. */
    private Set<Node> leading(Collection<CompilationUnit> view) {
        Set<Node> leading = TypestateRun.identitySet();
        leading.addAll(run.creators);
        int known = 0;
        while (known < leading.size()) {
            known = leading.size();
            view.forEach(unit -> unit.findAll(CallableDeclaration.class).stream()
                    .filter(body -> !leading.contains(body) && calls(body, leading)).forEach(leading::add));
        }
        return leading;
    }

    private boolean calls(Node code, Set<Node> leading) {
        return code.findFirst(Expression.class, e -> (e.isMethodCallExpr() || e.isObjectCreationExpr())
                && run.resolver.method(e).flatMap(run.resolver::declaration).filter(leading::contains).isPresent())
                .isPresent();
    }

    private boolean isSeen(TryStmt t, VariableElement v, Expression use) {
        boolean counted = changed.getOrDefault(t, Set.of()).contains(v)
                && (isCursor(v) || !run.resolver.isSubtype(v.asType(), CLOSEABLE))
                && !v.getModifiers().contains(Modifier.FINAL) | v.asType().getKind() == TypeKind.DECLARED;
        boolean discarded = use.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && call.getScope().filter(scope -> scope == use).isPresent() && isDiscarded(call);
        return counted && !discarded && !Assignments.isTarget(use);
    }

    /** Returns what a handler of the statement's errors reads, and what is read behind one that keeps them. */
    private List<Expression> readers(TryStmt t) {
        List<Expression> all = new ArrayList<>();
        t.getCatchClauses().stream().filter(run.statements.tries()::mayCatchErrors).map(CatchClause::getBody)
                .forEach(body -> all.addAll(body.findAll(Expression.class)));
        t.getFinallyBlock().ifPresent(block -> all.addAll(block.findAll(Expression.class)));
        if (swallowing.contains(t)) {
            EnclosingCode.body(EnclosingCode.home(t)).ifPresent(body -> body.findAll(Expression.class).stream()
                    .filter(e -> e.getRange().flatMap(range -> t.getRange()
                            .map(around -> range.begin.isAfter(around.end))).orElse(false))
                    .forEach(all::add));
        }
        return all.stream().filter(e -> e.isNameExpr() || e.isFieldAccessExpr()).toList();
    }
}
