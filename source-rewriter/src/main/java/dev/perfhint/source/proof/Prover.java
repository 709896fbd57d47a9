package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Proves that a buffer round a stream changes nothing that its program does; see the package for the method. */
public final class Prover {
    /** Exceptions that tell what a task, or a method that was called by reflection, has thrown. */
    private static final Set<String> WITH_CAUSE = Set.of("java.util.concurrent.ExecutionException",
            "java.util.concurrent.CompletionException", "java.lang.reflect.InvocationTargetException");
    private static final int MAX_OWNERS = 3;

    private final PlannedWrap subject;
    private final StreamPolicy policy;
    private final Resolver resolver;
    private final Doubts doubts;
    private final List<Expression> creations;
    private final LibraryClasses libraries;
    private final Set<String> inspected = new LinkedHashSet<>();
    /** The code that was run from its begin, with the creators that were known then. */
    private final Map<Node, Set<Node>> begun = new IdentityHashMap<>();
    /** The code whose callers, or the creators of whose object, are being run. */
    private final Set<Node> leading = TypestateRun.identitySet();
    private List<FlushPoint> flushes = List.of();

    private Prover(PlannedWrap subject, StreamPolicy policy) {
        this.subject = subject;
        this.policy = policy;
        this.resolver = Resolver.of(subject.sources());
        this.doubts = new Doubts(subject.file().unit());
        this.creations = new ArrayList<>(List.of(subject.creation()));
        this.creations.addAll(subject.others());
        this.libraries = LibraryClasses.of(subject.sources());
    }

    /** Never throws on odd code: what is not understood is a reason. */
    public static Outcome examine(PlannedWrap subject) {
        Optional<StreamPolicy> policy = StreamPolicy.of(subject.repair());
        if (policy.isPresent()) {
            return new Prover(subject, policy.get()).prove();
        }
        return switch (subject.repair()) {
            case DROP_FLUSH -> display("a flush decides when others see a record and what a crash loses");
            case GROUP_SYNC -> display("a sync per record is a durability contract: fewer lose records in a crash");
            case BATCH_STANDARD_OUTPUT -> display("output appears later, and in another order with standard error");
            default -> new Outcome(Applicability.UNSAFE, List.of("nothing is proven for this form of repair"),
                    List.of(), List.of(), List.of());
        };
    }

    /** The type of a field is a part of the version that a class without one of its own gets when it is stored. */
    private void stored(Node declaration) {
        Optional<FieldDeclaration> field = declaration.findAncestor(FieldDeclaration.class);
        Optional<TypeElement> type = field.filter(f -> !(f.isPrivate() && (f.isStatic() || f.isTransient())))
                .flatMap(Node::getParentNode).flatMap(resolver::declaredClass);
        boolean versioned = type.filter(t -> t.getEnclosedElements().stream()
                .anyMatch(member -> member.getSimpleName().contentEquals("serialVersionUID"))).isPresent();
        if (type.filter(t -> resolver.isSubtype(t.asType(), "java.io.Serializable")).isPresent() && !versioned) {
            doubts.add(GuardKind.NO_ALIAS, declaration,
                    "the field's type is a part of the stored form of a class without serialVersionUID");
        }
    }

    private static Outcome display(String tradeOff) {
        return new Outcome(Applicability.DISPLAY, List.of(tradeOff), List.of(), List.of(), List.of());
    }

    private Outcome prove() {
        boolean appends = false;
        for (Expression creation : creations) {
            if (!policy.isFile()) {
                Sockets.check(resolver, creation, policy, doubts);
            }
            appends |= policy.isFile() && Target.check(subject.sources(), creation, policy, doubts);
        }
        subject.widened().forEach(this::stored);
        Set<Node> creators = TypestateRun.identitySet();
        creations.forEach(creation -> creators.add(EnclosingCode.home(creation)));
        begin(EnclosingCode.home(subject.creation()), subject.creation(), creators, 0);
        return outcome(appends);
    }

