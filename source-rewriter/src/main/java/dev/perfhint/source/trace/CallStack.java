package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Activation.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** A recorded stack tied to the sources: which frames have code, and which call led from one to the next. */
final class CallStack {
    private static final int MAX_CALLS = 8;
    private static final int MAX_CALLERS = 8;
    private static final int MAX_DELEGATIONS = 8;
    private static final int MAX_NESTED_STEPS = 3000;

    private final Sources sources;
    private final Resolver resolver;
    private final List<CallSite> frames;
    private final List<Optional<StackFrames.Body>> bodies = new ArrayList<>();
    private final Set<String> stale = new LinkedHashSet<>();
    private final Map<ExecutableElement, List<Node>> everywhere = new HashMap<>();
    private boolean differs;
    private int nesting;
    private int nestedSteps;
    private int callers;

    CallStack(Sources sources, List<CallSite> recorded) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.frames = written(recorded);
        frames.forEach(frame -> bodies.add(null));
    }

    /** Returns the frames without the methods that the compiler added: accessors and bridges. */
    private List<CallSite> written(List<CallSite> recorded) {
        List<CallSite> written = new ArrayList<>();
        for (CallSite frame : recorded) {
            boolean added = frame.methodName().startsWith("access$")
                    || !written.isEmpty() && StackFrames.isBridge(sources, frame, written.get(written.size() - 1));
            if (!added) {
                written.add(frame);
            }
        }
        return written;
    }

    List<CallSite> frames() {
        return frames;
    }

    /** Returns the code of a frame; empty without source or where the line is not inside the method. */
    Optional<StackFrames.Body> body(int frame) {
        if (bodies.get(frame) == null) {
            bodies.set(frame, StackFrames.body(sources, frames.get(frame), callee(frame),
                    call -> means(call, frame - 1)));
        }
        return bodies.get(frame);
    }

    /** Returns the first frame at or above the index whose class has a parsed source. */
    Optional<Integer> withSource(int from) {
        for (int i = from; i < frames.size(); i++) {
            if (sources.find(frames.get(i).className()).isPresent()) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /** Returns the calls in frame {@code caller} that can have led to the frame below it. */
    List<Node> calls(int caller) {
        if (body(caller).isEmpty()) {
            return List.of();
        }
        int line = frames.get(caller).line();
        List<Node> named = StackFrames.calls(body(caller).get(), line, callee(caller)).stream()
                .filter(call -> line > 0 || means(call, caller - 1)).toList();
        return named.isEmpty() ? FunctionCalls.at(sources, this, caller, callee(caller)) : named;
    }

    /** Returns whether a call of the frame's method by its name may mean the frame's own code, not an overload. */
    private boolean means(Node call, int frame) {
        Optional<ExecutableElement> ran = frame < 0 ? Optional.empty()
                : body(frame).map(StackFrames.Body::node).flatMap(resolver::method);
        Optional<ExecutableElement> called = resolver.method(call);
        return ran.isEmpty() || called.isEmpty() || called.equals(ran) || resolver.elements()
                .overrides(ran.get(), called.get(), (TypeElement) ran.get().getEnclosingElement());
    }

    private CallSite callee(int frame) {
        return frame == 0 ? new CallSite("", "", 0) : frames.get(frame - 1);
    }

    Activation place(int frame) {
        StackFrames.Body body = body(frame).orElseThrow();
        return new Activation(body.file(), body.node(), frame, () -> entriesOf(frame));
    }

    /** Returns where a body ran that the code at the place had to do with: there, on the stack, or by its callers. */
    Activation activation(Node body, Activation seenFrom) {
        return body == seenFrom.body() ? seenFrom
                : placeOf(body, Math.max(0, seenFrom.frame())).orElseGet(() -> detached(body, seenFrom));
    }

    private Activation detached(Node body, Activation seenFrom) {
        SourceFile file = SourceFile.of(body);
        if (body instanceof ConstructorDeclaration constructor) {
            return new Activation(file, body, -1, () -> constructions(constructor, seenFrom));
        }
        return body instanceof MethodDeclaration method
                ? new Activation(file, body, -1, () -> callsInSources(method, seenFrom))
                : Activation.detached(file, body);
    }

    /** Returns the body's place on the stack, looking from the given frame outwards. */
    Optional<Activation> placeOf(Node body, int from) {
        for (int i = from; i < frames.size(); i++) {
            if (body(i).filter(each -> each.node() == body).isPresent()) {
                return Optional.of(place(i));
            }
        }
        return Optional.empty();
    }

    private List<Entry> entriesOf(int frame) {
        Optional<Integer> caller = withSource(frame + 1);
        if (caller.isEmpty()) {
            return List.of();
        }
        List<Entry> entries = body(caller.get()).isEmpty()
                ? List.of() : entries(caller.get(), caller.get() == frame + 1);
        if (entries.isEmpty()) {
            stale.add(mismatch(caller.get()));
            differs |= frames.get(caller.get()).line() > 0;
        }
        return entries;
    }

    /** Returns why a frame's line could not be used, one line each; empty if all were. */
    Set<String> stale() {
        return stale;
    }

    /** Returns whether the source of such a frame is not that of the recorded program. */
    boolean differs() {
        return differs;
    }

    /** Says how the source at a frame differs from the recorded program, or that its class has no line numbers. */
    String mismatch(int frame) {
        CallSite site = frames.get(frame);
        if (site.line() == 0) {
            return "several methods may be " + site.className() + "." + site.methodName()
                    + ": the class was compiled without line numbers";
        }
        String where = sources.find(site.className())
                .map(file -> sources.relative(file.path()) + ":" + site.line()).orElse(site.className());
        String callee = frame == 0 ? "a stream" : frames.get(frame - 1).methodName();
        String difference = body(frame).isEmpty()
                ? " is not inside " + site.className() + "." + site.methodName() : " no longer calls " + callee;
        return where + difference + ": the source differs from the recorded program";
    }

    /** Returns the frame's calls as entries; {@code exact} if nothing stands between it and the body entered. */
    List<Entry> entries(int caller, boolean exact) {
        List<Entry> entries = new ArrayList<>();
        Activation place = place(caller);
        for (Node call : calls(caller)) {
            if (call instanceof TryStmt attempt) {
                attempt.getResources().forEach(resource -> resourceValue(resource)
                        .ifPresent(value -> entries.add(
                                new Entry(place, Optional.of(value), List.of(), Optional.empty(), exact))));
                continue;
            }
            List<Entry> referred = FunctionCalls.entries(sources, this, call, callee(caller), place);
            if (!referred.isEmpty()) {
                entries.addAll(referred);
                continue;
            }
            Optional<Expression> created =
                    exact && call instanceof ObjectCreationExpr creation ? Optional.of(creation) : Optional.empty();
            boolean direct = exact && !(call instanceof ForEachStmt);
            entries.add(new Entry(place, StackFrames.receiver(call), Callers.arguments(call), created, direct));
        }
        return entries;
    }

    /** Returns whether a call in the frames up to the given one stands in a loop. */
    boolean repeats(int outermost) {
        for (int i = 0; i <= outermost; i++) {
            if (body(i).isPresent() && calls(i).stream().anyMatch(CallStack::inLoop)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inLoop(Node call) {
        return Enclosing.around(call).takeWhile(up -> !(up instanceof BodyDeclaration<?>))
                .anyMatch(NodeWithBody.class::isInstance);
    }

    private static Optional<Expression> resourceValue(Expression resource) {
        return resource.isVariableDeclarationExpr()
                ? resource.asVariableDeclarationExpr().getVariable(0).getInitializer() : Optional.of(resource);
    }

    /** Returns where the object was made whose method or field is used at the place. */
    List<Origin> objects(String className, Activation reader) {
        if (nesting > 8) {
            return List.of();
        }
        nesting++;
        try {
            return objectsSeenFrom(className, reader);
        } finally {
            nesting--;
        }
    }

    private List<Origin> objectsSeenFrom(String className, Activation reader) {
        Wanted target = Wanted.object(className);
        List<Origin> found = ValueFlow.ofThis(sources, this, target, reader, TraceStep.START);
        for (int i = Math.max(0, reader.frame() + 1); found.isEmpty() && i < frames.size(); i++) {
            if (body(i).isPresent() && runsIn(body(i).get().node(), className)) {
                found = ValueFlow.ofThis(sources, this, target, place(i), TraceStep.START);
            }
        }
        return found.stream().filter(each -> !each.boundary() && each.node() instanceof Expression).toList();
    }

    /** Returns the methods that the call may run: of the classes of the objects it is made on, where they are known. */
    List<MethodDeclaration> implementations(MethodDeclaration called, MethodCallExpr call, Activation place) {
        Optional<ExecutableElement> method = resolver.method(called);
        boolean fixed = method.filter(Implementations::isOverridable).isEmpty();
        if (fixed || nesting > MAX_CALLS) {
            return List.of(called);
        }
        String owner = resolver.binaryName((TypeElement) method.get().getEnclosingElement());
        List<Origin> made = StackFrames.receiver(call)
                .map(receiver -> objects(receiver, owner, place)).orElseGet(() -> objects(owner, place));
        List<MethodDeclaration> found = new Implementations(sources, method.get()).of(made);
        return found.isEmpty() ? List.of(called) : found;
    }

    private List<Origin> objects(Expression value, String className, Activation place) {
        nesting++;
        try {
            return ValueFlow.of(sources, this, Wanted.object(className), value, place, TraceStep.START);
        } finally {
            nesting--;
        }
    }

    /** Counts a step of a search; returns whether it may be made: those within other searches have one limit. */
    boolean mayStep() {
        return nesting == 0 || nestedSteps++ < MAX_NESTED_STEPS;
    }

    private boolean runsIn(Node body, String className) {
        return Enclosing.type(body)
                .flatMap(type -> resolver.declaredClass(type))
                .filter(type -> resolver.isSubtype(type.asType(), className)).isPresent();
    }

    /**
     * Returns where the object used at the place was made; anywhere, where a thread or library began in its code, where
     * the place is not on the stack, or where no other code can make one.
     */
    List<Origin> makers(String className, Activation reader) {
        List<Origin> made = objects(className, reader);
        Optional<TypeElement> type = made.isEmpty() ? resolver.classNamed(className) : Optional.empty();
        if (type.isEmpty()) {
            return made;
        }
        boolean began = reader.reached() < 0 || outermost().filter(body -> runsIn(body, className)).isPresent();
        return Stream.concat(type.stream(), Callers.of(sources).below(type.get()).stream().flatMap(List::stream))
                .flatMap(each -> ElementFilter.constructorsIn(each.getEnclosedElements()).stream())
                .filter(constructor -> began || isClosed(constructor))
                .flatMap(this::calls)
                .filter(ObjectCreationExpr.class::isInstance).map(Expression.class::cast)
                .map(creation -> new Origin(SourceFile.of(creation), creation, className,
                        caller(SourceFile.of(creation), creation, reader), TraceStep.START, false)).toList();
    }

    /** Returns whether only code of the package, whose source is there, can call the constructor. */
    private static boolean isClosed(Element element) {
        boolean open = element.getModifiers().contains(Modifier.PUBLIC)
                || element.getModifiers().contains(Modifier.PROTECTED);
        return element.getKind() != ElementKind.PACKAGE && (!open || isClosed(element.getEnclosingElement()));
    }

    /** Returns the calls that mean the method or constructor in all sources; none where it is called too often. */
    private Stream<Node> calls(ExecutableElement method) {
        return everywhere.computeIfAbsent(method, key -> Callers.of(sources).of(key)
                        .filter(calls -> calls.size() <= MAX_CALLS).orElse(List.of())).stream();
    }

    /** Returns the code in which the stack begins, as far as it has source. */
    private Optional<Node> outermost() {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (body(i).isPresent()) {
                return body(i).map(StackFrames.Body::node);
            }
        }
        return Optional.empty();
    }

    /** Returns the calls of a constructor that made the object used at the place. */
    List<Entry> constructions(ConstructorDeclaration constructor, Activation reader) {
        String className = Enclosing.className(constructor);
        List<Entry> entries = new ArrayList<>();
        for (Origin made : makers(className, reader)) {
            Entry direct = new Entry(made.place(), Optional.empty(), Callers.arguments(made.node()),
                    Optional.of((Expression) made.node()), true);
            boolean byReference = made.node() instanceof MethodCallExpr;
            (byReference ? Optional.of(direct) : called(made.node(), direct, constructor, 0)).ifPresent(entries::add);
        }
        return entries;
    }

    /**
     * Returns how the wanted constructor is entered from a creation, through {@code this(..)} and {@code super(..)}.
     */
    private Optional<Entry> called(Node call, Entry entry, ConstructorDeclaration wanted, int depth) {
        Optional<ConstructorDeclaration> first = resolver.method(call)
                .flatMap(resolver::declaration)
                .filter(ConstructorDeclaration.class::isInstance).map(ConstructorDeclaration.class::cast);
        if (first.isEmpty() || first.get() == wanted || depth > MAX_DELEGATIONS) {
            return first.filter(constructor -> constructor == wanted).map(constructor -> entry);
        }
        Activation place = Activation.entered(SourceFile.of(first.get()), first.get(), entry);
        return first.get().getBody().getStatements().stream()
                .filter(ExplicitConstructorInvocationStmt.class::isInstance)
                .map(ExplicitConstructorInvocationStmt.class::cast).findFirst()
                .flatMap(next -> called(
                        next, new Entry(place, Optional.empty(), next.getArguments(), Optional.empty(), true),
                        wanted, depth + 1));
    }

    /**
     * Returns the calls of a method in its own file, in those of few subclasses and in the files of the recorded stack;
     * elsewhere where there are none, and the stack begins in a lambda of it.
     *
     * @param reader where the object is used whose method it is
     */
    List<Entry> callsInSources(MethodDeclaration method, Activation reader) {
        Set<SourceFile> files = new LinkedHashSet<>();
        files.add(SourceFile.of(method));
        frames.forEach(frame -> sources.find(frame.className()).ifPresent(files::add));
        if (!method.isPrivate()) {
            resolver.method(method).map(Element::getEnclosingElement)
                    .flatMap(owner -> Callers.of(sources).below((TypeElement) owner))
                    .filter(below -> below.size() <= MAX_CALLS).stream().flatMap(List::stream)
                    .forEach(below -> resolver.sourceOf(below).ifPresent(files::add));
        }
        ValueIndex index = ValueIndex.of(sources);
        List<MethodCallExpr> near =
                files.stream().flatMap(file -> index.calls(file, method).stream()).limit(MAX_CALLS).toList();
        Stream<MethodCallExpr> far = resolver.method(method).stream()
                .filter(wanted -> near.isEmpty()
                        && outermost().filter(it -> Enclosing.isAround(method, it)).isPresent())
                .flatMap(this::calls).filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast);
        return Stream.concat(near.stream(), far)
                .map(call -> new Entry(
                        caller(SourceFile.of(call), call, reader),
                        StackFrames.receiver(call), call.getArguments(), Optional.empty(), true)).toList();
    }

    private Activation caller(SourceFile file, Expression call, Activation reader) {
        Node body = Enclosing.body(call).orElse(call);
        return placeOf(body, 0).orElseGet(() -> {
            if (body instanceof ConstructorDeclaration constructor && callers++ < MAX_CALLERS) {
                return new Activation(
                        file, body, -1, () -> constructions(constructor, Activation.detached(file, body)));
            }
            return body instanceof MethodDeclaration method && callers++ < MAX_CALLERS
                    ? new Activation(file, body, -1, () -> callsInSources(method, reader))
                    : Activation.detached(file, body);
        });
    }
}
