package dev.perfhint.source.proof;

import com.github.javaparser.ast.ArrayCreationLevel;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.type.Type;
import dev.perfhint.source.GuardKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Evaluates expressions: the states after one, each with what the expression denotes there. */
final class ExpressionTransfer {
    private static final Value OTHER = Value.Untracked.OTHER;

    private final TypestateRun run;

    ExpressionTransfer(TypestateRun run) {
        this.run = run;
    }

    Set<Result> eval(Expression e, State in) {
        run.step(e);
        Set<Result> out = new LinkedHashSet<>();
        if (in.phase().isOpen() && isCall(e) && run.implicit.initialised(e).isPresent()) {
            run.mayThrow(e, in);
        }
        initialised(e, in).forEach(state -> out.addAll(denoted(e, state)));
        if (out.stream().anyMatch(result -> result.state().phase().isOpen()) && run.implicit.mayThrow(e)) {
            out.forEach(result -> run.mayThrow(e, result.state()));
        }
        return out;
    }

    /** A class is initialised before the code that is called, other expressions may fail once their parts are there. */
    private static boolean isCall(Expression e) {
        return e.isMethodCallExpr() || e.isObjectCreationExpr();
    }

    /** A peer may wait for what an initialiser waits for. */
    private Set<State> initialised(Expression e, State in) {
        if (in.phase().holdsBytes() && (e.isNameExpr() || e.isFieldAccessExpr())
                && run.implicit.initialised(e).isPresent()) {
            run.runsBeside(e, in);
        }
        return run.owesFlush(in)
                && run.implicit.initialised(e).filter(type -> !run.captures.isQuietToInitialise(type)).isPresent()
                ? run.flushes.beforeWait(run, e, "initialising a class", Set.of(in)) : Set.of(in);
    }

    private Set<Result> denoted(Expression e, State in) {
        if (run.creations.contains(e)) {
            return run.constructors.create(e, in);
        }
        if (e.isNullLiteralExpr()) {
            return Set.of(new Result(in, Value.Untracked.NULL));
        }
        if (e.isEnclosedExpr()) {
            return eval(e.asEnclosedExpr().getInner(), in);
        }
        if (e instanceof VariableDeclarationExpr declaration) {
            return declare(declaration, in);
        }
        if (e instanceof AssignExpr assign) {
            return assign(assign, in);
        }
        if (e instanceof MethodCallExpr call) {
            return run.calls.call(call, in);
        }
        if (e instanceof ObjectCreationExpr construction) {
            return run.constructors.construct(construction, in);
        }
        if (e instanceof LambdaExpr || e instanceof MethodReferenceExpr) {
            run.captures.check(e, in);
            return Set.of(new Result(in, e instanceof LambdaExpr lambda ? run.inlining.code(lambda) : OTHER));
        }
        if (e instanceof ConditionalExpr choice) {
            StatementTransfer.Branches b = run.statements.condition(choice.getCondition(), Set.of(in));
            Set<Result> out = new LinkedHashSet<>();
            b.whenTrue().forEach(state -> out.addAll(eval(choice.getThenExpr(), state)));
            b.whenFalse().forEach(state -> out.addAll(eval(choice.getElseExpr(), state)));
            return out;
        }
        if (e instanceof BinaryExpr b
                && (b.getOperator() == BinaryExpr.Operator.AND || b.getOperator() == BinaryExpr.Operator.OR)) {
            StatementTransfer.Branches branches = run.statements.condition(b, Set.of(in));
            return others(branches.all());
        }
        if (e instanceof SwitchExpr choice) {
            Set<State> selected = run.statements.selected(choice.getSelector(), Set.of(in));
            return run.statements.chosen(choice.getEntries(), selected);
        }
        if (e instanceof CastExpr cast) {
            return cast(cast, in);
        }
        if (e instanceof InstanceOfExpr test) {
            return others(test(test, in).all());
        }
        if (e.isSuperExpr()) {
            return Set.of(new Result(in, in.get(State.THIS)));
        }
        if (e instanceof NameExpr || e instanceof ThisExpr || e instanceof FieldAccessExpr) {
            return read(e, in);
        }
        boolean understood = e.isLiteralExpr() || e.isBinaryExpr() || e.isUnaryExpr() || e.isArrayAccessExpr()
                || e.isArrayCreationExpr() || e.isArrayInitializerExpr() || e.isClassExpr() || e.isTypeExpr();
        if (!understood) {
            run.doubt(GuardKind.CLOSED, e, "an expression that is not understood");
        }
        return plain(e, in);
    }