    /**
     * Runs the code from one piece that leads to the creation; where that keeps the stream in its object or returns it,
     * from those that create the object or call the method.
     */
    private void begin(Node home, Expression place, Set<Node> known, int owners) {
        Set<Node> creators = begun.computeIfAbsent(home, key -> TypestateRun.identitySet());
        if (!creators.addAll(known)) {
            return;
        }
        Optional<TypeElement> type = enclosing(home);
        boolean instance = !(home instanceof MethodDeclaration m && m.isStatic());
        boolean initialises = home instanceof TypeDeclaration
                || home instanceof com.github.javaparser.ast.body.InitializerDeclaration;
        if (initialises) {
            if (isStatic(home, place) || type.isEmpty()) {
                doubts.stop(GuardKind.CLOSED, place, "the stream is created outside of a method");
            } else {
                owners(type.get(), home, creators, owners, place);
            }
            return;
        }
        if (EnclosingCode.body(home).isEmpty()) {
            doubts.stop(GuardKind.CLOSED, place, "the stream is created outside of a method");
            return;
        }
        boolean ofType = instance && type.isPresent() && home instanceof CallableDeclaration;
        Doubts here = new Doubts(subject.file().unit());
        try {
            FlushPlan plan = new FlushPlan();
            Run first = run(home, creators, ofType ? type : Optional.empty(), plan,
                    policy.servesPeer() ? new Doubts(subject.file().unit()) : here);
            Run last = first;
            if (policy.servesPeer()) {
                ends(first, place, plan);
                plan.fix();
                last = run(home, creators, ofType ? type : Optional.empty(), plan, here);
            }
            if (ofType && last.kept()) {
                owners(type.get(), home, creators, owners, place);
                return;
            }
            Optional<List<Expression>> calls = last.returns() && policy.isFile() && owners < MAX_OWNERS
                    ? home instanceof LambdaExpr lambda ? Optional.of(List.of(lambda)) : callers(home, last)
                    : Optional.empty();
            if (calls.isPresent()) {
                outer(calls.get(), home, creators, owners);
                return;
            }
            ends(last, place, plan);
            finish(last);
            flushes = plan.points();
        } catch (TypestateRun.TooLarge tooLarge) {
            here.stop(GuardKind.CLOSED, tooLarge.place(), "more code runs while the stream is open than is followed");
        }
        doubts.addAll(here);
    }

    private static boolean isStatic(Node home, Expression place) {
        boolean field = place.findAncestor(FieldDeclaration.class)
                .filter(f -> home instanceof TypeDeclaration && f.isStatic()).isPresent();
        return field || home instanceof com.github.javaparser.ast.body.InitializerDeclaration block && block.isStatic()
                || home instanceof com.github.javaparser.ast.body.EnumDeclaration
                || home instanceof com.github.javaparser.ast.body.RecordDeclaration;
    }

    private Optional<TypeElement> enclosing(Node home) {
        Optional<Node> declared = home instanceof TypeDeclaration ? Optional.of(home)
                : home.getParentNode().filter(TypeDeclaration.class::isInstance);
        return declared.flatMap(resolver::declaredClass);
    }

    /** One run and the states at its ends. */
    private record Run(TypestateRun run, Node home, Set<State> end, Set<Result> returned, int self) {
        /** Returns whether the object whose method ran still leads to the stream when it is left. */
        boolean kept() {
            List<State> all = new ArrayList<>(end);
            returned.forEach(result -> all.add(result.state()));
            all.addAll(run.jumps.thrown.keySet());
            return all.stream().anyMatch(state -> state.phase() != Phase.ABSENT && state.reaches(new Value.Ref(self)));
        }

        boolean returns() {
            return returned.stream().anyMatch(result -> result.state().reaches(result.value()));
        }
    }

    private Run run(Node home, Set<Node> creators, Optional<TypeElement> type,
            FlushPlan plan, Doubts into) {
        Run first = run(home, creators, type, plan, into, false);
        return first.run().entriesRefused ? run(home, creators, type, plan, into, true) : first;
    }

    private Run run(Node home, Set<Node> creators, Optional<TypeElement> type,
            FlushPlan plan, Doubts into, boolean entriesMayFail) {
        boolean own = !policy.isFile() && Sockets.isOwn(resolver, subject.creation());
        LibraryUse library = new LibraryUse(libraries, subject.sources(), policy);
        TypestateRun run = new TypestateRun(home, subject.sources(), policy, into, plan, library,
                own && policy.servesPeer(), entriesMayFail, WholeProgram.of(subject.sources(), subject.frames()),
                creations, subject.widened(), creators);
        run.executed.add(home);
        home.findCompilationUnit().ifPresent(run.units::add);
        Node self = home.getParentNode().orElse(home);
        State start = type.isPresent() ? run.constructors.within(type.get(), self) : State.initial();
        Set<State> end = run.constructors.body(home, start);
        return new Run(run, home, end, run.jumps.returned, type.isPresent() ? run.thingAt(self) : -1);
    }

