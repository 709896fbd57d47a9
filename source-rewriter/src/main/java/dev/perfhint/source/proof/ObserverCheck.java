package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Looks for evident counter-evidence to what is assumed of the surroundings, in the source files in view.
 *
 * <p>Coarse: what runs while bytes are held is what the run met then, and whatever it calls; code that others may start
 * at any time (lambdas, initialisers, methods that a class without source asks for) counts as running then. Where it
 * must choose, it doubts.
 */
final class ObserverCheck {
    private static final int MAX_CALLABLES = 2_000;
    private static final int MAX_MAKERS = 3;
    private static final Set<String> IN_MEMORY = Set.of("java.io.ByteArrayOutputStream", "java.io.StringWriter",
            "java.io.CharArrayWriter", "java.util.StringJoiner");

    /** Packages by which code is run that is not seen. */
    private static final Set<String> RUNNING = Set.of("java.lang.reflect", "java.lang.invoke", "java.util.spi",
            "javax.tools", "javax.script");
    private static final Set<String> MAKERS = Set.of("java.lang.reflect.Constructor");
    private static final Set<String> REDIRECTS = Set.of("setOut", "setErr");

    private final TypestateRun run;
    private final Resolver resolver;
    private final StartedCode started;
    private final UnusedCode unused;
    private final SameFile same;
    private final NamesInView files;
    private final Set<Node> seen = TypestateRun.identitySet();
    private final CalledCode called;
    private final Collection<CompilationUnit> view;
    private final ViewNames names;
    private final Deque<Node> bodies = new ArrayDeque<>();
    /** The classes whose code opens the stream, and those above them. */
    private final Set<TypeElement> opening = new HashSet<>();
    private final List<Expression> daemons = new ArrayList<>();
    private boolean startsThreads;
    private boolean startsUnseen;
    private boolean reachesCreation;
    private boolean meetsUnknown;
    private boolean runsAny;
    private boolean makesAny;
    private boolean setsOutput;
    private Node unknown;

    private ObserverCheck(TypestateRun run, Optional<Expression> path, Collection<CompilationUnit> view) {
        this.run = run;
        this.view = view;
        this.names = new ViewNames(view);
        this.resolver = run.resolver;
        this.called = new CalledCode(run, names);
        this.started = new StartedCode(run, called);
        this.files = new NamesInView(run, names, view);
        this.same = new SameFile(run, files.onlyName(path));
        this.unused = new UnusedCode(run, names);
        run.creations.stream().map(EnclosingCode::home).filter(CallableDeclaration.class::isInstance)
                .flatMap(home -> home.getParentNode().stream()).filter(TypeDeclaration.class::isInstance)
                .flatMap(type -> resolver.declaredClass(type).stream()).map(run.calls::ancestors)
                .forEach(opening::addAll);
    }

    /** Only a file that is mapped is read through a buffer of {@code java.nio}. */
    private boolean mayBeOnFile(Expression e) {
        return same.mayBeOnFile(e) && (!resolver.isSubtype(e, "java.nio.Buffer")
                || files.calls("java.nio.channels.FileChannel", "map"));
    }

    static void check(TypestateRun run, Optional<Expression> path, Collection<CompilationUnit> view) {
        ObserverCheck check = new ObserverCheck(run, path, view);
        check.files.devices(path);
        view.forEach(check::starts);
        run.startsThreads = check.startsThreads;
        boolean concurrent = check.startsUnseen;
        run.given.forEach(node -> check.resolver.method(node).ifPresent(method -> check.looksAtPaths(node, method)));
        run.held.forEach(node -> check.judge(node, true));
        Stream.of(run.held, run.given, run.callsBack).flatMap(Collection::stream).filter(Expression.class::isInstance)
                .flatMap(node -> check.called.calledBack((Expression) node).stream())
                .filter(node -> !check.unused.isUnused(node)).forEach(node -> check.body(node, true));
        check.follow(true);
        boolean callbacks = check.startsThreads || !run.callsBack.isEmpty() || !run.given.isEmpty()
                || run.held.stream().anyMatch(check::mayCallBack);
        view.forEach(unit -> check.anyTime(unit, concurrent, callbacks));
        check.follow(false);
        if (check.startsThreads && !concurrent && check.reachesCreation) {
            // who started the thread that creates the stream goes on beside it
            view.forEach(unit -> check.anyTime(unit, true, true));
            check.follow(false);
        }
        check.reflection();
        check.files.times(check.same);
        check.unknownHandles();
        check.daemons();
    }

