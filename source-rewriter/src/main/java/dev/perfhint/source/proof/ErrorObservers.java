package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds who sees, after an error, what was changed while bytes were held: handlers, what stands behind one that goes
 * on, and the same in all code in view that leads to the stream.
 */
final class ErrorObservers {
    private static final String CLOSEABLE = "java.lang.AutoCloseable";
    /** What a task that failed is reported by. */
    private static final Set<String> CARRYING = Set.of("java.util.concurrent.ExecutionException",
            "java.util.concurrent.CompletionException", "java.lang.reflect.InvocationTargetException",
            "java.lang.reflect.UndeclaredThrowableException", "java.security.PrivilegedActionException",
            "java.io.UncheckedIOException");
    /** What of the JDK handlers commonly make of an error, and those above. */
    private static final Set<String> WRAPPING = Set.of("java.lang.RuntimeException", "java.lang.Error",
            "java.lang.IllegalStateException", "java.lang.IllegalArgumentException", "java.lang.AssertionError",
            "java.lang.InternalError", "java.lang.UnsupportedOperationException");
    private static final String GOES_ON =
            "an error ends here, and what was changed until then stays: with a buffer that is more";

    private final TypestateRun run;
    private final Changes changes;
    private final ObjectRoots roots;
    private final CalledCode called;
    private final StartedCode started;
    private final Set<CompilationUnit> view = TypestateRun.identitySet();
    private final Map<TryStmt, Set<VariableElement>> changed = new IdentityHashMap<>();
    /** Where the runs began. */
    private final Set<Node> homes = TypestateRun.identitySet();
    private List<Expression> callsInView;
    /** Whether a handler in view makes another exception of what it caught. */
    private final boolean converted;
    /** What is changed by code that does not close anything. */
    private final Set<VariableElement> told = new HashSet<>();
    /** What is changed and is still there when the method that creates the stream has failed. */
    private Changes.Changed lasting = Changes.Changed.NOTHING;

    ErrorObservers(TypestateRun run, Changes changes, ObjectRoots roots, CalledCode called,
            Collection<CompilationUnit> view) {
        this.run = run;
        this.changes = changes;
        this.roots = roots;
        this.called = called;
        this.started = new StartedCode(run, called);
        this.view.addAll(view);
        this.converted = view.stream().flatMap(unit -> unit.findAll(CatchClause.class).stream())
                .filter(run.statements.tries()::mayCatchErrors)
                .anyMatch(clause -> clause.findFirst(ThrowStmt.class, s -> !isOwn(clause, s)).isPresent()
                        || clause.findFirst(MethodCallExpr.class, call -> run.resolver.method(call)
                                .flatMap(run.calls::body).isPresent()).isPresent());
    }

    private boolean isOwn(CatchClause clause, ThrowStmt s) {
        return run.resolver.declarationOf(s.getExpression()).filter(it -> it == clause.getParameter()).isPresent();
    }

    /** Adds what code changed that ran in the given try statements. */
    void add(Changes.Changed now, Node code, Collection<TryStmt> around) {
        Map<Node, Changes.Changed> known = new IdentityHashMap<>();
        Set<VariableElement> all = new HashSet<>();
        Deque<Leading> next = new ArrayDeque<>(List.of(new Leading(EnclosingCode.home(code), now)));
        while (!next.isEmpty()) {
            Leading at = next.pop();
            Changes.Changed before = known.getOrDefault(at.code(), Changes.Changed.NOTHING);
            if (before.covers(at.changed()) && known.containsKey(at.code())) {
                continue;
            }
            Changes.Changed joined = before.and(at.changed());
            known.put(at.code(), joined);
            all.addAll(joined.variables());
            if (!isClose(EnclosingCode.home(code))) {
                told.addAll(joined.variables());
            }
            Collection<Node> sites = run.inlining.sitesOf(at.code());
            sites.forEach(site -> next.add(new Leading(EnclosingCode.home(site),
                    changes.lift(joined, site, at.code()))));
            if (sites.isEmpty() || at.code() == run.home) {
                homes.add(at.code());
                lasting = lasting.and(new Changes.Changed(Optional.empty(),
                        outliving(joined.variables(), at.code()), joined.unknown()));
            }
        }
        around.forEach(t -> changed.computeIfAbsent(t, key -> new HashSet<>()).addAll(all));
    }