    /** Looks at the states in which the code is left. */
    private void ends(Run last, Expression place, FlushPlan plan) {
        TypestateRun run = last.run();
        Set<State> end = new LinkedHashSet<>(last.end());
        boolean returnsDirty = last.returned().stream().anyMatch(result -> result.state().phase() == Phase.DIRTY);
        for (Result result : last.returned()) {
            end.add(result.state());
            if (result.state().reaches(result.value())) {
                String returned = "the stream is returned to code that is not followed";
                run.doubt(GuardKind.NO_ALIAS, place, returned);
                if (policy.isOutput()) {
                    run.doubt(GuardKind.CLOSED, place, returned);
                }
            }
        }
        boolean open = end.stream().anyMatch(state -> state.phase().isOpen())
                || run.jumps.thrown.keySet().stream().anyMatch(state -> state.phase().isOpen());
        if (policy == StreamPolicy.SOCKET_INPUT && open && !Sockets.isOwn(resolver, subject.creation())) {
            run.doubt(GuardKind.SOLE_READER, place, "the socket comes from elsewhere and stays open:"
                    + " who reads on misses what the buffer holds");
        }
        if (policy == StreamPolicy.SOCKET_INPUT) {
            EndOfInput.check(run);
        }
        if (!policy.isOutput()) {
            return;
        }
        if (end.stream().anyMatch(state -> state.phase().holdsBytes())) {
            boolean flushed = policy.servesPeer() && !returnsDirty
                    && EnclosingCode.body(last.home()).filter(BlockStmt.class::isInstance)
                            .filter(block -> plan.atEnd(run, (BlockStmt) block)).isPresent();
            if (!flushed) {
                run.doubt(policy.servesPeer() ? GuardKind.FLUSH_BEFORE_WAIT : GuardKind.CLOSED, place,
                        "not closed on every path: bytes may stay in the buffer when the method ends");
            }
        }
        run.jumps.thrown.forEach((state, line) -> {
            boolean loses = run.ownsConnection ? state.phase() == Phase.DIRTY || state.phase() == Phase.FAILED
                    : state.phase().holdsBytes();
            if (loses) {
                run.doubt(GuardKind.CLOSED, place,
                        "not closed when an exception leaves" + (line > 0 ? " line " + line : "")
                        + ": the raw stream keeps the bytes, a buffer loses them");
            }
        });
    }

    private void finish(Run last) {
        TypestateRun run = last.run();
        run.captures.finish();
        if (policy.isOutput()) {
            run.errors.check(run.doubts);
        }
        creations.stream().filter(creation -> !run.reached.contains(creation)).forEach(creation ->
                run.doubts.stop(GuardKind.CLOSED, creation, "how the code comes to create the stream is not followed"));
        Set<CompilationUnit> view = TypestateRun.identitySet();
        if (policy.isFile()) {
            Optional<Set<CompilationUnit>> callers =
                    Callers.view(subject.sources(), subject.creation(), subject.frames());
            view.add(subject.file().unit());
            callers.ifPresent(view::addAll);
            view.addAll(run.units);
            if (callers.isEmpty()) {
                run.doubt(policy.isOutput() ? GuardKind.NO_OBSERVER : GuardKind.UNCHANGED_INPUT, subject.creation(),
                        "more files lead here than are looked through");
            }
            if (!policy.isOutput()) {
                LaterReads later = new LaterReads(run);
                run.held.stream().filter(node -> !later.mayFollow(node)).toList().forEach(run.held::remove);
            }
            ObserverCheck.check(run, creations.size() > 1 ? Optional.empty() : Target.path(subject.creation()), view);
        }
        view.addAll(run.units);
        if (policy.isOutput() && !losesErrors(run.doubts) && !losesErrors(doubts)) {
            run.progress.check(view);
            if (run.writesRange) {
                view.forEach(unit -> bounds(run, unit));
            }
        }
        if (!run.replaced.isEmpty()) {
            view.forEach(unit -> unit.findAll(SimpleName.class,
                    name -> name.getIdentifier().equals("asReadOnlyBuffer")).forEach(name -> run.doubt(
                            GuardKind.NO_ALIAS, name, "a file's channel refuses such a buffer by another exception")));
        }
        inspected.addAll(run.inspected);
    }

