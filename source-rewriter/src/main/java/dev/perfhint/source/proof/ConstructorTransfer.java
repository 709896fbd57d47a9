package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkMethods;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/**
 * Creates objects: the buffer where the raw stream was created, JDK wrappers round it, objects of the user's that hold
 * it.
 */
final class ConstructorTransfer {
    private static final Value OTHER = Value.Untracked.OTHER;
    private static final Set<Modifier> FIXED = Set.of(Modifier.STATIC, Modifier.FINAL, Modifier.PRIVATE);

    private final TypestateRun run;

    ConstructorTransfer(TypestateRun run) {
        this.run = run;
    }

    /** Evaluates the creation that the fix wraps: from here on there is a buffer. */
    Set<Result> create(Expression e, State in) {
        run.reached.add(e);
        List<Expression> parts = e instanceof ObjectCreationExpr object ? object.getArguments()
                : e instanceof MethodCallExpr call ? call.getArguments() : List.of();
        Set<Result> out = new LinkedHashSet<>();
        for (CallTransfer.Arguments given : run.calls.arguments(parts, in)) {
            State before = run.mayThrow(e, given.state());
            if (run.policy.isOutput() && (before.phase() == Phase.DIRTY || before.phase() == Phase.FAILED)) {
                String anew = "the stream is created anew while the one before it may hold bytes";
                run.doubt(GuardKind.CLOSED, e, anew);
                if (run.policy == StreamPolicy.FILE_OUTPUT) {
                    run.doubt(GuardKind.NO_OTHER_HANDLE, e, anew);
                }
            }
            State fresh = before.heap().containsKey(State.BUFFER) ? before.without(State.BUFFER) : before;
            State open = fresh.with(State.BUFFER, Thing.ofJdk(run.policy.buffer(), OTHER, false)).in(Phase.CLEAN);
            Optional<String> printer = run.resolver.className(e).filter(JdkMethods::swallowsErrors);
            int id = run.thingAt(e);
            out.add(printer.isEmpty() ? new Result(open, new Value.Ref(State.BUFFER))
                    : new Result(open.without(id)
                            .with(id, Thing.ofJdk(printer.get(), new Value.Ref(State.BUFFER), false)),
                            new Value.Ref(id)));
        }
        return out;
    }

    Set<Result> construct(ObjectCreationExpr e, State in) {
        Set<State> scoped = new LinkedHashSet<>();
        for (Result scope
                : e.getScope().map(each -> run.expressions.eval(each, in)).orElse(Set.of(new Result(in, OTHER)))) {
            if (scope.state().reaches(scope.value())) {
                doubt(e, "an inner class uses the object that holds the stream");
            }
            scoped.add(scope.state());
        }
        Set<Result> out = new LinkedHashSet<>();
        for (State state : scoped) {
            for (CallTransfer.Arguments given : run.calls.arguments(e.getArguments(), state)) {
                out.addAll(made(e, given));
            }
        }
        return out;
    }

    private Set<Result> made(ObjectCreationExpr e, CallTransfer.Arguments given) {
        Optional<ExecutableElement> constructor = run.resolver.method(e);
        if (e.getAnonymousClassBody().isPresent() || constructor.isEmpty()) {
            run.captures.check(e, given.state());
            run.captures.escapes(e, given.values(), given.state());
            if (given.reach()) {
                doubt(e, "the stream is passed to the constructor of " + e.getTypeAsString() + ", which cannot be seen"
                        + (constructor.isEmpty() ? " (" + run.resolver.reason(e) + ")" : ""));
            }
            return run.calls.beside(e, given.state());
        }
        TypeElement type = (TypeElement) constructor.get().getEnclosingElement();
        if (run.resolver.isPlatform(type)) {
            return ofJdk(e, constructor.get(), run.resolver.binaryName(type), given);
        }
        Optional<Node> declared = run.resolver.declaration(type);
        Optional<Node> body = run.resolver.declaration(constructor.get())
                .filter(ConstructorDeclaration.class::isInstance);
        if (declared.isEmpty()) {
            run.captures.escapes(e, given.values(), given.state());
            return given.reach()
                    ? run.unseen.given(e, constructor.get(), given, "the constructor of " + e.getTypeAsString())
                    : run.calls.beside(e, given.state());
        }
        run.captures.inner(e, type, given.state());
        boolean involved = given.reach() || run.creators.contains(declared.get())
                || body.filter(run.creators::contains).isPresent();
        if (!involved) {
            run.captures.escapes(e, given.values(), given.state());
        }
        return involved ? ofUser(e, type, body, given) : run.calls.beside(e, given.state());
    }

