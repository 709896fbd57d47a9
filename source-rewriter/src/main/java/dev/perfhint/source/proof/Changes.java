package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithParameters;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Says what code changes that is still there when it has failed: the world outside of the program, and the objects that
 * variables lead to. A call changes whatever it may reach, unless the table says that it only asks.
 */
final class Changes {
    private static final int MAX_BODIES = 400;
    static final Set<String> CURSORS =
            Set.of("java.util.Iterator", "java.util.Enumeration", "java.util.Spliterator");
    private static final Set<String> OF_CURSOR = Set.of("remove", "set", "add");

    private final TypestateRun run;
    private final Resolver resolver;
    private final Outside outside;
    private final ObjectRoots roots;
    private final CalledCode called;
    private final Map<Node, Changed> bodies = new IdentityHashMap<>();
    /** The bodies that may run each of them. */
    private final Map<Node, Set<Node>> users = new IdentityHashMap<>();
    private final Map<Node, List<Node>> parts = new IdentityHashMap<>();
    private final Map<Node, Changed> given = new IdentityHashMap<>();
    /** What each body changes, seen from each call of it. */
    private final Map<Node, Map<Node, Lifted>> lifted = new IdentityHashMap<>();

    private record Lifted(Changed inner, Changed outer) {}

    Changes(TypestateRun run, ObjectRoots roots, CalledCode called, ViewNames names) {
        this.run = run;
        this.resolver = run.resolver;
        this.roots = roots;
        this.called = called;
        this.outside = new Outside(run, roots, names);
    }

    /**
     * What is changed.
     *
     * @param outside the call that changes something outside of the program
     * @param variables those that are set, or lead to an object that is changed
     * @param unknown whether objects may be changed that no variable is known to lead to
     */
    record Changed(Optional<Node> outside, Set<VariableElement> variables, boolean unknown) {
        static final Changed NOTHING = new Changed(Optional.empty(), Set.of(), false);

        Changed and(Changed other) {
            if (other == NOTHING || this == NOTHING) {
                return other == NOTHING ? this : other;
            }
            if (covers(other)) {
                return this;
            }
            Set<VariableElement> all = new LinkedHashSet<>(variables);
            all.addAll(other.variables());
            return new Changed(outside.or(other::outside), all, unknown || other.unknown());
        }

        /** Returns whether the other adds nothing; of calls that change something outside one is enough. */
        boolean covers(Changed other) {
            return (outside.isPresent() || other.outside.isEmpty()) && (unknown || !other.unknown)
                    && variables.containsAll(other.variables);
        }
    }

    /** Returns what a piece of code changes when it runs there: a call, an assignment, a resource that is closed. */
    Changed of(Node code) {
        List<Node> added = new ArrayList<>();
        reachable(code, added);
        settle(added);
        return CalledCode.isResource(code) ? closed((Expression) code)
                : code instanceof Expression e ? at(e).and(parts(e)) : within(code);
    }

    /** Runs what was found until nothing more is known to be changed by it. */
    private void settle(List<Node> added) {
        Set<Node> own = TypestateRun.identitySet();
        own.addAll(added);
        Set<Node> open = TypestateRun.identitySet();
        open.addAll(added);
        while (!open.isEmpty()) {
            for (int i = added.size() - 1; i >= 0; i--) {
                Node body = added.get(i);
                Changed now = open.remove(body) ? within(body) : Changed.NOTHING;
                if (!bodies.get(body).covers(now)) {
                    bodies.put(body, now);
                    users.get(body).stream().filter(own::contains).forEach(open::add);
                }
            }
        }
    }

    /** What is given to a call may run in it, and an anonymous class is initialised where it is created. */
    private Changed parts(Expression e) {
        Changed all = Changed.NOTHING;
        for (LambdaExpr lambda : e.findAll(LambdaExpr.class)) {
            all = all.and(within(lambda.getBody()));
        }
        for (MethodReferenceExpr reference : e.findAll(MethodReferenceExpr.class)) {
            all = all.and(reference == e ? Changed.NOTHING : at(reference));
        }
        for (ObjectCreationExpr made : e.findAll(ObjectCreationExpr.class)) {
            for (Node member : made.getAnonymousClassBody().map(List::<Node>copyOf).orElse(List.of())) {
                all = all.and(within(member));
            }
        }
        return all;
    }

    private void reachable(Node code, List<Node> found) {
        code.walk(part -> {
            List<Node> all = new ArrayList<>(called.by(part));
            if (part instanceof Expression e) {
                all.addAll(called.calledBack(e));
            }
            for (Node body : all) {
                users.computeIfAbsent(body, key -> TypestateRun.identitySet()).add(code);
                if (bodies.size() < MAX_BODIES && bodies.putIfAbsent(body, Changed.NOTHING) == null) {
                    found.add(body);
                    reachable(body, found);
                }
            }
        });
    }