    /** Evaluates what has no meaning for the stream; a part that leads to it is a doubt. */
    private Set<Result> plain(Expression e, State in) {
        Set<State> out = children(e, Set.of(in));
        if (e instanceof UnaryExpr unary && Assignments.isTarget(unary.getExpression())) {
            run.progress.runs(unary, in);
        }
        if (e instanceof BinaryExpr sum && in.phase().holdsBytes() && run.implicit.joins(sum)) {
            run.callsBack.add(e);
            run.progress.runs(e, in);
            out = run.policy.servesPeer() ? run.flushes.beforeWait(run, e, "the text of an object", out) : out;
        }
        if (run.policy.servesPeer() && run.growing.is(e)) {
            out = run.flushes.beforeWait(run, e, "what is as long as its values", out);
        }
        return others(out);
    }

    private Set<State> children(Node e, Set<State> in) {
        Set<State> states = in;
        for (Node child : e.getChildNodes()) {
            if (child instanceof ArrayCreationLevel level) {
                states = children(level, states);
            } else if (child instanceof Expression part) {
                Set<State> next = new LinkedHashSet<>();
                for (State state : states) {
                    for (Result result : eval(part, state)) {
                        if (result.state().reaches(result.value()) && !isIdentityTest(e)) {
                            refuse(part, e, result);
                        } else if (!isIdentityTest(e)) {
                            run.captures.escapes(part, List.of(result.value()), result.state());
                        }
                        next.add(result.state());
                    }
                }
                states = next;
            }
        }
        return states;
    }

    /** Every name of the raw stream is one of the buffer after the fix, so that what was the same object still is. */
    private static boolean isIdentityTest(Node e) {
        return e instanceof BinaryExpr b && (b.getOperator() == BinaryExpr.Operator.EQUALS
                || b.getOperator() == BinaryExpr.Operator.NOT_EQUALS);
    }

    private void refuse(Expression part, Node parent, Result result) {
        String what = parent instanceof BinaryExpr ? "the stream is made to text"
                : "the stream leaves the code in view: it is used in a way that is not followed";
        doubt(part, what);
    }

    private void doubt(Node place, String message) {
        run.doubt(GuardKind.NO_ALIAS, place, message);
        run.inspected.add(run.doubts.where(place) + "not proven compatible: " + message);
    }

    private static Set<Result> others(Set<State> states) {
        Set<Result> out = new LinkedHashSet<>();
        states.forEach(state -> out.add(new Result(state, OTHER)));
        return out;
    }

    private Set<Result> declare(VariableDeclarationExpr declaration, State in) {
        Set<State> states = Set.of(in);
        for (VariableDeclarator v : declaration.getVariables()) {
            Optional<VariableElement> variable = run.resolver.variable(v);
            Set<State> next = new LinkedHashSet<>();
            for (State state : states) {
                if (v.getInitializer().isEmpty()) {
                    next.add(variable.map(each -> state.bind(each, OTHER)).orElse(state));
                    continue;
                }
                for (Result result : eval(v.getInitializer().get(), state)) {
                    next.add(set(v, variable, result));
                }
            }
            states = next;
        }
        return others(states);
    }

    /** Evaluates a resource of a try statement to what it closes. */
    Set<Result> resource(Expression resource, State in) {
        Optional<VariableDeclarator> declared = StatementTransfer.declared(resource);
        if (declared.isEmpty()) {
            return eval(resource, in);
        }
        Optional<VariableElement> variable = run.resolver.variable(declared.get());
        Set<Result> out = new LinkedHashSet<>();
        for (Result result : eval(declared.get().getInitializer().orElseThrow(), in)) {
            out.add(new Result(set(declared.get(), variable, result), result.value()));
        }
        return out;
    }

    private State set(Node place, Optional<VariableElement> variable, Result result) {
        if (variable.isEmpty()) {
            if (result.state().reaches(result.value())) {
                doubt(place, "the stream is stored in a variable that is " + run.resolver.reason(place));
            }
            return result.state();
        }
        return result.state().bind(variable.get(), kept(variable.get(), result));
    }

    /** Notes a variable that leads to the stream; that one is null matters only where it might. */
    private Value kept(VariableElement variable, Result result) {
        if (result.state().reaches(result.value())) {
            run.holders.add(variable);
        }
        boolean matters = result.value() != Value.Untracked.NULL
                || run.resolver.isSubtype(variable.asType(), "java.lang.AutoCloseable");
        return matters ? result.value() : OTHER;
    }

    private Set<Result> assign(AssignExpr assign, State in) {
        Set<Result> out = new LinkedHashSet<>();
        Expression target = assign.getTarget();
        for (Result owner : owner(target, in)) {
            for (Result value : eval(assign.getValue(), owner.state())) {
                out.add(assigned(assign, target, owner.value(), value));
            }
        }
        return out;
    }