    /** Returns the variables whose objects are there when the code has failed: all but its own locals. */
    private Set<VariableElement> outliving(Set<VariableElement> variables, Node home) {
        Set<VariableElement> all = new LinkedHashSet<>();
        for (VariableElement v : variables) {
            boolean own = v.getKind() != ElementKind.FIELD && !Assignments.isParameter(run.resolver, v)
                    && run.resolver.declaration(v).filter(it -> Enclosing.isAround(home, it)).isPresent()
                    && roots.of(v).areOwn();
            boolean stream = run.resolver.isSubtype(v.asType(), CLOSEABLE) && run.holders.contains(v);
            boolean set = Assignments.isParameter(run.resolver, v) && v.asType().getKind().isPrimitive();
            if (!own && !stream && !set) {
                all.add(v);
            }
        }
        return all;
    }

    /** Raises a doubt for each handler of the run, and of the code that leads to it, that sees a change. */
    void check(Set<TryStmt> written) {
        for (TryStmt t : written) {
            boolean goesOn = goesOn(t);
            Node home = EnclosingCode.home(t);
            boolean last = isLast(home) && behind(t).isEmpty();
            if (goesOn && !last && (lasting.unknown()
                    || !outliving(changed.getOrDefault(t, Set.of()), home).isEmpty())) {
                run.doubt(GuardKind.SAME_ERRORS, t, GOES_ON);
            }
            look(t, changed.getOrDefault(t, Set.of()), goesOn);
        }
        callers();
        boolean finalizes = view.stream().anyMatch(unit -> unit.findFirst(MethodDeclaration.class,
                method -> method.getNameAsString().equals("finalize") && method.getParameters().isEmpty()).isPresent());
        if (run.startsThreads || finalizes) {
            threads();
        }
    }

    /** Others run on, or come when an error has ended a thread, and read what was changed. */
    private void threads() {
        Set<VariableElement> all = new HashSet<>(lasting.variables());
        changed.values().forEach(all::addAll);
        Set<Node> seen = TypestateRun.identitySet();
        for (CompilationUnit unit : view) {
            for (Node code : unit.findAll(Node.class, it -> it instanceof LambdaExpr
                    || it instanceof MethodReferenceExpr || it instanceof MethodDeclaration
                    && started.isAskedForOutside((MethodDeclaration) it))) {
                if (!homes.contains(code) && (changes.readIn(code, seen).stream().anyMatch(all::contains)
                        || lasting.unknown() && code.findFirst(Expression.class, this::seesOthers).isPresent())) {
                    run.doubt(GuardKind.SAME_ERRORS, code,
                            "another thread may see here what was changed: with a buffer that is more after an error");
                    return;
                }
            }
        }
    }

    /** Nobody is told how a program's main method ends, but for code that calls it by itself. */
    private boolean isLast(Node home) {
        return Callers.isEntry(run.resolver, home) && calls(home).isEmpty();
    }

    /** Looks at what a handler reads, at what is behind it, and at the loop round it. */
    private void look(TryStmt t, Set<VariableElement> set, boolean goesOn) {
        List<Expression> readers = new ArrayList<>();
        t.getCatchClauses().stream().filter(this::mayCatch)
                .forEach(clause -> readers.addAll(clause.getBody().findAll(Expression.class)));
        t.getFinallyBlock().ifPresent(block -> readers.addAll(block.findAll(Expression.class)));
        if (goesOn) {
            readers.addAll(behind(t));
        }
        t.getResources().stream().filter(resource -> tells(resource, set)).findFirst().ifPresent(resource ->
                run.doubt(GuardKind.SAME_ERRORS, resource, "what is closed here may tell after an error how far the"
                        + " code came: with a buffer it came further"));
        readers.stream().filter(e -> sees(e, set)).findFirst().ifPresent(e ->
                run.doubt(GuardKind.SAME_ERRORS, e, e + " tells after an error how far the code came:"
                        + " with a buffer it came further"));
    }