    /** Who does not close the stream, or is not known to, hears of no error: all else that sees it is not asked for. */
    private static boolean losesErrors(Doubts doubts) {
        return doubts.has(GuardKind.CLOSED) || !doubts.followed();
    }

    /** Returns whether others may call the code: a lambda, or a method that overrides one without source. */
    private boolean isCalledBack(TypestateRun run, Node code) {
        return code instanceof LambdaExpr || code instanceof MethodDeclaration declared
                && resolver.method(declared).filter(method -> run.calls
                        .above((TypeElement) method.getEnclosingElement()).stream()
                        .filter(type -> !resolver.hasSource(type))
                        .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
                        .anyMatch(above -> resolver.elements().overrides(method, above,
                                (TypeElement) method.getEnclosingElement()))).isPresent();
    }

    /**
     * Wrong bounds are another exception with a buffer: a subclass of the one that the raw stream throws. Who is given
     * exceptions, by a thread or a task, may be given that one.
     */
    private void bounds(TypestateRun run, CompilationUnit unit) {
        String thrown = "java.lang.ArrayIndexOutOfBoundsException";
        SourceFile.of(unit).nodes(CatchClause.class).stream().flatMap(clause -> TryTransfer.types(clause).stream()
                        .filter(type -> resolver.className(type).filter(name ->
                                name.endsWith("IndexOutOfBoundsException")
                                        || (resolver.isSubclass(thrown, name) || WITH_CAUSE.contains(name))
                                        && !resolver.names(clause.getParameter()).isEmpty()).isPresent()))
                .forEach(type -> wrongBounds(run, type));
        SourceFile.of(unit).nodes(Parameter.class).stream()
                .filter(parameter -> parameter.getParentNode().filter(home -> isCalledBack(run, home)).isPresent())
                .flatMap(parameter -> resolver.names(parameter).stream().limit(1))
                .filter(e -> resolver.isSubtype(e, "java.lang.Throwable") && resolver.className(e)
                        .filter(name -> resolver.isSubclass(thrown, name)).isPresent())
                .forEach(e -> wrongBounds(run, e));
    }

    private static void wrongBounds(TypestateRun run, Node handler) {
        run.doubt(GuardKind.SAME_ERRORS, handler, "wrong bounds of a write would be told here: the raw stream throws an"
                + " IndexOutOfBoundsException");
    }

    /** The stream is kept in a field: everything is asked at each place where the object that has it is created. */
    private void owners(TypeElement type, Node home, Set<Node> creators, int depth, Expression place) {
        String name = type.getSimpleName().toString();
        if (!policy.isFile() || depth >= MAX_OWNERS) {
            doubts.stop(policy.isOutput() ? GuardKind.CLOSED : GuardKind.SOLE_READER, place,
                    "the stream is kept in a field: who waits for its bytes is not followed");
            return;
        }
        Mentions.Uses uses = Mentions.of(subject.sources()).uses(type);
        if (!uses.complete()) {
            doubts.add(GuardKind.NO_ALIAS, place, "there are too many files that may create a " + name);
        }
        uses.others().forEach(other -> doubts.add(GuardKind.NO_ALIAS, other, other instanceof TypeDeclaration<?> sub
                ? sub.getNameAsString() + " extends the owner of the stream"
                : "a " + name + " is created in a way that is not followed"));
        List<ObjectCreationExpr> sites = uses.creations().stream().filter(site -> mayRun(site, home)).toList();
        if (sites.isEmpty()) {
            doubts.stop(policy.isOutput() ? GuardKind.CLOSED : GuardKind.SOLE_READER, place,
                    "no place that creates " + name + " was seen: that it is always closed is not proven");
        }
        Set<Node> inner = TypestateRun.identitySet();
        inner.addAll(creators);
        resolver.declaration(type).ifPresent(inner::add);
        sites.forEach(site -> resolver.method(site).flatMap(resolver::declaration).ifPresent(inner::add));
        outer(sites, home, inner, depth);
    }