    /** What reflection runs, or makes, is looked for in all that is in view. */
    private void reflection() {
        if (makesAny || runsAny) {
            for (CompilationUnit unit : view) {
                anyTime(unit, runsAny, runsAny);
                unit.findAll(BodyDeclaration.class, each -> each instanceof ConstructorDeclaration
                        || each instanceof CompactConstructorDeclaration
                        || each instanceof FieldDeclaration field && !field.isStatic()).forEach(this::body);
            }
            follow(false);
        }
    }

    /** A thread that does not keep the program alive may end with bytes in the buffer. */
    private void daemons() {
        if (startsThreads && reachesCreation && run.policy.isOutput()) {
            daemons.stream().filter(e -> e.findAll(Expression.class).stream()
                    .noneMatch(each -> resolver.constant(each).filter(Boolean.FALSE::equals).isPresent()))
                    .forEach(e -> run.doubt(GuardKind.NO_CRASH, e,
                            name(e) + " may let the thread that writes die with the program"));
        }
    }

    /** Code that may start at any time: nobody in view calls it by its name. */
    private void anyTime(CompilationUnit unit, boolean concurrent, boolean callbacks) {
        for (Node node : unit.findAll(Node.class)) {
            if (unused.isUnused(node)) {
                continue;
            }
            if (!callbacks
                    && (node instanceof LambdaExpr || node instanceof MethodReferenceExpr
                            || node instanceof MethodDeclaration)) {
                continue;
            }
            if (node instanceof LambdaExpr lambda) {
                body(lambda.getBody());
            } else if (hasRunBefore(node)) {
                continue;
            } else if (node instanceof InitializerDeclaration || Captures.isOfClass(node)) {
                body(node);
            } else if (node instanceof MethodReferenceExpr reference) {
                judge(reference, false);
            } else if (node instanceof MethodDeclaration method && method.getBody().isPresent()
                    && (concurrent || started.isAskedForOutside(method))) {
                body(method);
            }
        }
    }

    /** A class is initialised before code of its own opens the stream, and the classes above it before that. */
    private boolean hasRunBefore(Node node) {
        return Captures.isOfClass(node)
                && (node.getParentNode().flatMap(resolver::declaredClass).filter(opening::contains).isPresent()
                || run.creations.stream().allMatch(creation -> isOfWhatMakes(creation, node, 0)));
    }

    /** Returns whether the code is that of an object which the initialiser makes, or which only such objects make. */
    private boolean isOfWhatMakes(Expression code, Node initialiser, int depth) {
        Node home = EnclosingCode.home(code);
        boolean ofObject = home instanceof CallableDeclaration<?> callable && !callable.isStatic();
        Optional<TypeElement> type = ofObject ? home.getParentNode().flatMap(resolver::declaredClass)
                : Optional.empty();
        Optional<Mentions.Uses> uses = depth > MAX_MAKERS ? Optional.empty() : type.map(Mentions.of(run.sources)::uses);
        return uses.filter(each -> each.complete() && each.others().isEmpty() && !each.creations().isEmpty()
                && each.creations().stream().allMatch(made -> Enclosing.isAround(initialiser, made)
                        || isOfWhatMakes(made, initialiser, depth + 1))).isPresent();
    }

    /**
     * Returns whether code that is given to it may run when the call runs: one that is not seen and not in the table.
     */
    private boolean mayCallBack(Node call) {
        Optional<ExecutableElement> method = call instanceof MethodCallExpr || call instanceof ObjectCreationExpr
                ? resolver.method(call) : Optional.empty();
        return method.isEmpty() || resolver.declaration(method.get()).isPresent()
                || run.jdk.effect(method.get()).isEmpty()
                || !run.captures.hasClosedArguments(call);
    }