    /** Returns whether closing an object of the program's own reads what was changed. */
    private boolean tells(Expression resource, Set<VariableElement> set) {
        Optional<VariableElement> variable = StatementTransfer.declared(resource)
                .flatMap(v -> run.resolver.variable(v)).or(() -> run.resolver.variable(resource));
        Set<VariableElement> read = changes.readBy(resource);
        boolean own = variable.filter(v -> set.contains(v) && !run.holders.contains(v)).isPresent();
        return own && !read.isEmpty() || read.stream().anyMatch(v -> set.contains(v) && told.contains(v));
    }

    private static boolean isClose(Node code) {
        return code instanceof MethodDeclaration method && method.getNameAsString().equals("close")
                && method.getParameters().isEmpty();
    }

    private List<Expression> behind(TryStmt t) {
        Optional<Statement> loop = Optional.empty();
        for (Node up = t; up != EnclosingCode.home(t); up = up.getParentNode().orElseThrow()) {
            loop = LongWork.isLoop(up) ? Optional.of((Statement) up) : loop;
        }
        List<Expression> all = new ArrayList<>();
        Optional<Statement> around = loop;
        EnclosingCode.body(EnclosingCode.home(t)).ifPresent(body -> body.findAll(Expression.class).stream()
                .filter(e -> isBehind(e, t) || around
                        .filter(it -> Enclosing.isAround(it, e) && isOlder(e, it)).isPresent())
                .forEach(all::add));
        return all;
    }

    private static boolean isBehind(Expression e, TryStmt t) {
        return e.getRange().flatMap(range -> t.getRange().map(around -> range.begin.isAfter(around.end)))
                .orElse(false);
    }

    /** A variable that is declared in the loop is a new one in each round. */
    private boolean isOlder(Expression e, Statement loop) {
        return run.resolver.variable(e).flatMap(run.resolver::declaration)
                .filter(it -> Enclosing.isAround(loop, it)).isEmpty();
    }

    private boolean sees(Expression e, Set<VariableElement> set) {
        boolean closes = e instanceof MethodCallExpr call && closes(call);
        if (changes.readBy(e).stream().anyMatch(v -> set.contains(v) && (!closes || told.contains(v)))
                || lasting.unknown() && seesOthers(e)) {
            return true;
        }
        boolean self = e.isThisExpr() && !(e.getParentNode().orElseThrow() instanceof FieldAccessExpr);
        Optional<VariableElement> variable = e.isNameExpr() || e.isFieldAccessExpr() ? run.resolver.variable(e)
                : Optional.empty();
        if (variable.isEmpty() || Assignments.isTarget(e) || isGivenUp(e)) {
            return self && set.stream().anyMatch(v -> v.getKind() == ElementKind.FIELD);
        }
        boolean counted = run.holders.contains(variable.get()) && asksWrapper(e);
        return counted || set.contains(variable.get())
                || roots.of(variable.get()).variables().stream()
                        .anyMatch(v -> set.contains(v) && !isCursorOf(v, variable.get()));
    }

    /** A cursor leaves what it goes through as it is. */
    private boolean isCursorOf(VariableElement cursor, VariableElement collection) {
        return Changes.CURSORS.stream().anyMatch(type -> run.resolver.isSubtype(cursor.asType(), type))
                && run.resolver.isSubtype(collection.asType(), "java.util.Collection");
    }

    /** Returns whether the expression asks for an object that code which is not seen may have changed. */
    private boolean seesOthers(Expression e) {
        Optional<VariableElement> field = e.isNameExpr() || e.isFieldAccessExpr() ? run.resolver.variable(e)
                .filter(v -> v.getKind() == ElementKind.FIELD && !v.asType().getKind().isPrimitive()
                        && !run.resolver.isPlatform(v) && !run.holders.contains(v)) : Optional.empty();
        boolean called = e.getParentNode().filter(parent -> parent instanceof MethodCallExpr call
                && call.getScope().filter(scope -> scope == e).isPresent()
                && call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent()).isPresent();
        return field.filter(v -> !Assignments.isTarget(e) && !roots.of(v).variables().isEmpty()).isPresent()
                && !called;
    }