    /** Returns what the parts of the code change, seen from its variables. */
    private Changed within(Node code) {
        Changed all = Changed.NOTHING;
        for (Node part : parts.computeIfAbsent(code, key -> code.findAll(Node.class, Changes::mayChange))) {
            all = all.and(part instanceof Expression e ? at(e)
                    : part instanceof ExplicitConstructorInvocationStmt ? call(part) : Changed.NOTHING);
            if (part instanceof TryStmt t) {
                for (Expression resource : t.getResources()) {
                    all = all.and(closed(resource));
                }
            }
        }
        return all;
    }

    private static boolean mayChange(Node part) {
        return part instanceof Expression || part instanceof ExplicitConstructorInvocationStmt
                || part instanceof TryStmt t && !t.getResources().isEmpty();
    }

    private Changed at(Expression e) {
        Changed own = e instanceof AssignExpr assign ? assigned(assign.getTarget())
                : e instanceof UnaryExpr unary && Assignments.isTarget(unary.getExpression())
                        ? assigned(unary.getExpression())
                : e instanceof MethodCallExpr || e instanceof ObjectCreationExpr || e instanceof MethodReferenceExpr
                        ? call(e) : Changed.NOTHING;
        return own.and(implied(e));
    }

    /** What runs without a call: initialisers of a class, the text of an object, an iterator of the program's own. */
    private Changed implied(Expression e) {
        Changed all = Changed.NOTHING;
        for (Node body : called.calledBack(e)) {
            Changed inner = known(body, e);
            all = inner == Changed.NOTHING ? all : all.and(calledBack(inner, e, body));
        }
        for (Node body : called.implied(e)) {
            Changed lifted = lift(known(body, e), e, body);
            all = all.and(Captures.isOfClass(body) ? beyond(lifted, body) : lifted);
        }
        return all;
    }

    /** Returns what code changes that the JDK calls: what it is given there is of what the JDK is given here. */
    private Changed calledBack(Changed inner, Expression call, Node body) {
        boolean asked = CalledCode.isOfAll(body);
        Set<VariableElement> variables = new LinkedHashSet<>();
        boolean own = false;
        for (VariableElement v : inner.variables()) {
            boolean field = v.getKind() == ElementKind.FIELD;
            boolean inside = !field && resolver.declaration(v).filter(it -> Enclosing.isAround(body, it)).isPresent();
            own |= inside && Assignments.isParameter(resolver, v);
            // what these keep in fields of their object is known to it alone
            if (!inside && !(asked && !v.getModifiers().contains(Modifier.STATIC))) {
                variables.add(v);
            }
        }
        Changed all = new Changed(inner.outside(), variables, inner.unknown() && !asked);
        return own && !asked ? all.and(given(call)) : all;
    }

    /** Returns what the code changes that a write to the stream may call. */
    Changed calledBack(Expression write) {
        List<Node> added = new ArrayList<>();
        reachable(write, added);
        settle(added);
        Changed all = Changed.NOTHING;
        for (Node body : called.calledBack(write)) {
            all = all.and(calledBack(known(body, write), write, body));
        }
        return all;
    }

    /** Whoever reads what a class sets in its own fields has it initialised first, and sees no difference. */
    private Changed beyond(Changed initialised, Node body) {
        Optional<TypeElement> type = body.getParentNode().flatMap(resolver::declaredClass);
        Set<VariableElement> others = new LinkedHashSet<>(initialised.variables());
        others.removeIf(v -> v.getModifiers().contains(Modifier.STATIC)
                && type.filter(v.getEnclosingElement()::equals).isPresent()
                && (v.asType().getKind().isPrimitive() || roots.holdsNoOther(v.asType())
                        && Assignments.onlyValue(resolver, v).filter(value -> roots.of(value).areOwn()).isPresent()));
        return new Changed(initialised.outside(), others, initialised.unknown());
    }

    /** Returns what the body changes, as far as is found until now; anything, where there are too many bodies. */
    private Changed known(Node body, Node call) {
        return bodies.containsKey(body) ? bodies.get(body) : new Changed(Optional.of(call), Set.of(), true);
    }

    private Changed closed(Expression resource) {
        Optional<TypeMirror> type = called.closed(resource);
        Changed all = Changed.NOTHING;
        for (Node body : called.closing(resource)) {
            all = all.and(lift(known(body, resource), resource, body));
        }
        boolean platform = type.flatMap(resolver::classOf).filter(resolver::isPlatform).isPresent();
        boolean spared = platform ? outside.isSpared(type.get(), resource)
                : type.flatMap(resolver::classOf).isPresent();
        return spared ? all : all.and(new Changed(Optional.of(resource), Set.of(), false));
    }