    private Result assigned(AssignExpr assign, Expression target, Value owner, Result value) {
        run.progress.runs(assign, value.state());
        if (assign.getOperator() != AssignExpr.Operator.ASSIGN) {
            run.mayThrow(assign, value.state());
            if (value.state().phase().holdsBytes() && !run.captures.isClosed(assign.getValue())) {
                run.callsBack.add(assign);
            }
            if (value.state().reaches(value.value())) {
                doubt(assign, "the stream is made to text");
            }
            boolean text = run.policy.servesPeer()
                    && (!run.captures.isClosed(assign.getValue()) || run.growing.is(assign));
            State after = text ? run.flushes.beforeWait(run, assign, "the text of an object", Set.of(value.state()))
                    .iterator().next() : value.state();
            return new Result(after, OTHER);
        }
        Optional<VariableElement> variable = run.resolver.variable(target);
        boolean reaches = value.state().reaches(value.value());
        boolean followed = owner instanceof Value.Ref ref && value.state().heap().containsKey(ref.thing())
                && variable.filter(field -> field.getModifiers().contains(Modifier.STATIC)).isEmpty();
        if (followed) {
            run.captures.keeps(variable, value.value(), value.state());
        } else if (variable.isEmpty() || variable.get().getKind() == ElementKind.FIELD) {
            run.captures.escapes(assign, List.of(value.value()), value.state());
        }
        boolean stored = target.isArrayAccessExpr() || variable.isEmpty();
        if (stored) {
            run.mayThrow(assign, value.state());
            if (reaches) {
                doubt(target, "the stream is stored in " + target);
            }
            return value;
        }
        VariableElement to = variable.get();
        if (to.getKind() != ElementKind.FIELD) {
            return new Result(value.state().bind(to, kept(to, value)), value.value());
        }
        if (to.getModifiers().contains(Modifier.STATIC)) {
            if (reaches) {
                doubt(target, "the stream is kept in the static field " + to.getSimpleName() + ": nobody owns it");
            }
            return value;
        }
        if (value.value() instanceof Value.Code && reaches) {
            doubt(target, "code that opens the stream is stored in a field");
        }
        if (owner instanceof Value.Ref ref && value.state().heap().containsKey(ref.thing())) {
            Thing thing = value.state().thing(ref.thing()).with(to, kept(to, value));
            boolean superField = to.getSimpleName().contentEquals("out") && run.resolver.isPlatform(to);
            if (superField && reaches) {
                doubt(target, "the stream is stored in a field of the JDK's class");
            }
            return new Result(value.state().with(ref.thing(), thing), value.value());
        }
        if (reaches) {
            doubt(target, "the stream is stored in a field of an object that is not followed");
        }
        return value;
    }

    /** Returns the object whose field the expression names; other targets have none, their parts are evaluated. */
    private Set<Result> owner(Expression target, State in) {
        if (target instanceof FieldAccessExpr access) {
            return run.resolver.variable(access).filter(v -> v.getModifiers().contains(Modifier.STATIC)).isPresent()
                    ? Set.of(new Result(in, OTHER)) : eval(access.getScope(), in);
        }
        if (target.isNameExpr()) {
            return Set.of(new Result(in, run.resolver.variable(target)
                    .map(variable -> implicitThis(variable, in)).orElse(OTHER)));
        }
        return others(children(target, Set.of(in)));
    }

    /**
     * Returns the running object if the field is its own; a field of an enclosing object has an owner that is not
     * known.
     */
    private Value implicitThis(VariableElement field, State state) {
        Value self = state.get(State.THIS);
        return field.getKind() == ElementKind.FIELD && isFieldOf(field, self, state) ? self : OTHER;
    }

    private boolean isFieldOf(VariableElement field, Value self, State state) {
        if (!(self instanceof Value.Ref ref) || !state.heap().containsKey(ref.thing())) {
            return false;
        }
        Optional<? extends TypeMirror> type = state.thing(ref.thing()).type().map(t -> t.asType());
        return type.filter(t -> run.resolver.types().isSubtype(run.resolver.types().erasure(t),
                run.resolver.types().erasure(field.getEnclosingElement().asType()))).isPresent();
    }