    /** A wrapper of the stream says how much was written to it. */
    private boolean asksWrapper(Expression e) {
        return e.getParentNode().filter(parent -> parent instanceof MethodCallExpr call && call.getScope()
                .filter(scope -> scope == e).isPresent() && run.resolver.method(call).flatMap(run.jdk::effect)
                .filter(JdkEffect.OWN::equals).isPresent()).isPresent();
    }

    /** Closing, a test for null, a lock and what ends a thread tell nothing. */
    private boolean isGivenUp(Expression e) {
        Node parent = e.getParentNode().orElseThrow();
        if (parent instanceof MethodCallExpr call && call.getScope().filter(scope -> scope == e).isPresent()) {
            Optional<ExecutableElement> method = run.resolver.method(call).filter(run.resolver::isPlatform);
            boolean quiet = method.flatMap(run.jdk::effect).filter(it -> TypestateRun.isOneOf(it, JdkEffect.CLOSE,
                    JdkEffect.INTERRUPTS, JdkEffect.QUIET)).isPresent() || method
                    .filter(it -> run.resolver.key(it).owner().startsWith("java.util.concurrent.locks.")).isPresent();
            boolean discarded = call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent()
                    && quiet && run.captures.hasClosedArguments(call);
            return discarded || closes(call);
        }
        return run.resolver.isSubtype(e, CLOSEABLE) && parent instanceof BinaryExpr test
                && (test.getLeft().isNullLiteralExpr() || test.getRight().isNullLiteralExpr());
    }

    private boolean closes(MethodCallExpr call) {
        return call.getArguments().isEmpty() && call.getNameAsString().equals("close")
                && call.getScope().filter(scope -> run.resolver.isSubtype(scope, CLOSEABLE)).isPresent();
    }

    /** An error of a write may be another one when it comes here. */
    private boolean mayCatch(CatchClause clause) {
        return run.statements.tries().mayCatchErrors(clause) || TryTransfer.types(clause).stream()
                .flatMap(type -> run.resolver.type(type).stream()).anyMatch(this::mayCarry);
    }

    private boolean mayCarry(TypeMirror type) {
        boolean carries = CARRYING.stream().anyMatch(name -> run.resolver.isSubtype(type, name));
        boolean wraps = run.resolver.className(type).filter(WRAPPING::contains).isPresent()
                || run.resolver.classOf(type).filter(run.resolver::isPlatform).isEmpty();
        return carries || converted && wraps;
    }

    private boolean goesOn(TryStmt t) {
        return t.getCatchClauses().stream().anyMatch(clause -> mayCatch(clause)
                && run.statements.tries().goesOn(clause))
                || t.getFinallyBlock().filter(TryTransfer::mayEndByItself).isPresent();
    }

    /** Code in view, and what is changed in it as its own variables name it. */
    private record Leading(Node code, Changes.Changed changed) {}

    private void callers() {
        boolean lasts = lasting.unknown() || !lasting.variables().isEmpty();
        Optional<Set<CompilationUnit>> others = lasts ? Callers.all(run.sources, homes) : Optional.of(Set.of());
        if (others.isEmpty()) {
            run.doubt(GuardKind.SAME_ERRORS, run.home, "more files lead here than are looked through, and some of them"
                    + " may see after an error what was changed");
        }
        view.addAll(others.orElse(Set.of()));
        Deque<Leading> next = new ArrayDeque<>();
        homes.forEach(home -> next.add(new Leading(home, lasting)));
        Map<Node, Changes.Changed> known = new IdentityHashMap<>();
        while (!next.isEmpty()) {
            Leading at = next.pop();
            Changes.Changed before = known.getOrDefault(at.code(), Changes.Changed.NOTHING);
            Changes.Changed all = before.and(at.changed());
            if (all.equals(before)) {
                continue;
            }
            known.put(at.code(), all);
            if (isRunByOthers(at.code())) {
                run.doubt(GuardKind.SAME_ERRORS, at.code(), GOES_ON);
            }
            for (Expression call : calls(at.code())) {
                if (call instanceof MethodReferenceExpr && isRunByOthers(call)) {
                    run.doubt(GuardKind.SAME_ERRORS, call, GOES_ON);
                }
                Changes.Changed up = changes.lift(all, call, at.code());
                Node home = EnclosingCode.home(call);
                if (passes(call, up, home)) {
                    next.add(new Leading(home, new Changes.Changed(Optional.empty(),
                            outliving(up.variables(), home), up.unknown())));
                }
            }
        }
    }