    private Changed assigned(Expression target) {
        if (target instanceof ArrayAccessExpr access) {
            return lead(roots.of(access.getName()));
        }
        Optional<VariableElement> variable = resolver.variable(target);
        if (variable.isEmpty()) {
            return new Changed(Optional.empty(), Set.of(), true);
        }
        if (target instanceof FieldAccessExpr access && !access.getScope().isThisExpr()
                && !variable.get().getModifiers().contains(Modifier.STATIC)) {
            return of(variable.get(), roots.of(access.getScope()));
        }
        return new Changed(Optional.empty(), Set.of(variable.get()), false);
    }

    /** A field of an object that others than its creator reach. */
    private Changed of(VariableElement field, ObjectRoots.Roots objects) {
        Changed all = lead(objects);
        return objects.areOwn() ? all : all.and(new Changed(Optional.empty(), Set.of(field), false));
    }

    private static Changed lead(ObjectRoots.Roots roots) {
        return new Changed(Optional.empty(), roots.variables(), roots.unknown());
    }

    private Changed call(Node call) {
        Optional<ExecutableElement> method = resolver.method(call);
        if (method.isEmpty()) {
            return given(call).and(new Changed(Optional.empty(), Set.of(), true));
        }
        Changed all = Changed.NOTHING;
        List<CallableDeclaration<?>> seen = called.targets(call);
        if (resolver.isPlatform(method.get())) {
            if (!outside.isSpared(call, method.get()) && !isStoring(call)) {
                all = all.and(new Changed(Optional.of(call), Set.of(), false));
            }
            all = run.jdk.asks(method.get()) ? all : all.and(given(call));
        } else if (seen.isEmpty() && !isWrittenByCompiler(method.get())) {
            // what the sources declare and nothing in them implements may do anything
            boolean declared = resolver.declaration(method.get()).isPresent();
            all = all.and(given(call))
                    .and(new Changed(declared ? Optional.of(call) : Optional.empty(), Set.of(), true));
        }
        for (CallableDeclaration<?> body : seen) {
            all = all.and(lift(known(body, call), call, body));
        }
        return all;
    }

    /** What an object stores itself by goes to the stream that stores it. */
    private boolean isStoring(Node call) {
        return call instanceof MethodCallExpr m && m.getScope().flatMap(resolver::declarationOf)
                .filter(Parameter.class::isInstance).flatMap(Node::getParentNode)
                .filter(it -> it instanceof MethodDeclaration method
                        && StartedCode.STORING.contains(method.getNameAsString())).isPresent();
    }

    /** Constructors without a text, and what records and enums have of themselves. */
    private boolean isWrittenByCompiler(ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        boolean plain = method.getKind() == ElementKind.CONSTRUCTOR && resolver.hasSource(type);
        return plain || type.getKind() == ElementKind.RECORD && method.getParameters().isEmpty()
                || type.getKind() == ElementKind.ENUM && method.getModifiers().contains(Modifier.STATIC);
    }

    /** Returns what leads to the objects that a call without source gets. */
    private Changed given(Node call) {
        return given.computeIfAbsent(call, this::givenTo);
    }

    private Changed givenTo(Node call) {
        Changed all = Changed.NOTHING;
        Optional<Expression> scope = call instanceof MethodCallExpr m ? m.getScope()
                : call instanceof MethodReferenceExpr r ? Optional.of(r.getScope()) : Optional.empty();
        if (scope.isPresent() && resolver.declaredClass(scope.get()).isEmpty()) {
            boolean cursor = CURSORS.stream().anyMatch(name -> resolver.isSubtype(scope.get(), name))
                    && !(call instanceof MethodCallExpr m && OF_CURSOR.contains(m.getNameAsString()));
            ObjectRoots.Roots objects = roots.of(scope.get());
            all = all.and(lead(cursor ? objects.ofTypes(resolver, CURSORS) : objects));
        }
        if (call instanceof MethodCallExpr m && scope.isEmpty()
                && resolver.method(m).filter(it -> !it.getModifiers().contains(Modifier.STATIC)).isPresent()) {
            all = all.and(new Changed(Optional.empty(), Set.of(), true));
        }
        for (Expression e : arguments(call)) {
            all = all.and(lead(roots.of(e)));
        }
        return all;
    }

    static NodeList<Expression> arguments(Node call) {
        return call instanceof NodeWithArguments<?> with ? with.getArguments() : new NodeList<>();
    }