    /** Looks at what code in the file starts: threads, and processes, which may read the file at any time. */
    private void starts(CompilationUnit unit) {
        List<Expression> interrupts = new ArrayList<>();
        for (Expression e : unit.findAll(Expression.class)) {
            Optional<JdkEffect> effect = e.isMethodCallExpr() || e.isMethodReferenceExpr() || e.isObjectCreationExpr()
                    ? resolver.method(e).flatMap(run.jdk::effect) : Optional.empty();
            if (effect.filter(it -> it == JdkEffect.RUNS || it == JdkEffect.RUNS_DAEMON).isPresent()) {
                startsThreads = true;
                if (!started.keepsAlive(e)) {
                    daemons.add(e);
                }
                Optional<List<MethodDeclaration>> code = started.by(e);
                startsUnseen |= code.isEmpty();
                code.ifPresent(all -> all.forEach(this::body));
            } else if (effect.filter(JdkEffect.DAEMON::equals).isPresent() || effect.isEmpty() && started.isBy(e)) {
                startsThreads |= effect.isEmpty();
                if (!started.isOfScreen(e)) {
                    daemons.add(e);
                }
            } else if (effect.filter(JdkEffect.INTERRUPTS::equals).isPresent()) {
                interrupts.add(e);
            } else if (effect.filter(JdkEffect.STARTS::equals).isPresent()) {
                observer(e, name(e) + " starts a process, which may read the file while bytes are in the buffer");
            }
            boolean hook = run.policy.isOutput() && e.isMethodCallExpr() && resolver.method(e).map(resolver::key)
                    .filter(key -> key.owner().equals("java.lang.Runtime") && key.name().equals("addShutdownHook"))
                    .isPresent();
            if (hook) {
                run.doubt(GuardKind.NO_CRASH, e, "the program expects here to be ended from outside");
            }
            setsOutput |= e.isMethodCallExpr() && resolver.method(e).map(resolver::key)
                    .filter(key -> key.owner().equals("java.lang.System") && REDIRECTS.contains(key.name()))
                    .isPresent();
        }
        if (startsThreads) {
            interrupts.forEach(this::interrupts);
        }
    }

    /** A file that was opened by way of a channel is closed when its thread is interrupted. */
    private void interrupts(Node call) {
        if (run.creations.stream().anyMatch(Expression::isMethodCallExpr)) {
            run.doubt(GuardKind.NO_REUSE, call,
                    name(call) + " may interrupt the thread, which closes the stream's channel:"
                    + " a buffer meets that later than the raw stream");
        }
    }

    private void body(Node node) {
        body(node, false);
    }

    /** What the run went through is known, but not when it is called from code that was not run. */
    private void body(Node node, boolean held) {
        reachesCreation |= run.creations.stream()
                .anyMatch(creation -> EnclosingCode.home(creation) == node || Enclosing.isAround(node, creation))
                || run.creators.contains(node);
        if ((held || !run.executed.contains(node)) && seen.add(node)) {
            bodies.add(node);
        }
        if (seen.size() == MAX_CALLABLES) {
            observer(node, "more code may run while bytes are in the buffer than is looked through");
        }
    }

    private void follow(boolean held) {
        while (!bodies.isEmpty() && seen.size() <= MAX_CALLABLES) {
            Node body = bodies.pop();
            for (Expression e : body.findAll(Expression.class)) {
                if ((e.isMethodCallExpr() || e.isObjectCreationExpr()) && !run.creations.contains(e)) {
                    judge(e, held);
                }
            }
        }
    }