    private Set<Result> read(Expression e, State in) {
        if (e instanceof ThisExpr self) {
            boolean outer = self.getTypeName().isPresent();
            return Set.of(new Result(in, outer ? outerThis(self, in) : in.get(State.THIS)));
        }
        Optional<VariableElement> variable = run.resolver.variable(e);
        if (variable.isEmpty()) {
            boolean maybe = e instanceof FieldAccessExpr access && access.getScope() instanceof Expression;
            return maybe && run.resolver.type(((FieldAccessExpr) e).getScope()).isPresent() && !isTypeName(e)
                    ? plainScope((FieldAccessExpr) e, in) : Set.of(new Result(in, OTHER));
        }
        VariableElement named = variable.get();
        if (named.getKind() != ElementKind.FIELD) {
            return Set.of(new Result(in, in.get(named)));
        }
        if (named.getModifiers().contains(Modifier.STATIC) || named.getKind() == ElementKind.ENUM_CONSTANT) {
            return Set.of(new Result(in, OTHER));
        }
        Set<Result> out = new LinkedHashSet<>();
        for (Result owner : owner(e, in)) {
            if (e instanceof FieldAccessExpr && !(e.asFieldAccessExpr().getScope().isThisExpr())) {
                run.mayThrow(e, owner.state());
            }
            out.add(new Result(owner.state(), field(e, named, owner)));
        }
        return out;
    }

    private boolean isTypeName(Expression e) {
        return run.resolver.declaredClass(e).isPresent();
    }

    private Set<Result> plainScope(FieldAccessExpr e, State in) {
        return others(children(e, Set.of(in)));
    }

    private Value outerThis(ThisExpr self, State in) {
        Value current = in.get(State.THIS);
        boolean same = current instanceof Value.Ref ref && in.heap().containsKey(ref.thing())
                && in.thing(ref.thing()).type().flatMap(type -> run.resolver.className(self).map(name ->
                        name.equals(run.resolver.binaryName(type)))).orElse(false);
        return same ? current : OTHER;
    }

    private Value field(Expression e, VariableElement named, Result owner) {
        State state = owner.state();
        if (owner.value() instanceof Value.Ref ref && state.heap().containsKey(ref.thing())) {
            Thing thing = state.thing(ref.thing());
            return run.resolver.isPlatform(named) ? thing.field(Thing.INNER) : thing.field(named);
        }
        boolean held = state.heap().values().stream().anyMatch(thing -> state.reaches(thing.field(named)));
        if (held || owner.value() == Value.Untracked.STALE) {
            doubt(e, "the field " + named.getSimpleName() + " may be used through another object");
        }
        return OTHER;
    }

    /** Evaluates a test of an object's class: what the fix changes is the class of the raw stream alone. */
    StatementTransfer.Branches test(InstanceOfExpr test, State in) {
        Set<State> passing = new LinkedHashSet<>();
        Set<State> failing = new LinkedHashSet<>();
        for (Result result : eval(test.getExpression(), in)) {
            boolean never = result.value() == Value.Untracked.NULL || isNever(result.value(), test.getType());
            boolean decides = !never && result.state().reaches(result.value())
                    && (test.getPattern().isPresent() || !isUnchanged(result.value()));
            if (decides) {
                doubt(test.getExpression(), "the stream's class is tested with instanceof");
            }
            test.getPattern().ifPresent(pattern -> {
                run.captures.escapes(test, List.of(result.value()), result.state());
                run.statements.matched(pattern, result.state());
            });
            (never ? failing : passing).add(result.state());
            failing.add(result.state());
        }
        return new StatementTransfer.Branches(passing, failing);
    }

    private boolean isUnchanged(Value value) {
        return value instanceof Value.Ref ref && ref.thing() != State.BUFFER && !run.replaced.contains(ref.thing());
    }

    /** Returns whether the raw stream, of a class of the JDK's, is not of the type, and the buffer is neither. */
    private boolean isNever(Value value, Type type) {
        return value.equals(new Value.Ref(State.BUFFER))
                && run.creations.stream().allMatch(Expression::isObjectCreationExpr)
                && run.resolver.className(type).filter(name -> !run.resolver.isSubclass(run.policy.buffer(), name)
                        && run.creations.stream().allMatch(each -> run.resolver.className(each)
                                .filter(raw -> !run.resolver.isSubclass(raw, name)).isPresent())).isPresent();
    }

    private Set<Result> cast(CastExpr cast, State in) {
        Set<Result> out = new LinkedHashSet<>();
        for (Result result : eval(cast.getExpression(), in)) {
            run.mayThrow(cast, result.state());
            if (isNever(result.value(), cast.getType())) {
                continue;
            }
            if (result.value() instanceof Value.Ref ref && !isUnchanged(ref)
                    && result.state().reaches(result.value())) {
                Thing thing = result.state().thing(ref.thing());
                boolean upwards = run.resolver.type(cast.getType()).filter(type -> run.jdk.isSubtype(thing, type))
                        .isPresent();
                if (!upwards) {
                    run.doubt(GuardKind.NO_ALIAS, cast, "the stream is cast to " + cast.getTypeAsString());
                    run.inspected.add(run.doubts.where(cast) + "not compatible: the stream is cast to "
                            + cast.getTypeAsString());
                }
            }
            out.add(result);
        }
        return out;
    }
}
