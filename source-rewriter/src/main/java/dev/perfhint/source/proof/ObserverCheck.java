package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Looks for evident counter-evidence to what is assumed of the surroundings, in the source files in view.
 *
 * <p>Coarse: what runs while bytes are held is what the run met then, what that calls in view, and all code in view
 * that others may start at any time: lambdas, method references, initialisers, methods that code out of view may call.
 */
final class ObserverCheck {
    private static final int MAX_CALLABLES = 2_000;
    private static final int MAX_MAKERS = 3;

    private final TypestateRun run;
    private final Resolver resolver;
    private final StartedCode started;
    private final NamesInView files;
    private final SameFile same;
    /** What the calls that are looked at do; all of them where it is known, or evident, that they run meanwhile. */
    private CallsBeside calls;
    private final CallsBeside perhaps;
    private final CallsBeside byThreads;
    private final CalledCode called;
    private final Collection<CompilationUnit> view;
    private final ViewNames names;
    private final Set<Node> seen = TypestateRun.identitySet();
    private final Deque<Node> bodies = new ArrayDeque<>();
    /** The classes whose code opens the stream, and those above them. */
    private final Set<TypeElement> opening = new HashSet<>();
    private final UnusedCode unused;
    /** What ran while bytes were held and may run code that was given away before. */
    private final Set<Node> back = TypestateRun.identitySet();
    private OtherThreads threads;
    private boolean reachesCreation;
    private boolean saidTooMuch;
    /** Whether the code was met by the run; what the run went through is then known to run again. */
    private boolean met = true;

    private ObserverCheck(TypestateRun run, Optional<Expression> path, Collection<CompilationUnit> view) {
        this.run = run;
        this.view = view;
        this.names = new ViewNames(view);
        this.resolver = run.resolver;
        this.called = new CalledCode(run, names);
        this.started = new StartedCode(run, called);
        this.files = new NamesInView(run, names, view);
        this.same = new SameFile(run, files.onlyName(path));
        this.calls = new CallsBeside(run, same, files, view);
        this.unused = new UnusedCode(run, names);
        SameFile evident = same.evident(path, names);
        this.perhaps = new CallsBeside(run, evident, files, view);
        this.byThreads = new CallsBeside(run, evident, files, view, this::mayRunBeside);
        run.creations.stream().map(EnclosingCode::home).filter(CallableDeclaration.class::isInstance)
                .flatMap(home -> home.getParentNode().stream()).filter(TypeDeclaration.class::isInstance)
                .flatMap(type -> resolver.declaredClass(type).stream()).map(run.calls::ancestors)
                .forEach(opening::addAll);
    }

    static void check(TypestateRun run, Optional<Expression> path, Collection<CompilationUnit> view) {
        ObserverCheck check = new ObserverCheck(run, path, view);
        check.files.devices(path);
        Set<Node> leading = new LeadingCode(run, check.names).to(run.creations);
        StartedInView starts = StartedInView.of(run, check.started, view, leading);
        check.threads = new OtherThreads(run, check.started, starts.threads() ? Set.of() : leading,
                starts.givenAway(check.called));
        CallsBeside known = check.calls;
        check.met();
        known.endMet();
        Set<Node> meanwhile = TypestateRun.identitySet();
        meanwhile.addAll(run.executed);
        meanwhile.addAll(check.seen);
        check.met = false;
        starts.code().forEach(check::runs);
        check.follow();
        if (!starts.unseen() && starts.threads() && check.reachesCreation) {
            // who started the thread that creates the stream goes on beside it, and so may another such thread
            check.met = true;
            run.creations.forEach(creation -> check.body(EnclosingCode.home(creation)));
            check.others(method -> true);
            check.met = false;
        }
        boolean any = !check.back.stream().allMatch(check.called::isForeign);
        if (starts.unseen()) {
            check.others(method -> true);
        } else if (starts.byLibrary() || !check.back.isEmpty()) {
            check.calls = check.perhaps;
            check.others(method -> check.started.isAskedFor(method, any) || StartedCode.isOfPattern(method));
        }
        if (starts.threads() || check.started.isCode()) {
            check.calls = check.byThreads;
            check.others(method -> !Callers.isEntry(check.resolver, method));
        }
        check.calls = known;
        check.reflection();
        check.files.times(check.same, check.same.evident(path, check.names), check::isBrief);
        known.finish(new MetCalls(run, check.called, check.started, meanwhile), check.perhaps);
        starts.daemons(check.reachesCreation);
    }

