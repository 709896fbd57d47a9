package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.resolve.MethodKey;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Runs calls: effects of the table, bodies that are seen, and doubts for all others that could get at the stream. */
final class CallTransfer {
    private static final Value OTHER = Value.Untracked.OTHER;

    /** What an interface of one method may declare as well. */
    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");

    private final TypestateRun run;
    private final Map<Node, String> uses = new IdentityHashMap<>();

    CallTransfer(TypestateRun run) {
        this.run = run;
    }

    Set<Result> call(MethodCallExpr e, State in) {
        Set<Result> out = new LinkedHashSet<>();
        Optional<ExecutableElement> method = run.resolver.method(e);
        for (Result scope : scope(e, method, in)) {
            for (Arguments each : arguments(e.getArguments(), scope.state())) {
                out.addAll(dispatch(e, method, scope.value(), each));
            }
        }
        return out;
    }

    /** The values of a call's arguments in one state. */
    record Arguments(State state, List<Value> values) {
        boolean reach() {
            return values.stream().anyMatch(state::reaches);
        }
    }

    Set<Arguments> arguments(List<Expression> expressions, State in) {
        Set<Arguments> all = Set.of(new Arguments(in, List.of()));
        for (Expression e : expressions) {
            Set<Arguments> next = new LinkedHashSet<>();
            for (Arguments before : all) {
                for (Result result : run.expressions.eval(e, before.state())) {
                    List<Value> values = new ArrayList<>(before.values());
                    values.add(result.value());
                    next.add(new Arguments(result.state(), values));
                }
            }
            all = next;
        }
        return all;
    }

    private Set<Result> scope(MethodCallExpr e, Optional<ExecutableElement> method, State in) {
        if (e.getScope().isPresent()) {
            boolean ofType = method.filter(m -> m.getModifiers().contains(Modifier.STATIC)).isPresent();
            return ofType ? Set.of(new Result(in, OTHER)) : run.expressions.eval(e.getScope().get(), in);
        }
        boolean instance = method.filter(m -> !m.getModifiers().contains(Modifier.STATIC)).isPresent();
        return Set.of(new Result(in, instance ? self(method.get(), in) : OTHER));
    }

    /**
     * Returns the running object if the method is its own; one of an enclosing object has a receiver that is not known.
     */
    private Value self(ExecutableElement method, State in) {
        Value self = in.get(State.THIS);
        boolean own = self instanceof Value.Ref ref && in.heap().containsKey(ref.thing())
                && run.jdk.isSubtype(in.thing(ref.thing()), method.getEnclosingElement().asType());
        return own ? self : OTHER;
    }

    private Set<Result> dispatch(MethodCallExpr e, Optional<ExecutableElement> method, Value receiver,
            Arguments given) {
        State state = given.state();
        String use = uses.computeIfAbsent(e, key -> e.getScope().map(s -> s + ".").orElse("") + e.getNameAsString()
                + "()");
        if (receiver == Value.Untracked.NULL) {
            run.mayThrow(e, state);
            return Set.of();
        }
        if (receiver == Value.Untracked.STALE) {
            run.doubt(GuardKind.CLOSED, e, use + " is called on a stream that was created before the present one");
            return Set.of(new Result(run.mayThrow(e, state), OTHER));
        }
        if (receiver instanceof Value.Code code && (code.creates() || given.reach())) {
            return ofLambda(e, method, code, given);
        }
        if (receiver instanceof Value.Ref ref && state.heap().containsKey(ref.thing()) && method.isPresent()) {
            Thing thing = state.thing(ref.thing());
            return thing.type().isEmpty() ? ofJdk(e, method.get(), ref.thing(), given, use)
                    : ofUser(e, method.get(), ref.thing(), given, use);
        }
        if (method.isEmpty()) {
            if (given.reach() || state.reaches(receiver)) {
                String known = run.resolver.reason(e);
                doubt(e, "the stream is passed to " + e.getNameAsString() + "(), whose code cannot be seen (" + known
                        + ")");
            }
            run.captures.escapes(e, given.values(), state);
            run.captures.escapes(e, List.of(receiver), state);
            return beside(e, state);
        }
        return elsewhere(e, method.get(), given);
    }