    /** Returns whether the creation may run the code: a constructor by calling it, or one that calls it. */
    private boolean mayRun(Node creation, Node home) {
        Optional<Node> called = resolver.method(creation).flatMap(resolver::declaration);
        return !(home instanceof ConstructorDeclaration) || called.isEmpty() || called.get() == home
                || called.get() instanceof ConstructorDeclaration other && other.getBody().getStatements().getFirst()
                        .filter(first -> first instanceof ExplicitConstructorInvocationStmt by && by.isThis()
                                && mayRun(first, home)).isPresent();
    }

    /** Returns the calls of a method that returns the stream; empty where others may call it, or nobody does. */
    private Optional<List<Expression>> callers(Node home, Run last) {
        Optional<ExecutableElement> method = resolver.method(home);
        boolean fits = method.isPresent() && last.returned().stream()
                .filter(result -> result.value() instanceof Value.Ref && result.state().reaches(result.value()))
                .allMatch(result -> last.run().jdk.isSubtype(
                        result.state().thing(((Value.Ref) result.value()).thing()), method.get().getReturnType()));
        return fits ? Mentions.of(subject.sources()).callers(method.get()).filter(calls -> !calls.isEmpty())
                : Optional.empty();
    }

    /** Runs the code round each place, from which what is known to lead to the creation is run as well. */
    private void outer(List<? extends Expression> places, Node home, Set<Node> creators, int depth) {
        leading.add(home);
        Set<Node> inner = TypestateRun.identitySet();
        inner.addAll(creators);
        inner.add(home);
        for (Expression each : places) {
            Node outer = EnclosingCode.home(each);
            if (leading.contains(outer)) {
                doubts.add(GuardKind.NO_ALIAS, each, "what leads to the stream leads to itself again");
            } else {
                begin(outer, each, inner, depth + 1);
            }
        }
        leading.remove(home);
    }

    private Outcome outcome(boolean appends) {
        int line = Doubts.line(subject.creation());
        List<Guard> guards = new ArrayList<>();
        for (GuardKind kind : policy.guards()) {
            String text = GuardTexts.of(kind);
            boolean rests = kind != GuardKind.PLAIN_TARGET;
            boolean holds = !doubts.has(kind) && (doubts.followed() || !rests)
                    && !(kind == GuardKind.SAME_ERRORS && losesErrors(doubts));
            guards.add((holds ? Guard.proven(kind, text) : Guard.doubted(kind, text)).at(subject.file().path(),
                    doubts.line(kind).or(() -> holds ? Optional.empty() : doubts.line(GuardKind.NO_ALIAS))
                            .orElse(line)));
        }
        boolean closed = !doubts.has(GuardKind.CLOSED);
        Optional<String> constant = Target.path(subject.creation()).flatMap(path -> ConstantPath.of(resolver, path));
        if (policy.isFile()) {
            String file = constant.map(path -> path.substring(path.lastIndexOf('/') + 1))
                    .filter(name -> !name.isEmpty())
                    .orElseGet(this::fileOfVariable);
            SurroundingGuards surroundings = new SurroundingGuards(file, closed, appends, 8192);
            guards.addAll(policy.isOutput()
                    ? surroundings.ofOutput(subject.assumptions(), doubts.guards(), subject.file().path(), line)
                    : surroundings.ofInput(subject.assumptions(), doubts.guards(), subject.file().path(), line));
        }
        List<String> reasons = new ArrayList<>(doubts.lines());
        guards.stream().filter(guard -> guard.state() == Guard.State.ASSUMED && !guard.accepted())
                .forEach(guard -> reasons.add("not assumed: " + guard.text()));
        Applicability applicability = doubts.isEmpty() && guards.stream().allMatch(Guard::holds) ? Applicability.SAFE
                : doubts.has(GuardKind.FLUSH_BEFORE_WAIT) ? Applicability.DISPLAY : Applicability.UNSAFE;
        return new Outcome(applicability, reasons, guards, List.copyOf(inspected), flushes);
    }

    private String fileOfVariable() {
        return subject.creation().findAncestor(com.github.javaparser.ast.body.VariableDeclarator.class)
                .map(variable -> "the file that " + variable.getNameAsString()
                        + (policy.isOutput() ? " writes" : " reads"))
                .or(() -> Target.path(subject.creation()).filter(e -> e.isNameExpr() || e instanceof MethodCallExpr)
                        .map(e -> "the file that " + e + " names"))
                .orElse("the file");
    }
}