    /** Follows what the run met while bytes were held. */
    private void met() {
        run.given.forEach(node -> resolver.method(node).ifPresent(method -> calls.judgeGiven(node, method)));
        back.addAll(run.callsBack);
        for (Node node : run.held) {
            if (mayCallBack(node)) {
                back.add(node);
            }
            node.walk(Expression.class, this::initialised);
            if (node instanceof Expression e && CalledCode.isResource(e)) {
                called.closing(e).forEach(this::body);
            }
            if (!(node instanceof NameExpr || node instanceof FieldAccessExpr) || CalledCode.isResource(node)
                    || isIterated(node)) {
                judge(node);
            }
        }
        run.callsBack.forEach(node -> calls.texts(node, true));
        Stream.of(run.held, run.given, run.callsBack).flatMap(Collection::stream).filter(Expression.class::isInstance)
                .flatMap(node -> Stream.concat(called.calledBack((Expression) node).stream(),
                        HandedBack.of(run, (Expression) node).stream()))
                .filter(node -> !unused.isUnused(node)).forEach(this::body);
        follow();
    }

    /** Returns whether nothing runs behind the writes that takes, or tells, time: the file's is what it was. */
    private boolean isBrief() {
        return run.given.isEmpty() && run.callsBack.isEmpty() && run.held.stream().allMatch(run.captures::isQuiet)
                && Stream.concat(run.executed.stream(), run.creations.stream().map(EnclosingCode::home))
                        .allMatch(code -> code.findAll(Statement.class, LongWork::isLoop).stream()
                                .allMatch(loop -> isAroundCreation(loop) || !run.work.isSilent(loop)));
    }

    private boolean isAroundCreation(Node code) {
        return run.creations.stream().allMatch(creation -> Enclosing.isAround(code, creation));
    }

    private boolean mayRunBeside(Node code) {
        return threads.mayRun(code);
    }

    private static boolean isIterated(Node node) {
        return node.getParentNode().filter(parent -> parent instanceof ForEachStmt loop && loop.getIterable() == node)
                .isPresent();
    }

    /** What reflection runs, or makes, is looked for in all that is in view. */
    private void reflection() {
        if (calls.makesAny() || calls.runsAny()) {
            for (CompilationUnit unit : view) {
                unit.findAll(MethodDeclaration.class, each -> calls.runsAny() && each.getBody().isPresent()
                        && !Callers.isEntry(resolver, each)).forEach(this::body);
                unit.findAll(BodyDeclaration.class, each -> each instanceof ConstructorDeclaration
                        || each instanceof CompactConstructorDeclaration
                        || each instanceof FieldDeclaration field && !field.isStatic()).forEach(this::body);
            }
            follow();
        }
    }

    /** Looks at code that others may run: lambdas, references, initialisers, and the methods that are asked for. */
    private void others(Predicate<MethodDeclaration> asked) {
        view.forEach(unit -> unit.walk(node -> {
            if ((calls != byThreads || Captures.isOfClass(node)) && unused.isUnused(node)) {
                return;
            }
            if (node instanceof LambdaExpr || node instanceof MethodReferenceExpr
                    || (node instanceof MethodDeclaration method ? asked.test(method) || isFinalizer(method)
                    : Captures.isOfClass(node) && !hasRunBefore(node, run.startsThreads)
                            || called.mayBeMade(node))) {
                runs(node);
            }
        }));
        follow();
    }

    private void runs(Node code) {
        if (code instanceof MethodReferenceExpr) {
            judge(code);
        } else {
            body(code instanceof LambdaExpr lambda ? lambda.getBody() : code);
        }
    }

    /** The JVM runs it at any time in a thread of its own. */
    private static boolean isFinalizer(MethodDeclaration method) {
        return method.getNameAsString().equals("finalize") && method.getParameters().isEmpty();
    }

