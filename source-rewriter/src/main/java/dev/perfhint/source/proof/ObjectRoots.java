package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Says which variables may lead to one object: those that any use joins, whatever the order of the code. A use that is
 * not understood may lead to anything.
 */
final class ObjectRoots {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_VARIABLES = 400;
    private static final Set<String> HOLDING = Set.of("java.util.Collection", "java.util.Map", "java.util.Iterator",
            "java.lang.ref.Reference", "java.util.concurrent.atomic.AtomicReference", "java.lang.ThreadLocal");

    private final TypestateRun run;
    private final Resolver resolver;
    private final CalledCode called;
    private final Collection<CompilationUnit> view;
    private final Map<VariableElement, Links> links = new HashMap<>();
    private final Map<VariableElement, Roots> known = new HashMap<>();

    ObjectRoots(TypestateRun run, CalledCode called, Collection<CompilationUnit> view) {
        this.run = run;
        this.resolver = run.resolver;
        this.called = called;
        this.view = view;
    }

    /**
     * The variables that lead to an object, and perhaps others.
     *
     * @param own whether nothing but locals of the running code leads to it
     */
    record Roots(Set<VariableElement> variables, boolean unknown, boolean own) {
        static final Roots NONE = new Roots(Set.of(), false, true);
        static final Roots UNKNOWN = new Roots(Set.of(), true, false);

        Roots and(Roots other) {
            if (other == NONE || this == NONE) {
                return other == NONE ? this : other;
            }
            Set<VariableElement> all = new LinkedHashSet<>(variables);
            all.addAll(other.variables());
            return new Roots(all, unknown || other.unknown(), own && other.own());
        }

        boolean areOwn() {
            return own;
        }

        /** Returns those whose variables have one of the types. */
        Roots ofTypes(Resolver resolver, Set<String> types) {
            return new Roots(variables.stream()
                    .filter(v -> types.stream().anyMatch(name -> resolver.isSubtype(v.asType(), name)))
                    .collect(Collectors.toSet()), unknown, own);
        }
    }

    /**
     * What one step joins.
     *
     * @param lent parameters of methods that are given the object, and give it back when they end
     */
    private record Links(Set<VariableElement> variables, Set<VariableElement> lent, boolean unknown) {
        static final Links NONE = new Links(Set.of(), Set.of(), false);
        static final Links UNKNOWN = new Links(Set.of(), Set.of(), true);

        static Links to(VariableElement variable) {
            return new Links(Set.of(variable), Set.of(), false);
        }

        Links and(Links other) {
            if (this == NONE || other == NONE) {
                return this == NONE ? other : this;
            }
            Set<VariableElement> all = new LinkedHashSet<>(variables);
            all.addAll(other.variables);
            Set<VariableElement> given = new LinkedHashSet<>(lent);
            given.addAll(other.lent);
            return new Links(all, given, unknown || other.unknown);
        }
    }

    /** Returns what leads to the object that the expression denotes; nothing for one that cannot be changed. */
    Roots of(Expression e) {
        Links named = named(e, 0);
        Roots all = named.unknown() ? Roots.UNKNOWN : Roots.NONE;
        for (VariableElement v : named.variables()) {
            all = all.and(of(v));
        }
        return all;
    }

    /** Returns what leads to the variable's object. */
    Roots of(VariableElement variable) {
        Roots before = known.get(variable);
        if (before != null || isFixed(variable.asType())) {
            return before == null ? Roots.NONE : before;
        }
        // who asks again on the way gets the careful answer
        known.put(variable, new Roots(Set.of(variable), false, false));
        Set<VariableElement> all = new LinkedHashSet<>(Set.of(variable));
        Deque<VariableElement> next = new ArrayDeque<>(all);
        boolean own = !isShared(variable);
        boolean unknown = false;
        while (!next.isEmpty() && all.size() < MAX_VARIABLES) {
            Links at = links(next.pop());
            unknown |= at.unknown();
            own &= at.variables().stream().noneMatch(this::isShared);
            for (Set<VariableElement> each : List.of(at.variables(), at.lent())) {
                each.stream().filter(v -> !isFixed(v.asType()) && all.add(v)).forEach(next::add);
            }
        }
        unknown |= !next.isEmpty();
        Roots roots = new Roots(all, unknown, own && !unknown);
        known.put(variable, roots);
        return roots;
    }