    void doubt(Node place, String message) {
        run.doubt(GuardKind.NO_ALIAS, place, message);
        run.inspected.add(run.doubts.where(place) + "not proven compatible: " + message);
    }

    /** Calls a lambda by the only method that its interface does not implement. */
    private Set<Result> ofLambda(MethodCallExpr e, Optional<ExecutableElement> method, Value.Code code,
            Arguments given) {
        boolean own = method.filter(each -> each.getModifiers().contains(Modifier.ABSTRACT)
                && !OF_OBJECT.contains(each.getSimpleName().toString())).isPresent();
        if (!own) {
            doubt(e, "the stream, or code that opens it, is used by " + e.getNameAsString() + "() of a lambda");
            return beside(e, given.state());
        }
        Set<Result> out = run.inlining.inline(e, run.inlining.lambda(code), given, OTHER);
        boolean fits = out.stream().allMatch(result -> !(result.value() instanceof Value.Ref ref)
                || !result.state().reaches(ref) || run.resolver.type(e)
                .filter(type -> run.jdk.isSubtype(result.state().thing(ref.thing()), type)).isPresent());
        if (!fits) {
            doubt(e, "the lambda is asked for another type than the stream has with a buffer");
        }
        return out;
    }

    /** A call that does not get the stream. */
    Set<Result> beside(Node e, State state) {
        run.runsBeside(e, state);
        boolean handedOn = e.getParentNode().filter(parent -> parent instanceof MethodCallExpr call
                && call.getArguments().contains(e)).isPresent();
        if (handedOn
                && run.resolver.method(e).flatMap(run.jdk::effect).filter(it -> it == JdkEffect.OPENS_WRITE)
                .isPresent()) {
            run.held.add(e);
        }
        Set<Result> out = new LinkedHashSet<>();
        for (State each : run.owesFlush(state) && !run.captures.isQuiet(e)
                ? run.flushes.beforeWait(run, e, text(e), Set.of(state)) : Set.of(state)) {
            out.add(new Result(run.mayThrow(e, each), OTHER));
        }
        boolean exits = e instanceof MethodCallExpr call && run.resolver.method(call).flatMap(run.jdk::effect)
                .filter(effect -> effect == JdkEffect.EXITS).isPresent();
        return exits ? Set.of() : out;
    }

    private static String text(Node e) {
        return e instanceof MethodCallExpr call ? call.getNameAsString() + "()" : "the code that runs here";
    }

    /** A method of the buffer or of a JDK object made round it. */
    private Set<Result> ofJdk(MethodCallExpr e, ExecutableElement method, int through, Arguments given, String use) {
        MethodKey key = run.resolver.key(method);
        // the raw stream has not all that the buffer has
        String owner = through == State.BUFFER ? "java.io." + run.policy.streamName()
                : given.state().thing(through).jdkClass();
        Optional<JdkEffect> effect = run.jdk.effect(owner, key.name(), key.descriptor())
                .or(() -> run.jdk.effect(method));
        if (given.reach()) {
            doubt(e, "the stream is given to a method of itself");
        }
        run.captures.escapes(e, given.values(), given.state());
        boolean own = effect.filter(it -> TypestateRun.isOneOf(it, JdkEffect.READ, JdkEffect.CLOSE)).isEmpty();
        if (effect.filter(JdkEffect.POSITION::equals).isPresent() && !run.policy.isOutput()
                && SkipLoop.isOf(run.resolver, e)) {
            effect = Optional.of(JdkEffect.READ);
        }
        if (effect.isEmpty() || own && run.replaced.contains(through)) {
            doubt(e, use + " is not known to be harmless");
            return Set.of(new Result(run.mayThrow(e, given.state()), OTHER));
        }
        boolean chained = TypestateRun.isOneOf(effect.get(), JdkEffect.WRITE, JdkEffect.LINE)
                && run.jdk.isSubtype(given.state().thing(through), method.getReturnType());
        if (TypestateRun.isOneOf(effect.get(), JdkEffect.WRITE, JdkEffect.LINE)
                && !run.captures.hasClosedArguments(e)) {
            run.callsBack.add(e);
            run.progress.callsBack(e, given.state());
        }
        run.entriesRefused |= JdkMethods.checksEntries(given.state().thing(through).jdkClass())
                && ZipEntries.mayBeRefused(run.resolver, e, key);
        run.writesRange |= effect.get() == JdkEffect.WRITE && key.descriptor().startsWith("([BII)")
                && WriteBounds.mayBeWrong(run, e);
        if (effect.get() == JdkEffect.READ && JdkMethods.callsBack(given.state().thing(through).jdkClass())) {
            run.callsBack.add(e);
        }
        Set<Result> out = new LinkedHashSet<>();
        run.stream.operate(e, effect.get(), through, given.state(), use)
                .forEach(state -> out.add(new Result(state, chained ? new Value.Ref(through) : OTHER)));
        return out;
    }