    /**
     * Returns whether the call may run code that was given away before: one that is not in view and not in the table.
     */
    private boolean mayCallBack(Node call) {
        boolean value = call instanceof NameExpr || call instanceof FieldAccessExpr;
        if (value && !CalledCode.isResource(call) && !isIterated(call)) {
            return run.implicit.initialised((Expression) call)
                    .filter(type -> !run.captures.isQuietToInitialise(type) && !hasRunCode(type, (Expression) call, 0))
                    .isPresent();
        }
        Optional<ExecutableElement> method = call instanceof MethodCallExpr || call instanceof ObjectCreationExpr
                ? resolver.method(call) : Optional.empty();
        boolean known = method.filter(it -> run.jdk.effect(it).isPresent() || called.isOnValues(call, it)).isPresent();
        return method.isEmpty() || isElsewhere(call) || run.calls.body(method.get()).isEmpty()
                && (!known || !run.captures.hasClosedArguments(call)
                || call instanceof MethodCallExpr m && m.getScope().filter(e -> called.mayRunOthers(e)
                        || resolver.isSubtype(e, "java.io.ObjectInput")).isPresent());
    }

    /** Returns whether the call may run code of the sources that is not in view, and that runs other code. */
    private boolean isElsewhere(Node call) {
        return !called.targets(call).stream().allMatch(called::isInView) && !run.captures.isQuiet(call);
    }

    /** Returns whether only code of the class leads to the code by its objects: the class was initialised before. */
    private boolean hasRunCode(TypeElement type, Expression code, int depth) {
        Node home = EnclosingCode.home(code);
        Optional<TypeElement> own = home.getParentNode().flatMap(resolver::declaredClass);
        boolean ofObject = home instanceof CallableDeclaration<?> callable && !callable.isStatic();
        return own.filter(type::equals).isPresent() || ofObject && depth < MAX_MAKERS
                && own.flatMap(this::creations).filter(all -> all.stream()
                        .allMatch(made -> hasRunCode(type, made, depth + 1))).isPresent();
    }

    /** Returns all creations of the class; empty if it may be created in other ways, or never is. */
    private Optional<List<ObjectCreationExpr>> creations(TypeElement type) {
        return Optional.of(Mentions.of(run.sources).uses(type)).filter(each -> each.complete()
                && each.others().isEmpty() && !each.creations().isEmpty()).map(Mentions.Uses::creations);
    }

    /** A class is initialised before code of its own opens the stream, and the classes above it before that. */
    private boolean hasRunBefore(Node node, boolean concurrent) {
        return Captures.isOfClass(node)
                && (node.getParentNode().flatMap(resolver::declaredClass).filter(opening::contains).isPresent()
                || !concurrent && run.creations.stream().allMatch(creation -> isOfWhatMakes(creation, node, 0)));
    }

    /** Returns whether the code is that of an object which the initialiser makes, or which only such objects make. */
    private boolean isOfWhatMakes(Expression code, Node initialiser, int depth) {
        Node home = EnclosingCode.home(code);
        boolean ofObject = home instanceof CallableDeclaration<?> callable && !callable.isStatic();
        Optional<TypeElement> type = ofObject ? home.getParentNode().flatMap(resolver::declaredClass)
                : Optional.empty();
        return (depth > MAX_MAKERS ? Optional.<TypeElement>empty() : type).flatMap(this::creations)
                .filter(all -> all.stream().allMatch(made -> Enclosing.isAround(initialiser, made)
                        || isOfWhatMakes(made, initialiser, depth + 1))).isPresent();
    }

    /** What the run went through is known, but not when it is called from code that was not run. */
    private void body(Node node) {
        reachesCreation |= run.creations.stream()
                .anyMatch(creation -> EnclosingCode.home(creation) == node || Enclosing.isAround(node, creation))
                || run.creators.contains(node);
        if ((met || !run.wentThrough(node)) && seen.add(node)) {
            bodies.add(node);
        }
        if (seen.size() == MAX_CALLABLES) {
            tooMuch(node);
        }
    }