    private void doubt(Node place, String message) {
        run.doubt(GuardKind.NO_ALIAS, place, message);
        run.inspected.add(run.doubts.where(place) + "not proven compatible: " + message);
    }

    private Set<Result> ofJdk(ObjectCreationExpr e, ExecutableElement constructor, String name,
            CallTransfer.Arguments given) {
        State state = given.state();
        if (!given.reach()) {
            run.captures.escapes(e, given.values(), state);
            return run.calls.beside(e, state);
        }
        long reaching = given.values().stream().filter(state::reaches).count();
        boolean wraps = run.policy.wraps(name) && reaching == 1 && given.values().get(0) instanceof Value.Ref ref
                && state.thing(ref.thing()).type().isEmpty();
        if (!wraps) {
            return run.unseen.given(e, constructor, given, "new " + e.getTypeAsString() + "()");
        }
        Value inner = given.values().get(0);
        Thing below = state.thing(((Value.Ref) inner).thing());
        String label = inner.equals(new Value.Ref(State.BUFFER)) && e.getArgument(0).isObjectCreationExpr()
                ? e.getArgument(0).asObjectCreationExpr().getType().getNameAsString() : e.getArgument(0).toString();
        String named = below.jdkClass().substring(below.jdkClass().lastIndexOf('.') + 1);
        run.note(e, "new " + e.getType().getNameAsString() + "(" + label + ")", "compatible with "
                + (inner.equals(new Value.Ref(State.BUFFER)) ? run.policy.streamName() : named));
        e.getArguments().stream().skip(1).forEach(run.progress::feeds);
        if (e.getArguments().stream().skip(1).anyMatch(this::mayBeOwn)) {
            doubt(e, "the wrapper may be given an object of the program's, whose code runs with each call");
        }
        boolean autoflush = e.getArguments().size() > 1
                && run.resolver.constant(e.getArgument(1)).filter(Boolean.TRUE::equals).isPresent();
        int id = run.thingAt(e);
        State fresh = state.heap().containsKey(id) ? state.without(id) : state;
        String asked = run.resolver.key(constructor).descriptor();
        boolean fragile = JdkMethods.isFragile(name) || asked.contains("Ljava/nio/charset/CharsetEncoder;")
                || asked.contains("Ljava/util/zip/Deflater;");
        State made = fresh.with(id, Thing.ofJdk(name, inner, autoflush).asFragile(fragile));
        Set<Result> out = new LinkedHashSet<>();
        Set<State> after = JdkMethods.writesHeader(name) ? run.stream.header(e, id, made) : Set.of(made);
        run.mayThrow(e, state);
        after.forEach(end -> out.add(new Result(end, new Value.Ref(id))));
        return out;
    }

    /** Returns whether an object may be of a class of the sources. */
    private boolean mayBeOwn(Expression given) {
        return ExactClass.of(run.resolver, given).map(type -> !run.resolver.isPlatform(type))
                .orElseGet(() -> run.resolver.type(given).flatMap(run.resolver::classOf).filter(this::isExtended)
                        .isPresent());
    }

    /** Returns whether the sources may have another method in the place of one of the class's. */
    private boolean isExtended(TypeElement type) {
        return !run.resolver.isPlatform(type) || !type.getModifiers().contains(Modifier.FINAL)
                && ElementFilter.methodsIn(run.resolver.elements().getAllMembers(type)).stream()
                        .filter(method -> Collections.disjoint(method.getModifiers(), FIXED))
                        .filter(method -> !run.resolver.binaryName((TypeElement) method.getEnclosingElement())
                                .equals("java.lang.Object"))
                        .anyMatch(method -> Mentions.of(run.sources).overriding(method).map(all -> !all.isEmpty())
                                .orElse(true));
    }