    /** A method of an object of the user's whose class is known. */
    private Set<Result> ofUser(MethodCallExpr e, ExecutableElement method, int id, Arguments given, String use) {
        State state = given.state();
        Thing thing = state.thing(id);
        boolean ofSuper = e.getScope().filter(Expression::isSuperExpr).isPresent();
        Optional<CallableDeclaration<?>> body = ofSuper || method.getModifiers().contains(Modifier.PRIVATE)
                ? body(method) : implementation(thing.type().orElseThrow(), method);
        boolean involved = given.reach() || state.reaches(new Value.Ref(id))
                || body.filter(b -> run.creators.contains(b)).isPresent();
        if (!involved) {
            run.captures.escapes(e, given.values(), state);
            boolean quiet = run.jdk.effect(method).filter(JdkEffect.QUIET::equals).isPresent();
            if (body.isEmpty() ? !quiet : run.captures.givesAway(body.get(), thing)) {
                run.captures.escapes(e, List.of(new Value.Ref(id)), state);
            }
            body.ifPresent(run.executed::remove);
            return beside(e, state);
        }
        if (body.isPresent()) {
            Optional<String> open = id == run.self && !ofSuper ? run.captures.mayBeReplaced(method, e)
                    : Optional.empty();
            open.ifPresent(why -> doubt(e, "the stream is passed to " + e.getNameAsString() + "(), which " + why));
            run.note(e, use, "followed, compatible");
            return run.inlining.inline(e, body.get(), given, new Value.Ref(id));
        }
        return inherited(e, method, id, given, use, ofSuper);
    }

    /** A method that the user's class has from a JDK stream class, which calls those that the user overrides. */
    private Set<Result> inherited(MethodCallExpr e, ExecutableElement method, int id, Arguments given, String use,
            boolean ofSuper) {
        State state = given.state();
        MethodKey key = run.resolver.key(method);
        Optional<JdkEffect> effect = run.jdk.effect(state.thing(id).jdkClass(), key.name(), key.descriptor());
        boolean plain = key.owner().equals("java.lang.Object") && !key.name().equals("clone");
        if (effect.filter(it -> it == JdkEffect.OWN).isPresent() || plain) {
            return Set.of(new Result(run.mayThrow(e, state), OTHER));
        }
        boolean ofStream =
                effect.filter(it -> TypestateRun.isOneOf(it, JdkEffect.WRITE, JdkEffect.LINE, JdkEffect.FLUSH,
                JdkEffect.CLOSE, JdkEffect.READ)).isPresent();
        if (!ofStream) {
            doubt(e, e.getNameAsString() + "() of the owner is inherited and not followed");
            return Set.of(new Result(run.mayThrow(e, state), OTHER));
        }
        Set<State> states = Set.of(state);
        if (!ofSuper || effect.get() != JdkEffect.WRITE) {
            states = overridden(e, id, effect.get() == JdkEffect.CLOSE ? "flush" : "write", states,
                    effect.get() == JdkEffect.FLUSH);
        }
        Set<Result> out = new LinkedHashSet<>();
        for (State each : states) {
            Value inner = each.thing(id).field(Thing.INNER);
            Set<State> after = inner instanceof Value.Ref ref
                    ? run.stream.operate(e, effect.get(), ref.thing(), each, use) : Set.of(run.mayThrow(e, each));
            after.forEach(end -> out.add(new Result(end, OTHER)));
        }
        return out;
    }