    private void tooMuch(Node place) {
        if (!saidTooMuch && calls != perhaps && calls != byThreads) {
            saidTooMuch = true;
            String message = "more code may run while bytes are in the buffer than is looked through";
            run.doubt(run.policy.isOutput() ? GuardKind.NO_OBSERVER : GuardKind.UNCHANGED_INPUT, place, message);
            if (run.policy.isOutput()) {
                run.doubt(GuardKind.NO_OTHER_HANDLE, place, message);
            }
        }
    }

    private void follow() {
        while (!bodies.isEmpty() && seen.size() <= MAX_CALLABLES) {
            bodies.pop().walk(node -> {
                if (node instanceof Expression e) {
                    initialised(e);
                }
                if (met && (node instanceof MethodCallExpr || node instanceof ObjectCreationExpr
                        || node instanceof NameExpr || node instanceof FieldAccessExpr ? mayCallBack(node)
                        : isElsewhere(node) || node instanceof BinaryExpr sum && run.implicit.joins(sum))) {
                    back.add(node);
                }
                if (node instanceof MethodCallExpr || node instanceof ObjectCreationExpr
                        || node instanceof MethodReferenceExpr || node instanceof ExplicitConstructorInvocationStmt) {
                    judge(node);
                } else if (node instanceof BinaryExpr || node instanceof AssignExpr) {
                    calls.texts(node, met);
                    called.implied((Expression) node).forEach(this::body);
                } else if (node instanceof ForEachStmt loop) {
                    calls.uses(loop.getIterable(), loop.getIterable(), Optional.of(JdkEffect.READ), met);
                } else if (node instanceof Expression e && CalledCode.isResource(e)) {
                    calls.uses(e, e, Optional.of(JdkEffect.CLOSE), met);
                }
            });
        }
    }

    /** The first use of a class, also one that is given as a class or by its name, runs its initialisers. */
    private void initialised(Expression e) {
        Optional<TypeElement> type = e instanceof ClassExpr literal
                ? literal.getParentNode().filter(MethodCallExpr.class::isInstance).flatMap(resolver::method)
                        .filter(resolver::isPlatform).flatMap(method -> resolver.type(literal.getType()))
                        .flatMap(resolver::classOf)
                : e instanceof StringLiteralExpr ? named((StringLiteralExpr) e) : run.implicit.initialised(e);
        type.filter(each -> !resolver.isPlatform(each)).filter(called::isInView)
                .ifPresent(each -> run.captures.initialisers(each).forEach(this::body));
    }

    /** Returns the class that a text names, by which the JDK may make an object of it. */
    private Optional<TypeElement> named(StringLiteralExpr text) {
        return SourceVersion.isName(text.getValue()) && run.sources.declaration(text.getValue()).isPresent()
                ? resolver.classNamed(text.getValue()) : Optional.empty();
    }

    private void judge(Node node) {
        if (run.creations.contains(node) || run.spared.contains(node)) {
            return;
        }
        Optional<ExecutableElement> method = resolver.method(node);
        if (method.isEmpty()) {
            unresolved(node);
            return;
        }
        called.replacingInView(method.get()).forEach(this::body);
        if (!called.isInView(method.get())) {
            return;
        }
        if (node instanceof ObjectCreationExpr made) {
            made.getAnonymousClassBody().ifPresent(members -> members.forEach(this::body));
            called.implied(made).forEach(this::body);
        }
        Optional<Node> source = resolver.declaration(method.get());
        if (source.isEmpty()) {
            calls.judge(node, method.get(), met);
        } else if (!(source.get() instanceof TypeDeclaration)) {
            body(source.get());
        }
    }

    /** A call that is not resolved may mean what the files in view declare; other nodes pass through an object. */
    private void unresolved(Node node) {
        String name = node instanceof MethodCallExpr m ? m.getNameAsString()
                : node instanceof ObjectCreationExpr made ? made.getType().getNameAsString() : "";
        if (name.isEmpty() && node instanceof Expression e && !(e instanceof MethodReferenceExpr)) {
            calls.uses(e, e, Optional.of(CalledCode.isResource(e) ? JdkEffect.CLOSE : JdkEffect.READ), met);
        } else if (met && names.isDeclared(name)) {
            run.doubt(GuardKind.QUIET_CALLS, node, "what runs here is " + resolver.reason(node));
        }
    }
}