    /** Returns whether others have the variable as well: a field, a parameter, what other code takes along. */
    private boolean isShared(VariableElement variable) {
        Optional<Node> declaration = resolver.declaration(variable);
        return variable.getKind() == ElementKind.FIELD || declaration.isEmpty()
                || declaration.get() instanceof Parameter || resolver.uses(variable).stream()
                        .anyMatch(use -> EnclosingCode.home(use) != EnclosingCode.home(declaration.get()));
    }

    private Links links(VariableElement variable) {
        Links before = links.get(variable);
        if (before != null) {
            return before;
        }
        Links all = Links.NONE;
        Optional<Node> declaration = resolver.declaration(variable);
        if (declaration.isPresent() && declaration.get() instanceof VariableDeclarator declared) {
            Optional<ForEachStmt> loop = declared.getParentNode().flatMap(Node::getParentNode)
                    .filter(ForEachStmt.class::isInstance).map(ForEachStmt.class::cast);
            all = loop.map(each -> named(each.getIterable(), 0)).orElse(Links.NONE);
            all = all.and(declared.getInitializer().map(value -> named(value, 0)).orElse(Links.NONE));
        }
        if (declaration.isPresent() && declaration.get() instanceof Parameter parameter
                && parameter.getParentNode().orElse(null) instanceof CallableDeclaration<?> callable) {
            all = all.and(alike(variable, callable));
        }
        for (Expression use : uses(variable)) {
            boolean set = use.getParentNode().filter(it -> it instanceof AssignExpr assign
                    && assign.getTarget() == use).isPresent();
            all = all.and(set ? named(((AssignExpr) use.getParentNode().get()).getValue(), 0) : joined(use, 0));
        }
        links.put(variable, all);
        return all;
    }

    /** Whoever calls may give one object twice, or one that a field has. */
    private Links alike(VariableElement parameter, CallableDeclaration<?> callable) {
        Set<VariableElement> all = new LinkedHashSet<>();
        callable.getParameters().forEach(each -> resolver.variable(each).ifPresent(all::add));
        callable.findAll(Expression.class, e -> e.isNameExpr() || e.isFieldAccessExpr()).forEach(e ->
                resolver.variable(e).filter(v -> v.getKind() == ElementKind.FIELD).ifPresent(all::add));
        TypeMirror type = resolver.types().erasure(parameter.asType());
        all.removeIf(v -> !resolver.types().isAssignable(resolver.types().erasure(v.asType()), type)
                && !resolver.types().isAssignable(type, resolver.types().erasure(v.asType())));
        return new Links(all, Set.of(), false);
    }

    /** A name that is part of {@code this.list} stands for the whole. */
    private List<Expression> uses(VariableElement variable) {
        List<Expression> all = new ArrayList<>();
        boolean open = variable.getKind() == ElementKind.FIELD && !variable.getModifiers().contains(Modifier.PRIVATE);
        if (open) {
            view.forEach(unit -> all.addAll(resolver.usesIn(SourceFile.of(unit), variable)));
        } else {
            all.addAll(resolver.uses(variable));
        }
        return all;
    }