    /** Looks at the try statements round a call; returns whether an error may leave the code that calls. */
    private boolean passes(Expression call, Changes.Changed up, Node home) {
        Node inner = call;
        for (Node at = call; at != home; at = at.getParentNode().orElseThrow()) {
            Node from = inner;
            inner = at;
            if (!(at instanceof TryStmt t) || t.getCatchClauses().contains(from)
                    || t.getFinallyBlock().filter(block -> block == from).isPresent()) {
                continue;
            }
            boolean goesOn = goesOn(t);
            Set<VariableElement> out = outliving(up.variables(), home);
            boolean last = isLast(home) && behind(t).isEmpty();
            if (goesOn && (!out.isEmpty() || up.unknown()) && !last) {
                Optional<Node> clause = t.getCatchClauses().stream().map(Node.class::cast).findFirst();
                run.doubt(GuardKind.SAME_ERRORS, clause.orElse(t),
                        "the program goes on here after an error: with a buffer more was changed until then");
            }
            look(t, up.variables(), goesOn);
            if (goesOn && t.getCatchClauses().stream().anyMatch(run.statements.tries()::catchesErrors)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the JDK calls the code, in a thread or for a purpose of its own. */
    private boolean isRunByOthers(Node code) {
        if (code instanceof LambdaExpr || code instanceof MethodReferenceExpr) {
            return code.getParentNode().filter(MethodCallExpr.class::isInstance)
                    .flatMap(run.resolver::method).filter(run.resolver::isPlatform)
                    .filter(method -> run.jdk.effect(method).isEmpty()).isEmpty();
        }
        return code instanceof MethodDeclaration method && started.isAskedForOutside(method);
    }

    /** Returns the expressions in view by which the code may be run. */
    private List<Expression> calls(Node code) {
        if (code instanceof LambdaExpr lambda) {
            return List.of(lambda);
        }
        Optional<TypeElement> made = code instanceof CallableDeclaration && !(code instanceof ConstructorDeclaration)
                ? Optional.empty() : (code instanceof TypeDeclaration ? Optional.of(code) : code.getParentNode())
                        .filter(TypeDeclaration.class::isInstance).flatMap(run.resolver::declaredClass);
        Optional<ExecutableElement> method = made.isEmpty() && code instanceof CallableDeclaration
                ? run.resolver.method(code) : Optional.empty();
        String name = code instanceof CallableDeclaration<?> callable ? callable.getNameAsString() : "";
        List<Expression> all = new ArrayList<>();
        for (Expression e : callsInView()) {
            boolean creates = made.isPresent() && e instanceof ObjectCreationExpr
                    && run.resolver.isSubtype(e, run.resolver.binaryName(made.get()))
                    || made.isPresent() && e instanceof MethodReferenceExpr reference
                    && reference.getIdentifier().equals("new");
            boolean named = e instanceof MethodCallExpr call && call.getNameAsString().equals(name)
                    || e instanceof MethodReferenceExpr;
            if (creates || named && method.isPresent() && run.resolver.method(e).filter(it -> it.equals(method.get())
                    || called.replacing(it).contains(code)).isPresent()) {
                all.add(e);
            }
        }
        return all;
    }

    private List<Expression> callsInView() {
        if (callsInView == null) {
            callsInView = view.stream().flatMap(unit -> unit.findAll(Expression.class, e -> e instanceof MethodCallExpr
                    || e instanceof ObjectCreationExpr || e instanceof MethodReferenceExpr).stream()).toList();
        }
        return callsInView;
    }
}