    private Set<Result> ofUser(ObjectCreationExpr e, TypeElement type, Optional<Node> body,
            CallTransfer.Arguments given) {
        int id = run.thingAt(e);
        State before = given.state().heap().containsKey(id) ? given.state().without(id) : given.state();
        State state = before.with(id, Thing.ofUser(type, run.jdk.jdkAncestor(type)));
        if (given.reach()) {
            run.note(e, "new " + e.getTypeAsString() + "(" + String.join(", ", e.getArguments().stream()
                    .map(Object::toString).toList()) + ")", "followed, compatible");
        }
        Value.Ref self = new Value.Ref(id);
        Set<Result> out = new LinkedHashSet<>();
        run.resolver.method(e).ifPresent(constructor -> run.calls.overloads(e, constructor, given));
        if (body.isPresent()) {
            run.inlining.inline(e, (CallableDeclaration<?>) body.get(),
                    new CallTransfer.Arguments(state, given.values()), self)
                    .forEach(result -> out.add(kept(type, result.state(), self)));
            return out;
        }
        if (given.reach()) {
            doubt(e, "the stream is kept by " + e.getTypeAsString() + ", whose constructor is not written out");
        }
        State inside = state.withFrame(Map.of(State.THIS, self));
        initialise(type, Set.of(inside)).forEach(end ->
                out.add(kept(type, run.mayThrow(e, end.withFrame(state.frame())), self)));
        return out;
    }

    /**
     * Gives up an object that only read or wrote while it was made, and whose class does not open the stream: each one
     * that is followed doubles the states. One that is given the stream later is a doubt then.
     */
    private Result kept(TypeElement type, State made, Value.Ref self) {
        boolean leads = made.reaches(self)
                || run.creations.stream().anyMatch(creation -> isWithin(creation, type))
                || run.creators.stream().anyMatch(creator -> isWithin(creator, type));
        return leads ? new Result(made, self) : new Result(made.forget(self.thing()), OTHER);
    }

    private boolean isWithin(Node code, TypeElement type) {
        return run.calls.ancestors(type).stream().flatMap(each -> run.resolver.declaration(each).stream())
                .anyMatch(declared -> declared == code || Enclosing.isAround(declared, code));
    }

    /** Runs the body of a method, lambda or constructor; a constructor begins with its ancestors and the fields. */
    Set<State> body(Node callable, State entered) {
        Statement body = EnclosingCode.body(callable).orElseThrow();
        if (!(body instanceof BlockStmt block)) {
            return run.statements.returned(((ExpressionStmt) body).getExpression(), Set.of(entered));
        }
        boolean delegates = !block.getStatements().isEmpty()
                && block.getStatement(0) instanceof ExplicitConstructorInvocationStmt;
        Set<State> states = Set.of(entered);
        if (callable instanceof ConstructorDeclaration && !delegates) {
            Optional<TypeElement> type = enclosing(callable).flatMap(run.resolver::declaredClass);
            states = type.isPresent() ? initialise(type.get(), states) : states;
        }
        return run.statements.run(block, states);
    }

    private static Optional<TypeDeclaration<?>> enclosing(Node node) {
        return node.findAncestor(TypeDeclaration.class).map(type -> (TypeDeclaration<?>) type);
    }

    /** Runs what a constructor does before its body: the ancestors' constructors without arguments, then the fields. */
    private Set<State> initialise(TypeElement type, Set<State> in) {
        Set<State> states = in;
        Optional<TypeElement> parent = run.resolver.classOf(type.getSuperclass())
                .filter(each -> !run.resolver.isPlatform(each));
        if (parent.isPresent()) {
            Optional<ConstructorDeclaration> plain = ElementFilter
                    .constructorsIn(parent.get().getEnclosedElements()).stream()
                    .filter(each -> each.getParameters().isEmpty())
                    .flatMap(each -> run.resolver.declaration(each).stream())
                    .filter(ConstructorDeclaration.class::isInstance).map(ConstructorDeclaration.class::cast)
                    .findFirst();
            states = plain.isPresent() ? inlined(plain.get(), states) : initialise(parent.get(), states);
        }
        return fields(type, states);
    }