    private Set<State> overridden(MethodCallExpr e, int id, String name, Set<State> in, boolean none) {
        Set<State> states = new LinkedHashSet<>(in);
        TypeElement type = in.iterator().next().thing(id).type().orElseThrow();
        for (int round = 0; round < 2 && !none; round++) {
            for (TypeElement at : ancestors(type)) {
                for (ExecutableElement each : javax.lang.model.util.ElementFilter.methodsIn(at.getEnclosedElements())) {
                    Optional<CallableDeclaration<?>> body = each.getSimpleName().contentEquals(name) ? body(each)
                            : Optional.empty();
                    for (State state : body.isPresent() ? Set.copyOf(states) : Set.<State>of()) {
                        List<Value> values = each.getParameters().stream().map(p -> OTHER).toList();
                        run.inlining.inline(e, body.get(), new Arguments(state, values), new Value.Ref(id))
                                .forEach(result -> states.add(result.state()));
                    }
                }
            }
        }
        return states;
    }

    /** A call on an object that the stream is not reached from, or of a static method. */
    private Set<Result> elsewhere(MethodCallExpr e, ExecutableElement method, Arguments given) {
        Optional<CallableDeclaration<?>> body = body(method);
        Set<ExecutableElement> targets = given.reach() ? targets(e, method) : Set.of();
        List<CallableDeclaration<?>> bodies = targets.stream().flatMap(each -> body(each).stream()).toList();
        boolean exact = !targets.isEmpty() && bodies.size() == targets.size();
        boolean creates = body.filter(b -> run.creators.contains(b)).isPresent();
        if (!given.reach() && !creates) {
            run.captures.escapes(e, given.values(), given.state());
            return beside(e, given.state());
        }
        if (body.isEmpty() && !exact) {
            return run.unseen.given(e, method, given, e.getNameAsString() + "()");
        }
        Optional<String> open = exact ? Optional.empty() : run.captures.mayBeReplaced(method, e);
        if (open.isPresent()) {
            doubt(e, "the stream is passed to " + e.getNameAsString() + "(), which " + open.get());
        }
        overloads(e, method, given);
        run.note(e, e.getNameAsString() + "(" + list(e) + ")", "followed, compatible");
        Set<Result> out = new LinkedHashSet<>();
        (exact ? bodies : List.of(body.get()))
                .forEach(each -> out.addAll(run.inlining.inline(e, each, given, OTHER)));
        return out;
    }

    private Set<ExecutableElement> targets(MethodCallExpr e, ExecutableElement method) {
        Set<ExecutableElement> exact = ExactClass.targets(run.resolver, method, e);
        boolean open = exact.isEmpty() && run.captures.mayBeReplaced(method, e).isPresent();
        return open ? run.program.targets(method) : exact;
    }

    /** The fix widens the declared type of the raw stream: another method of the name may then be meant. */
    void overloads(Node call, ExecutableElement method, Arguments given) {
        for (int i = 0; i < Math.min(given.values().size(), method.getParameters().size()); i++) {
            boolean raw = given.values().get(i).equals(new Value.Ref(State.BUFFER))
                    && !run.jdk.isSubtype(given.state().thing(State.BUFFER), method.getParameters().get(i).asType());
            boolean several = method.getEnclosingElement().getEnclosedElements().stream()
                    .filter(ExecutableElement.class::isInstance).map(ExecutableElement.class::cast)
                    .filter(other -> other.getSimpleName().equals(method.getSimpleName()))
                    .filter(other -> other.getParameters().size() == method.getParameters().size() || other.isVarArgs())
                    .count() > 1;
            boolean widened = run.resolver.declaration(method.getParameters().get(i)).filter(run.widened::contains)
                    .isPresent();
            if (raw && !widened) {
                doubt(call, "the stream is passed where a " + method.getParameters().get(i).asType() + " is asked for");
            }
            if (raw && several) {
                doubt(call, "another method of the name may be meant when the stream is no raw one");
            }
        }
    }

    private static String list(MethodCallExpr e) {
        return String.join(", ", e.getArguments().stream().map(Object::toString).toList());
    }