    /** Returns the variables that the object which an expression denotes may be, or be a part of. */
    private Links named(Expression e, int depth) {
        if (e.isLiteralExpr() || e.isLambdaExpr() || e.isMethodReferenceExpr() || e.isBinaryExpr() || e.isUnaryExpr()
                || e.isClassExpr() || resolver.type(e).filter(this::isFixed).isPresent()) {
            return Links.NONE;
        }
        if (depth > MAX_DEPTH || e.isThisExpr() || e.isSuperExpr()) {
            return Links.UNKNOWN;
        }
        if (e.isEnclosedExpr() || e.isCastExpr()) {
            return named(e.isCastExpr() ? e.asCastExpr().getExpression() : e.asEnclosedExpr().getInner(), depth);
        }
        if (e instanceof ConditionalExpr choice) {
            return named(List.of(choice.getThenExpr(), choice.getElseExpr()), depth);
        }
        if (e instanceof AssignExpr assign) {
            return named(List.of(assign.getTarget(), assign.getValue()), depth);
        }
        if (e instanceof ArrayAccessExpr access) {
            return named(access.getName(), depth);
        }
        if (e instanceof ArrayCreationExpr made) {
            return made.getInitializer().map(values -> named(values, depth)).orElse(Links.NONE);
        }
        if (e instanceof ArrayInitializerExpr values) {
            return named(values.getValues(), depth + 1);
        }
        // the parser takes the variable of a method reference for a type
        if (e.isNameExpr() || e.isFieldAccessExpr() || e.isTypeExpr()) {
            return variable(e, depth);
        }
        if (e instanceof ObjectCreationExpr made) {
            return made.getAnonymousClassBody().isPresent() ? Links.UNKNOWN : named(made.getArguments(), depth + 1);
        }
        return e instanceof MethodCallExpr call ? result(call, depth) : Links.UNKNOWN;
    }

    private Links named(List<Expression> parts, int depth) {
        Links all = Links.NONE;
        for (Expression part : parts) {
            all = all.and(named(part, depth));
        }
        return all;
    }

    /** What a field of an object of one's own holds was given to that object. */
    private Links variable(Expression e, int depth) {
        Optional<VariableElement> variable = resolver.variable(e);
        if (variable.isEmpty()) {
            return Links.UNKNOWN;
        }
        boolean inner = e instanceof FieldAccessExpr access && !access.getScope().isThisExpr()
                && !variable.get().getModifiers().contains(Modifier.STATIC);
        Links object = inner ? named(((FieldAccessExpr) e).getScope(), depth + 1) : Links.NONE;
        boolean own = inner && !object.unknown() && !object.variables().isEmpty()
                && object.variables().stream().allMatch(v -> !isShared(v) && of(v).areOwn());
        return own ? object : object.and(Links.to(variable.get()));
    }

    /** What a method returns may be a part of its object or of what it is given; without either anything. */
    private Links result(MethodCallExpr call, int depth) {
        Optional<ExecutableElement> method = resolver.method(call);
        boolean ofType = method.filter(m -> m.getModifiers().contains(Modifier.STATIC)).isPresent();
        Links parts = named(call.getArguments(), depth + 1);
        if (!ofType) {
            parts = parts.and(call.getScope().map(scope -> named(scope, depth + 1)).orElse(Links.UNKNOWN));
        }
        return method.filter(resolver::isPlatform).isPresent() ? parts : parts.and(Links.UNKNOWN);
    }

    /** Returns what one use joins the object with; anything where that is not seen. */
    private Links joined(Expression use, int depth) {
        Node parent = use.getParentNode().orElseThrow();
        if (depth > MAX_DEPTH) {
            return Links.UNKNOWN;
        }
        if (parent instanceof AssignExpr assign) {
            return assign.getTarget() == use ? Links.NONE : named(assign.getTarget(), 0).and(joined(assign, depth + 1));
        }
        if (parent instanceof VariableDeclarator declared) {
            return resolver.variable(declared).map(Links::to).orElse(Links.UNKNOWN);
        }
        if (parent instanceof ForEachStmt loop) {
            return resolver.variable(loop.getVariable().getVariable(0)).map(Links::to).orElse(Links.UNKNOWN);
        }
        if (parent instanceof ObjectCreationExpr || parent instanceof MethodCallExpr) {
            Expression call = (Expression) parent;
            boolean ends = call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent()
                    || resolver.type(call).filter(type -> type.getKind() == TypeKind.VOID || isFixed(type)).isPresent();
            return given(call, use).and(ends ? Links.NONE : joined(call, depth + 1));
        }
        boolean passed = parent instanceof EnclosedExpr || parent instanceof CastExpr
                || parent instanceof ConditionalExpr || parent instanceof ArrayInitializerExpr
                || parent instanceof ArrayCreationExpr || parent instanceof ArrayAccessExpr
                || parent instanceof FieldAccessExpr;
        if (passed) {
            return resolver.type((Expression) parent).filter(this::isFixed).isPresent() ? Links.NONE
                    : joined((Expression) parent, depth + 1);
        }
        boolean ends = parent instanceof BinaryExpr || parent instanceof UnaryExpr || parent instanceof InstanceOfExpr
                || parent instanceof Statement && !(parent instanceof ThrowStmt);
        return ends ? Links.NONE : Links.UNKNOWN;
    }