    private void judge(Node call, boolean held) {
        Optional<ExecutableElement> method = resolver.method(call);
        if (method.isEmpty()) {
            if (held && inView(call)) {
                run.doubt(GuardKind.QUIET_CALLS, call, "what runs here is " + resolver.reason(call));
            }
            return;
        }
        Optional<Node> source = resolver.declaration(method.get());
        called.replacing(method.get()).forEach(each -> body(each, held));
        if (call instanceof ObjectCreationExpr made) {
            made.getAnonymousClassBody().ifPresent(members -> members.forEach(each -> body(each, held)));
            construction((TypeElement) method.get().getEnclosingElement(), held);
        }
        if (source.filter(TypeDeclaration.class::isInstance).isPresent()) {
            return;
        }
        if (source.isPresent()) {
            source.get().findCompilationUnit().ifPresent(run.units::add);
            body(source.get(), held);
            return;
        }
        if (run.spared.contains(call)) {
            return;
        }
        Optional<JdkEffect> effect = run.jdk.effect(method.get());
        if (held && call instanceof MethodCallExpr used && effect.filter(JdkEffect.CLOSE::equals).isEmpty()) {
            handles(used);
        }
        if (run.creations.contains(call)) {
            return;
        }
        if (effect.isEmpty()) {
            if (resolver.isPlatform(method.get())) {
                unknown(call, method.get(), held);
            }
            return;
        }
        switch (effect.get()) {
            case LOOKS, OPENS_READ, RENAMES -> {
                if (run.policy.isOutput()) {
                    looks(call, method.get());
                }
            }
            case LOADS -> {
                if (run.policy.isOutput()) {
                    observer(call, name(call) + " may load what is in the file while bytes are in the buffer");
                }
            }
            case CHANGES -> looks(call, method.get());
            case OPENS_WRITE -> opens(call, method.get());
            case STARTS ->
                    observer(call,
                            name(call) + " starts a process, which may read the file, while bytes are in the buffer");
            case EXITS -> {
                if (run.policy.isOutput()) {
                    run.doubt(GuardKind.NO_CRASH, call, name(call) + " ends the program while bytes are in the buffer");
                }
            }
            case INTERRUPTS -> interrupts(call);
            case READ -> reads(call, held);
            case FROM -> {
                looksAtPaths(call, method.get());
                reads(call, held);
            }
            case INTO -> {
                looksAtPaths(call, method.get());
                writes(call, held);
            }
            case WRITE, LINE -> writes(call, held);
            default -> { }
        }
    }

    /** A method of the JDK's that is not in the table may read what it is given, and the file that its object is of. */
    private void unknown(Node call, ExecutableElement method, boolean held) {
        if (same.asksForPath(method) || run.policy.isOutput() && same.mayOpenByName(method)) {
            looks(call, method);
        }
        String home = resolver.elements().getPackageOf(method).getQualifiedName().toString();
        if (held && RUNNING.contains(home) && !method.getSimpleName().toString().startsWith("get")) {
            TypeElement owner = (TypeElement) method.getEnclosingElement();
            boolean makes = MAKERS.contains(resolver.binaryName(owner));
            makesAny |= makes;
            runsAny |= !makes;
            if (run.policy.isOutput()) {
                observer(call, name(call) + " may run any code while bytes are in the buffer");
            }
        }
        boolean others = held && call instanceof MethodCallExpr used
                && Stream.concat(used.getScope().stream(), used.getArguments().stream())
                        .anyMatch(e -> mayBeOnFile(e) && same.isOfOthers(e));
        meetsUnknown |= others;
        unknown = others ? call : unknown;
    }

    /** A call that is not resolved may mean what the files in view declare. */
    private boolean inView(Node call) {
        String name = call instanceof MethodCallExpr m ? m.getNameAsString()
                : call instanceof ObjectCreationExpr made ? made.getType().getNameAsString() : "";
        return names.isDeclared(name);
    }

    /** Creating an object runs the constructors of its ancestors and what initialises its fields. */
    private void construction(TypeElement type, boolean held) {
        for (TypeElement at : run.calls.ancestors(type)) {
            resolver.declaration(at).filter(TypeDeclaration.class::isInstance)
                    .ifPresent(declared -> ((TypeDeclaration<?>) declared).getMembers().stream()
                            .filter(member -> !(member instanceof MethodDeclaration)
                                    && !(member instanceof TypeDeclaration))
                            .forEach(member -> body(member, held)));
        }
    }

    private void looks(Node call, ExecutableElement method) {
        if (same.mayBeSame(call, method)) {
            observer(call, name(call) + " may look at the same file while bytes are in the buffer");
        }
    }

    private void looksAtPaths(Node call, ExecutableElement method) {
        if (call instanceof MethodCallExpr m && m.getArguments().stream().anyMatch(same::isFile)) {
            looks(call, method);
        }
    }