    /** Closes what a try statement opened. */
    Set<State> close(Expression resource, Value value, State state, boolean thrown) {
        if (value == Value.Untracked.NULL) {
            return Set.of(state);
        }
        if (value == Value.Untracked.STALE) {
            run.doubt(GuardKind.CLOSED, resource, "a stream that was created before the present one is closed");
            return Set.of(state);
        }
        if (!(value instanceof Value.Ref ref) || !state.heap().containsKey(ref.thing())) {
            boolean drops = run.policy.servesPeer() && state.phase() == Phase.DIRTY && !(thrown && run.ownsConnection);
            if (drops) {
                run.doubt(GuardKind.FLUSH_BEFORE_WAIT, resource,
                        "the socket or another resource may be closed before the bytes in the buffer are sent");
            }
            run.runsBeside(resource, state);
            return Set.of(run.mayThrow(resource, state));
        }
        Thing thing = state.thing(ref.thing());
        if (thing.type().isEmpty()) {
            return run.stream.operate(resource, JdkEffect.CLOSE, ref.thing(), state, "close()");
        }
        if (!state.reaches(value)) {
            run.runsBeside(resource, state);
            return Set.of(run.mayThrow(resource, state));
        }
        Optional<CallableDeclaration<?>> body = ancestors(thing.type().get()).stream()
                .flatMap(type -> javax.lang.model.util.ElementFilter.methodsIn(type.getEnclosedElements()).stream())
                .filter(m -> m.getSimpleName().contentEquals("close") && m.getParameters().isEmpty())
                .flatMap(m -> body(m).stream()).findFirst();
        Set<State> out = new LinkedHashSet<>();
        if (body.isPresent()) {
            run.inlining.inline(resource, body.get(), new Arguments(state, List.of()), value)
                    .forEach(result -> out.add(result.state()));
            return out;
        }
        if (thing.field(Thing.INNER) instanceof Value.Ref inner) {
            return run.stream.operate(resource, JdkEffect.CLOSE, inner.thing(), state, "close()");
        }
        doubt(resource, "close() of the owner is inherited and not followed");
        return Set.of(run.mayThrow(resource, state));
    }

    /** Returns the body that the method has in the sources. */
    Optional<CallableDeclaration<?>> body(ExecutableElement method) {
        Optional<Node> node = run.resolver.declaration(method).filter(each -> block(each).isPresent());
        return node.map(each -> (CallableDeclaration<?>) each);
    }

    static Optional<BlockStmt> block(Node callable) {
        return callable instanceof MethodDeclaration method ? method.getBody()
                : callable instanceof com.github.javaparser.ast.body.ConstructorDeclaration constructor
                        ? Optional.of(constructor.getBody()) : Optional.empty();
    }

    /** Returns the method that runs when the given one is called on an object of exactly that class. */
    private Optional<CallableDeclaration<?>> implementation(TypeElement type, ExecutableElement method) {
        for (TypeElement at : ancestors(type)) {
            for (ExecutableElement each : javax.lang.model.util.ElementFilter.methodsIn(at.getEnclosedElements())) {
                if (each.equals(method) || run.resolver.elements().overrides(each, method, type)) {
                    return body(each);
                }
            }
        }
        return Optional.of(method).filter(each -> each.getModifiers().contains(Modifier.DEFAULT))
                .filter(each -> overriders(type, each) == 0).flatMap(this::body);
    }

    /** Returns how many interfaces above the class have a method that may run in the place of another interface's. */
    private long overriders(TypeElement type, ExecutableElement method) {
        return run.resolver.elements().getAllMembers(type).stream().filter(ExecutableElement.class::isInstance)
                .map(ExecutableElement.class::cast)
                .filter(each -> run.resolver.elements().overrides(each, method, type)).count();
    }

    List<TypeElement> ancestors(TypeElement type) {
        List<TypeElement> all = new ArrayList<>();
        Optional<TypeElement> at = Optional.of(type);
        while (at.isPresent() && !run.resolver.isPlatform(at.get()) && !all.contains(at.get())) {
            all.add(at.get());
            at = run.resolver.classOf(at.get().getSuperclass());
        }
        return all;
    }

    /** Returns the classes and interfaces above the class. */
    Set<TypeElement> above(TypeElement type) {
        return Callers.above(run.resolver, type, new LinkedHashSet<>());
    }
}
