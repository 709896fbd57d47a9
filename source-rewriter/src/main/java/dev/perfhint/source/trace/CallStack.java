package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Names;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TypeLookup;
import dev.perfhint.source.Types;
import dev.perfhint.source.trace.Place.Entry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A recorded stack tied to the sources: which frames have code, and which call led from one to the next. */
final class CallStack {
    private static final int MOST_CALLS = 8;

    private final Sources sources;
    private final List<CallSite> frames;
    private final List<Optional<StackFrames.Body>> bodies = new ArrayList<>();
    private final Set<String> stale = new LinkedHashSet<>();
    private int nesting;

    CallStack(Sources sources, List<CallSite> recorded) {
        this.sources = sources;
        this.frames = recorded.stream()
                .filter(frame -> !frame.methodName().startsWith("access$"))
                .toList();
        frames.forEach(frame -> bodies.add(null));
    }

    List<CallSite> frames() {
        return frames;
    }

    /** Returns the code of a frame; empty without source or where the line is not inside the method. */
    Optional<StackFrames.Body> body(int frame) {
        if (bodies.get(frame) == null) {
            bodies.set(frame, StackFrames.body(sources, frames.get(frame)));
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
        CallSite callee = caller == 0 ? new CallSite("", "", 0) : frames.get(caller - 1);
        return StackFrames.calls(body(caller).get(), frames.get(caller).line(), callee);
    }

    Place place(int frame) {
        StackFrames.Body body = body(frame).orElseThrow();
        return new Place(body.file(), body.node(), frame, () -> entriesOf(frame));
    }

    /** Returns the body's place on the stack, looking from the given frame outwards. */
    Optional<Place> placeOf(Node body, int from) {
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
                ? List.of()
                : entries(caller.get(), caller.get() == frame + 1);
        if (entries.isEmpty()) {
            stale.add(mismatch(caller.get()));
        }
        return entries;
    }

    /** Returns why a frame's line could not be used, one line each; empty if all were. */
    Set<String> stale() {
        return stale;
    }

    /** Says how the source at a frame differs from the recorded program. */
    String mismatch(int frame) {
        CallSite site = frames.get(frame);
        String where = sources.find(site.className())
                .map(file -> sources.relative(file.path()) + ":" + site.line())
                .orElse(site.className());
        String callee = frame == 0 ? "a stream" : frames.get(frame - 1).methodName();
        String difference = body(frame).isEmpty()
                ? " is not inside " + site.className() + "." + site.methodName()
                : " no longer calls " + callee;
        return where + difference + ": the source differs from the recorded program";
    }

    /** Returns the frame's calls as entries; {@code exact} if nothing stands between it and the body entered. */
    List<Entry> entries(int caller, boolean exact) {
        List<Entry> entries = new ArrayList<>();
        Place place = place(caller);
        for (Node call : calls(caller)) {
            if (call instanceof TryStmt attempt) {
                attempt.getResources().forEach(resource -> resourceValue(resource)
                        .ifPresent(value -> entries.add(
                                new Entry(place, Optional.of(value), List.of(), Optional.empty(), exact))));
                continue;
            }
            Optional<Expression> created =
                    exact && call instanceof ObjectCreationExpr creation ? Optional.of(creation) : Optional.empty();
            entries.add(new Entry(
                    place, StackFrames.receiver(call), StackFrames.arguments(call), created, exact));
        }
        return entries;
    }

    /** Tells whether a call in the frames up to the given one stands in a loop. */
    boolean repeats(int outermost) {
        for (int i = 0; i <= outermost; i++) {
            if (body(i).isPresent() && calls(i).stream().anyMatch(CallStack::inLoop)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inLoop(Node call) {
        for (Optional<Node> up = call.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof com.github.javaparser.ast.nodeTypes.NodeWithBody<?>) {
                return true;
            }
            if (up.get() instanceof com.github.javaparser.ast.body.BodyDeclaration<?>) {
                return false;
            }
        }
        return false;
    }

    private static Optional<Expression> resourceValue(Expression resource) {
        return resource.isVariableDeclarationExpr()
                ? resource.asVariableDeclarationExpr().getVariable(0).getInitializer()
                : Optional.of(resource);
    }

    /** Returns where the object was made whose method or field is used at the place. */
    List<Found> objects(String className, Place reader) {
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

    private List<Found> objectsSeenFrom(String className, Place reader) {
        Target target = Target.object(className);
        List<Found> found = Flow.ofThis(sources, this, target, reader, Path.START);
        for (int i = Math.max(0, reader.frame() + 1); found.isEmpty() && i < frames.size(); i++) {
            if (body(i).isPresent() && runsIn(body(i).get().node(), className)) {
                found = Flow.ofThis(sources, this, target, place(i), Path.START);
            }
        }
        return found.stream()
                .filter(each -> !each.boundary() && each.node() instanceof ObjectCreationExpr)
                .toList();
    }

    private boolean runsIn(Node body, String className) {
        return Names.enclosingType(body)
                .map(TypeLookup::className)
                .filter(name -> name.equals(className) || Types.isSubtype(sources, name, className))
                .isPresent();
    }

    /** Returns the calls of a constructor that made the object used at the place; all calls in the file if unknown. */
    List<Entry> constructions(ConstructorDeclaration constructor, Place reader) {
        String className = Names.enclosingType(constructor).map(TypeLookup::className).orElse("");
        List<Entry> entries = new ArrayList<>();
        for (Found made : objects(className, reader)) {
            ObjectCreationExpr creation = (ObjectCreationExpr) made.node();
            Entry direct = new Entry(
                    made.place(), Optional.empty(), creation.getArguments(), Optional.of(creation), true);
            entries.addAll(delegations(constructor, creation, made.kind(), className, direct));
        }
        return entries;
    }

    private List<Entry> delegations(
            ConstructorDeclaration wanted, ObjectCreationExpr creation, String made, String className, Entry direct) {
        boolean sameClass = made.equals(className);
        if (sameClass && Types.accepts(sources, wanted, creation.getArguments())) {
            return List.of(direct);
        }
        List<Entry> entries = new ArrayList<>();
        sources.declaration(made).ifPresent(type -> {
            for (ConstructorDeclaration first : type.getConstructors()) {
                if (!Types.accepts(sources, first, creation.getArguments())) {
                    continue;
                }
                Place place = Place.entered(SourceFile.of(first), first, direct);
                for (ExplicitConstructorInvocationStmt call : first.findAll(ExplicitConstructorInvocationStmt.class)) {
                    if (call.isThis() == sameClass && Types.accepts(sources, wanted, call.getArguments())) {
                        entries.add(new Entry(
                                place, Optional.empty(), call.getArguments(), Optional.empty(), true));
                    }
                }
            }
        });
        return entries;
    }

    /** Returns the calls of a method in its own file and in the files of the recorded stack. */
    List<Entry> callsInSources(MethodDeclaration method) {
        Set<SourceFile> files = new LinkedHashSet<>();
        files.add(SourceFile.of(method));
        frames.forEach(frame -> sources.find(frame.className()).ifPresent(files::add));
        String owner = Names.enclosingType(method).map(TypeLookup::className).orElse("");
        List<Entry> entries = new ArrayList<>();
        for (SourceFile file : files) {
            for (MethodCallExpr call : file.unit().findAll(MethodCallExpr.class, each -> isCallOf(each, method,
                    owner))) {
                if (entries.size() < MOST_CALLS) {
                    entries.add(new Entry(
                            caller(file, call),
                            StackFrames.receiver(call),
                            call.getArguments(),
                            Optional.empty(),
                            true));
                }
            }
        }
        return entries;
    }

    private Place caller(SourceFile file, MethodCallExpr call) {
        Node body = Names.enclosingBody(call).orElse(call);
        return placeOf(body, 0).orElseGet(() -> body instanceof MethodDeclaration method && nesting++ < MOST_CALLS
                ? new Place(file, body, -1, () -> callsInSources(method))
                : Place.detached(file, body));
    }

    private boolean isCallOf(MethodCallExpr call, MethodDeclaration method, String owner) {
        if (!call.getNameAsString().equals(method.getNameAsString())
                || !Types.accepts(sources, method, call.getArguments())) {
            return false;
        }
        Optional<String> receiver = call.getScope().isPresent()
                ? Types.ofScope(sources, call.getScope().get())
                : Names.enclosingType(call).map(TypeLookup::className);
        return receiver.filter(type -> type.equals(owner)
                        || Types.isSubtype(sources, type, owner)
                        || Types.isSubtype(sources, owner, type))
                .isPresent();
    }
}