    /** Returns what a body changes, seen from where it is called. */
    Changed lift(Changed inner, Node call, Node body) {
        Map<Node, Lifted> ofCall = lifted.computeIfAbsent(call, key -> new IdentityHashMap<>());
        Lifted known = ofCall.get(body);
        if (known == null || known.inner() != inner) {
            known = new Lifted(inner, lifted(inner, call, body));
            ofCall.put(body, known);
        }
        return known.outer();
    }

    private Changed lifted(Changed inner, Node call, Node body) {
        Optional<Node> beyond = inner.outside();
        Set<VariableElement> variables = new LinkedHashSet<>();
        boolean unknown = inner.unknown();
        for (VariableElement variable : inner.variables()) {
            Changed lifted = lift(variable, call, body);
            beyond = beyond.or(lifted::outside);
            variables.addAll(lifted.variables());
            unknown |= lifted.unknown();
        }
        return new Changed(beyond, variables, unknown);
    }

    private Changed lift(VariableElement variable, Node call, Node body) {
        if (variable.getKind() == ElementKind.FIELD) {
            boolean ofObject = !variable.getModifiers().contains(Modifier.STATIC);
            if (call instanceof ObjectCreationExpr made && ofObject && resolver.type(made).flatMap(resolver::classOf)
                    .filter(type -> run.calls.ancestors(type).contains(variable.getEnclosingElement())).isPresent()) {
                return Changed.NOTHING;
            }
            Optional<Expression> scope = call instanceof MethodCallExpr m && ofObject ? m.getScope()
                    .filter(e -> !e.isThisExpr() && !e.isSuperExpr()) : Optional.empty();
            return scope.isPresent() ? of(variable, roots.of(scope.get()))
                    : new Changed(Optional.empty(), Set.of(variable), false);
        }
        Optional<Node> declared = resolver.declaration(variable);
        if (declared.isPresent() && declared.get() instanceof Parameter parameter
                && parameter.getParentNode().filter(it -> it == body).isPresent()) {
            int index = ((NodeWithParameters<?>) body).getParameters().indexOf(parameter);
            List<Expression> given = arguments(call);
            if (call instanceof MethodReferenceExpr || index >= given.size()) {
                return given(call).and(new Changed(Optional.empty(), Set.of(), !parameter.isVarArgs()));
            }
            Changed all = Changed.NOTHING;
            for (Expression e : parameter.isVarArgs() ? given.subList(index, given.size())
                    : List.of(given.get(index))) {
                all = all.and(lead(roots.of(e)));
            }
            return all;
        }
        // a local of the body is gone with it
        return declared.filter(it -> Enclosing.isAround(body, it)).isPresent() ? Changed.NOTHING
                : new Changed(Optional.empty(), Set.of(variable), false);
    }

    /** Returns the variables that the code and what it calls read; what was seen before is not looked at again. */
    Set<VariableElement> readIn(Node code, Set<Node> seen) {
        Set<VariableElement> all = new HashSet<>();
        read(code, seen, all);
        code.findAll(MethodReferenceExpr.class).forEach(reference ->
                resolver.variable(reference.getScope()).ifPresent(all::add));
        code.findAll(Expression.class, Expression::isNameExpr)
                .forEach(e -> resolver.variable(e).ifPresent(all::add));
        return all;
    }

    /** Returns the variables that the code reads which an expression runs: fields, and what a lambda takes along. */
    Set<VariableElement> readBy(Node call) {
        Set<VariableElement> all = new HashSet<>();
        Set<Node> seen = TypestateRun.identitySet();
        called.by(call).forEach(body -> read(body, seen, all));
        if (call instanceof Expression e) {
            called.calledBack(e).forEach(body -> read(body, seen, all));
        }
        return all;
    }

    private void read(Node code, Set<Node> seen, Set<VariableElement> all) {
        for (Expression e : seen.add(code) ? code.findAll(Expression.class) : List.<Expression>of()) {
            if ((e.isNameExpr() || e.isFieldAccessExpr()) && !Assignments.isTarget(e)) {
                resolver.variable(e).filter(v -> v.getKind() == ElementKind.FIELD
                        || resolver.declaration(v).filter(it -> Enclosing.isAround(code, it)).isEmpty())
                        .ifPresent(all::add);
            }
            called.by(e).forEach(body -> read(body, seen, all));
        }
    }

    static String name(Node call) {
        return call instanceof MethodCallExpr m ? m.getNameAsString() + "()"
                : call instanceof ObjectCreationExpr o ? "new " + o.getTypeAsString() + "()" : call.toString();
    }
}