    private Links given(Expression call, Expression use) {
        Optional<ExecutableElement> method = resolver.method(call);
        boolean scope = call instanceof MethodCallExpr named && named.getScope().filter(e -> e == use).isPresent();
        if (method.filter(resolver::isPlatform).isPresent()) {
            boolean asks = call.isObjectCreationExpr() || method.flatMap(run.jdk::effect).isPresent()
                    || run.jdk.asks(method.get());
            return asks ? Links.NONE : named(beside(call.asMethodCallExpr(), use), 1);
        }
        List<CallableDeclaration<?>> bodies = called.targets(call);
        if (scope) {
            boolean quiet = !bodies.isEmpty() && bodies.stream().allMatch(it -> it.findFirst(ThisExpr.class,
                    e -> !(e.getParentNode().orElseThrow() instanceof FieldAccessExpr)).isEmpty());
            return quiet ? Links.NONE : Links.UNKNOWN;
        }
        if (bodies.isEmpty()) {
            boolean written = call.isObjectCreationExpr() && method.map(ExecutableElement::getEnclosingElement)
                    .flatMap(resolver::declaration).isPresent();
            return written ? Links.NONE : Links.UNKNOWN;
        }
        int index = Changes.arguments(call).indexOf(use);
        Links all = Links.NONE;
        for (CallableDeclaration<?> body : bodies) {
            boolean plain = index >= 0 && index < body.getParameters().size()
                    && !body.getParameter(index).isVarArgs();
            all = all.and((plain ? resolver.variable(body.getParameter(index)) : Optional.<VariableElement>empty())
                    .map(v -> new Links(isTakenAlong(v, body) ? Set.of(v) : Set.of(), Set.of(v), false))
                    .orElse(Links.UNKNOWN));
        }
        return all;
    }

    private boolean isTakenAlong(VariableElement parameter, Node body) {
        return resolver.uses(parameter).stream().anyMatch(use -> EnclosingCode.home(use) != body);
    }

    /** Returns the objects that the JDK may put an argument into: the call's own, and the other arguments. */
    private List<Expression> beside(MethodCallExpr call, Expression use) {
        List<Expression> all = new ArrayList<>(call.getArguments());
        call.getScope().filter(scope -> resolver.declaredClass(scope).isEmpty()).ifPresent(all::add);
        all.removeIf(e -> e == use);
        return all;
    }

    /** Returns whether all that an object of the JDK's type leads to is its own, or never changes. */
    boolean holdsNoOther(TypeMirror type) {
        if (type instanceof ArrayType array) {
            return isFixed(array.getComponentType());
        }
        boolean holds = HOLDING.stream().anyMatch(name -> resolver.isSubtype(type, name));
        return type instanceof DeclaredType declared && resolver.classOf(type).filter(resolver::isPlatform).isPresent()
                && (declared.getTypeArguments().isEmpty() ? !holds
                        : declared.getTypeArguments().stream().allMatch(this::isFixed));
    }

    /** Returns whether no call changes objects of the type. */
    private boolean isFixed(TypeMirror type) {
        return type.getKind().isPrimitive() || resolver.classOf(type)
                .filter(it -> it.getKind() == ElementKind.ENUM && !resolver.isPlatform(it)
                        || run.jdk.asks(resolver.binaryName(it), "", ""))
                .isPresent();
    }
}