    private Set<State> inlined(ConstructorDeclaration constructor, Set<State> in) {
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            run.inlining.inline(constructor, constructor, new CallTransfer.Arguments(state, List.of()),
                    state.get(State.THIS))
                    .forEach(result -> out.add(result.state()));
        }
        return out;
    }

    private Set<State> fields(TypeElement type, Set<State> in) {
        Set<State> states = in;
        Optional<TypeDeclaration<?>> declaration = run.resolver.declaration(type)
                .filter(TypeDeclaration.class::isInstance).map(node -> (TypeDeclaration<?>) node);
        for (BodyDeclaration<?> member : declaration.map(each -> List.copyOf(each.getMembers())).orElse(List.of())) {
            if (member instanceof FieldDeclaration field && !field.isStatic()) {
                for (VariableDeclarator variable : field.getVariables()) {
                    states = variable.getInitializer().isPresent() ? field(variable, states) : states;
                }
            } else if (member instanceof InitializerDeclaration block && !block.isStatic()) {
                states = run.statements.run(block.getBody(), states);
            }
        }
        return states;
    }

    private Set<State> field(VariableDeclarator variable, Set<State> in) {
        Optional<VariableElement> element = run.resolver.variable(variable);
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            for (Result result : run.expressions.eval(variable.getInitializer().orElseThrow(), state)) {
                State after = result.state();
                if (element.isPresent() && after.get(State.THIS) instanceof Value.Ref ref
                        && after.heap().containsKey(ref.thing())) {
                    run.captures.keeps(element, result.value(), after);
                    if (after.reaches(result.value())) {
                        run.holders.add(element.get());
                    }
                    after = after.with(ref.thing(), after.thing(ref.thing()).with(element.get(), result.value()));
                }
                out.add(after);
            }
        }
        return out;
    }

    /** Runs {@code this(..)} or {@code super(..)}. */
    Set<State> delegate(ExplicitConstructorInvocationStmt s, Set<State> in) {
        Optional<ExecutableElement> constructor = run.resolver.method(s);
        Optional<TypeElement> type = enclosing(s).flatMap(run.resolver::declaredClass);
        Set<State> out = new LinkedHashSet<>();
        for (State state : in) {
            for (CallTransfer.Arguments given : run.calls.arguments(s.getArguments(), state)) {
                out.addAll(delegated(s, constructor, given));
            }
        }
        return s.isThis() || type.isEmpty() ? out : fields(type.get(), out);
    }

    private Set<State> delegated(ExplicitConstructorInvocationStmt s, Optional<ExecutableElement> constructor,
            CallTransfer.Arguments given) {
        State state = given.state();
        Optional<CallableDeclaration<?>> body = constructor.flatMap(run.calls::body);
        if (body.isPresent()) {
            Set<State> out = new LinkedHashSet<>();
            run.inlining.inline(s, body.get(), given, state.get(State.THIS)).forEach(result -> out.add(result.state()));
            return out;
        }
        run.mayThrow(s, state);
        run.captures.escapes(s, given.values(), state);
        if (!given.reach()) {
            return Set.of(state);
        }
        String parent = constructor.map(each -> run.resolver.binaryName((TypeElement) each.getEnclosingElement()))
                .orElse("");
        boolean wraps = run.policy.wraps(parent) && !JdkMethods.writesHeader(parent) && !JdkMethods.holdsBytes(parent)
                && !JdkMethods.swallowsErrors(parent) && given.values().size() == 1;
        if (wraps && state.get(State.THIS) instanceof Value.Ref self && state.heap().containsKey(self.thing())) {
            return Set.of(state.with(self.thing(), state.thing(self.thing()).with(Thing.INNER, given.values().get(0))));
        }
        doubt(s, "the stream is passed to the constructor of a class above that is not followed");
        return Set.of(state);
    }

    /** Returns a state in which the object runs whose method begins the analysis. */
    State within(TypeElement type, Node declaration) {
        int id = run.thingAt(declaration);
        run.self = id;
        Map<Object, Value> frame = new HashMap<>();
        frame.put(State.THIS, new Value.Ref(id));
        return State.initial().with(id, Thing.ofUser(type, run.jdk.jdkAncestor(type))).withFrame(frame);
    }
}