    /** What is used here may have been made by opening the same file before. */
    private void handles(MethodCallExpr call) {
        List<Expression> named = new ArrayList<>(call.getArguments());
        call.getScope().ifPresent(named::add);
        boolean opened = named.stream().filter(e -> e.isNameExpr() || e.isFieldAccessExpr())
                .flatMap(e -> resolver.variable(e).stream())
                .filter(v -> !v.asType().getKind().isPrimitive()
                        && !resolver.isSubtype(v.asType(), "java.lang.CharSequence"))
                .anyMatch(v -> run.policy.isOutput() && same.opensSame(v, JdkEffect.OPENS_READ)
                        || same.opensSame(v, JdkEffect.OPENS_WRITE));
        if (opened) {
            observer(call, name(call) + " uses what may be the same file while bytes are in the buffer");
        }
    }

    private void opens(Node call, ExecutableElement method) {
        if (!run.policy.isOutput() && same.onlyReads(call) || !same.mayBeSame(call, method)) {
            return;
        }
        GuardKind guard = run.policy.isOutput() ? GuardKind.NO_OTHER_HANDLE : GuardKind.UNCHANGED_INPUT;
        run.doubt(guard, call, name(call) + " may open the same file for writing while bytes are in the buffer");
    }

    private void observer(Node place, String message) {
        run.doubt(run.policy.isOutput() ? GuardKind.NO_OBSERVER : GuardKind.UNCHANGED_INPUT, place, message);
    }

    /**
     * Reading from a stream that is not opened in view is an observer if the files in view open one that may be the
     * file.
     */
    private void reads(Node call, boolean held) {
        if (!held || !run.policy.isOutput() || !(call instanceof MethodCallExpr m) || m.getScope().isEmpty()) {
            return;
        }
        Expression from = m.getScope().get();
        if (resolver.variable(from).filter(v -> same.opensSame(v, JdkEffect.OPENS_READ)).isPresent()) {
            observer(call, name(call) + " may read the same file while bytes are in the buffer");
        }
        boolean unseen = same.isOfOthers(from);
        meetsUnknown |= unseen;
        unknown = unseen ? call : unknown;
    }

    private void unknownHandles() {
        if (!meetsUnknown) {
            return;
        }
        JdkEffect how = run.policy.isOutput() ? JdkEffect.OPENS_READ : JdkEffect.OPENS_WRITE;
        for (CompilationUnit unit : view) {
            for (Expression e : unit.findAll(Expression.class)) {
                Optional<ExecutableElement> method = e.isMethodCallExpr() || e.isObjectCreationExpr()
                        ? resolver.method(e) : Optional.empty();
                boolean maps = method.map(resolver::key).filter(key -> key.name().equals("map")
                        && key.owner().equals("java.nio.channels.FileChannel")).isPresent();
                if (maps || method.isPresent() && same.opens(e, method.get(), how)) {
                    observer(unknown,
                            "what is used here may be the same file, which line " + Doubts.line(e) + " opens");
                    return;
                }
            }
        }
    }

    /** Writing to another stream whose origin is not seen may write to the same file. */
    private void writes(Node call, boolean held) {
        if (!held || !(call instanceof MethodCallExpr m) || m.getScope().isEmpty()) {
            return;
        }
        Expression to = m.getScope().get();
        Optional<VariableElement> variable = resolver.variable(to);
        boolean memory = resolver.className(to).filter(IN_MEMORY::contains).isPresent();
        boolean system = variable.filter(v -> resolver.isPlatform(v)).isPresent();
        if (system && setsOutput) {
            run.doubt(GuardKind.NO_OTHER_HANDLE, call, "standard output is redirected, perhaps to the same file");
        }
        boolean others = !memory && !system && same.isOfOthers(to);
        if (variable.filter(v -> same.opensSame(v, JdkEffect.OPENS_WRITE)).isPresent()) {
            run.doubt(run.policy.isOutput() ? GuardKind.NO_OTHER_HANDLE : GuardKind.UNCHANGED_INPUT, call,
                    name(call) + " may write to the same file while bytes are in the buffer");
        } else if (others && run.policy.isOutput()) {
            run.doubt(GuardKind.NO_OTHER_HANDLE, call,
                    "what " + to + " writes to is not seen: it may be the same file");
        } else if (others) {
            meetsUnknown = true;
            unknown = call;
        }
    }

    private static String name(Node call) {
        return call instanceof MethodCallExpr m ? m.getNameAsString() + "()"
                : call instanceof ObjectCreationExpr o ? "new " + o.getTypeAsString() + "()" : call.toString();
    }
}
