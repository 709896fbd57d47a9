package dev.perfhint.source.proof;

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
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
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
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Says which variables lead to an object: the locals and parameters of the code that uses it, and fields. */
final class ObjectRoots {
    private static final int MAX_DEPTH = 8;

    private final TypestateRun run;
    private final Resolver resolver;
    private final Map<VariableElement, Roots> known = new HashMap<>();
    /** Where methods of the sources keep what they are given for a parameter. */
    private final Map<VariableElement, Roots> lent = new HashMap<>();

    ObjectRoots(TypestateRun run) {
        this.run = run;
        this.resolver = run.resolver;
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

    /** Returns what leads to the object that the expression denotes; nothing for one that cannot be changed. */
    Roots of(Expression e) {
        return of(e, 0);
    }

    private Roots of(Expression e, int depth) {
        if (depth > MAX_DEPTH) {
            return Roots.UNKNOWN;
        }
        if (e.isThisExpr() || e.isSuperExpr()) {
            return Roots.UNKNOWN;
        }
        if (e.isLiteralExpr() || e.isLambdaExpr() || e.isMethodReferenceExpr() || e.isArrayCreationExpr()
                || e.isArrayInitializerExpr() || e.isBinaryExpr() || e.isUnaryExpr() || e.isClassExpr()
                || resolver.type(e).filter(this::isFixed).isPresent()) {
            return Roots.NONE;
        }
        if (e.isEnclosedExpr()) {
            return of(e.asEnclosedExpr().getInner(), depth);
        }
        if (e.isCastExpr()) {
            return of(e.asCastExpr().getExpression(), depth);
        }
        if (e.isConditionalExpr()) {
            return of(e.asConditionalExpr().getThenExpr(), depth).and(of(e.asConditionalExpr().getElseExpr(), depth));
        }
        if (e instanceof AssignExpr assign) {
            return of(assign.getTarget(), depth);
        }
        if (e.isArrayAccessExpr()) {
            return of(e.asArrayAccessExpr().getName(), depth);
        }
        if (e.isNameExpr() || e.isFieldAccessExpr()) {
            Optional<VariableElement> variable = resolver.variable(e);
            Roots named = variable.map(v -> of(v, depth)).orElse(Roots.UNKNOWN);
            return e instanceof FieldAccessExpr access && variable.filter(v -> !v.getModifiers()
                    .contains(Modifier.STATIC)).isPresent() && !access.getScope().isThisExpr()
                            ? inner(named, of(access.getScope(), depth + 1)) : named;
        }
        if (e instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isEmpty()) {
            return all(made.getArguments(), depth + 1);
        }
        return e instanceof MethodCallExpr call ? result(call, depth) : Roots.UNKNOWN;
    }

    /** What a field of an object of one's own holds was given to that object. */
    private static Roots inner(Roots field, Roots object) {
        return object.areOwn() ? object : field.and(object);
    }

    private Roots all(Iterable<Expression> parts, int depth) {
        Roots all = Roots.NONE;
        for (Expression e : parts) {
            all = all.and(of(e, depth));
        }
        return all;
    }

    /** What a method returns may be a part of its object or of what it is given; without either anything. */
    private Roots result(MethodCallExpr call, int depth) {
        boolean platform = resolver.method(call).filter(resolver::isPlatform).isPresent();
        boolean ofType = resolver.method(call).filter(m -> m.getModifiers().contains(Modifier.STATIC)).isPresent();
        Roots parts = all(call.getArguments(), depth + 1);
        if (!ofType) {
            parts = parts.and(call.getScope().map(scope -> of(scope, depth + 1)).orElse(Roots.UNKNOWN));
        }
        return platform ? parts : parts.and(Roots.UNKNOWN);
    }

    /** Returns what leads to the variable's object. */
    Roots of(VariableElement variable) {
        return of(variable, 0);
    }

    private Roots of(VariableElement variable, int depth) {
        if (isFixed(variable.asType())) {
            return Roots.NONE;
        }
        Roots self = new Roots(Set.of(variable), false, false);
        Optional<Node> declaration = resolver.declaration(variable);
        if (variable.getKind() == ElementKind.FIELD || declaration.isEmpty()
                || declaration.get() instanceof Parameter) {
            return self;
        }
        Roots before = known.get(variable);
        if (before != null) {
            return before;
        }
        Roots all = new Roots(Set.of(variable), false, true);
        known.put(variable, all);
        if (declaration.get() instanceof VariableDeclarator declared) {
            Optional<ForEachStmt> loop = declared.getParentNode().flatMap(Node::getParentNode)
                    .filter(ForEachStmt.class::isInstance).map(ForEachStmt.class::cast);
            all = loop.isPresent() ? all.and(of(loop.get().getIterable(), depth + 1)) : all;
            all = declared.getInitializer().isPresent() ? all.and(of(declared.getInitializer().get(), depth + 1)) : all;
        }
        for (Expression use : resolver.uses(variable)) {
            if (declaration.filter(it -> EnclosingCode.home(it) != EnclosingCode.home(use)).isPresent()) {
                all = new Roots(all.variables(), all.unknown(), false);
            }
            Node parent = use.getParentNode().orElse(use);
            boolean set = parent instanceof AssignExpr assign && assign.getTarget() == use;
            all = all.and(set ? of(((AssignExpr) parent).getValue(), depth + 1) : kept(use, depth));
        }
        known.put(variable, all);
        return all;
    }

    /** Returns what else leads to the object by one use of it; anything where that is not seen. */
    private Roots kept(Expression use, int depth) {
        Node parent = use.getParentNode().orElseThrow();
        if (depth > MAX_DEPTH) {
            return Roots.UNKNOWN;
        }
        if (parent instanceof AssignExpr assign) {
            return assign.getTarget() == use ? Roots.NONE : stored(assign.getTarget());
        }
        if (parent instanceof VariableDeclarator declared) {
            return resolver.variable(declared).map(this::stored).orElse(Roots.UNKNOWN);
        }
        if (parent instanceof ObjectCreationExpr || parent instanceof MethodCallExpr) {
            Expression call = (Expression) parent;
            Optional<ExecutableElement> method = resolver.method(call);
            boolean fixed = resolver.type(call).filter(type -> type.getKind() == TypeKind.VOID || isFixed(type))
                    .isPresent();
            boolean last = fixed || call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent();
            return given(call, use, method, depth).and(last ? Roots.NONE : kept(call, depth + 1));
        }
        boolean passed = parent instanceof EnclosedExpr || parent instanceof CastExpr
                || parent instanceof ConditionalExpr || parent instanceof ArrayInitializerExpr
                || parent instanceof ArrayCreationExpr || parent instanceof ArrayAccessExpr
                || parent instanceof FieldAccessExpr;
        if (passed) {
            return resolver.type((Expression) parent).filter(this::isFixed).isPresent() ? Roots.NONE
                    : kept((Expression) parent, depth + 1);
        }
        boolean ends = parent instanceof BinaryExpr || parent instanceof UnaryExpr || parent instanceof InstanceOfExpr
                || parent instanceof Statement && !(parent instanceof ThrowStmt);
        return ends ? Roots.NONE : Roots.UNKNOWN;
    }

    /** What a method of the sources is given it may keep, unless its body shows that it does not. */
    private Roots given(Expression call, Expression use, Optional<ExecutableElement> method, int depth) {
        boolean scope = call instanceof MethodCallExpr named && named.getScope().filter(e -> e == use).isPresent();
        if (method.filter(resolver::isPlatform).isPresent()) {
            boolean asks = scope || call.isObjectCreationExpr() || method.flatMap(run.jdk::effect).isPresent()
                    || run.jdk.asks(method.get());
            Roots all = Roots.NONE;
            for (Expression e : asks ? List.<Expression>of() : beside(call.asMethodCallExpr(), use)) {
                all = all.and(stored(e));
            }
            return all;
        }
        Optional<CallableDeclaration<?>> body = method.flatMap(run.calls::body);
        if (scope || method.isEmpty() || body.isEmpty()) {
            boolean quiet = scope && body.filter(it -> it.findFirst(ThisExpr.class, e -> !(e.getParentNode()
                    .orElseThrow() instanceof FieldAccessExpr)).isEmpty()).isPresent();
            boolean written = call.isObjectCreationExpr() && method.map(ExecutableElement::getEnclosingElement)
                    .flatMap(resolver::declaration).isPresent();
            return quiet || written ? Roots.NONE : Roots.UNKNOWN;
        }
        int index = Changes.arguments(call).indexOf(use);
        List<Parameter> parameters = body.get().getParameters();
        Optional<VariableElement> parameter = index < 0 || index >= parameters.size()
                || parameters.get(index).isVarArgs() ? Optional.empty() : resolver.variable(parameters.get(index));
        if (parameter.isEmpty()) {
            return Roots.UNKNOWN;
        }
        Roots before = lent.get(parameter.get());
        if (before == null) {
            lent.put(parameter.get(), Roots.NONE);
            before = Roots.NONE;
            for (Expression each : resolver.uses(parameter.get())) {
                boolean set = each.getParentNode().filter(it -> it instanceof AssignExpr assign
                        && assign.getTarget() == each).isPresent();
                boolean captured = EnclosingCode.home(each) != body.get();
                before = before.and(captured ? Roots.UNKNOWN : set ? Roots.NONE : kept(each, depth + 1));
            }
            before = before.variables().stream().allMatch(v -> v.getKind() == ElementKind.FIELD) ? before
                    : Roots.UNKNOWN;
            lent.put(parameter.get(), before);
        }
        return before;
    }

    /** Returns the objects that the JDK may put an argument into: the call's own, and the other arguments. */
    private List<Expression> beside(MethodCallExpr call, Expression use) {
        List<Expression> all = new ArrayList<>(call.getArguments());
        call.getScope().filter(scope -> resolver.declaredClass(scope).isEmpty()).ifPresent(all::add);
        all.removeIf(e -> e == use || resolver.type(e).filter(this::isFixed).isPresent());
        return all;
    }

    /** What is stored in a field, or put into what a field or parameter leads to, others may reach. */
    private Roots stored(Expression place) {
        Expression target = place.isArrayAccessExpr() ? place.asArrayAccessExpr().getName() : place;
        Optional<VariableElement> variable = resolver.variable(target);
        return variable.isPresent() ? stored(variable.get())
                : of(target, 1);
    }

    private Roots stored(VariableElement variable) {
        return variable.getKind() == ElementKind.FIELD || Assignments.isParameter(resolver, variable)
                ? new Roots(Set.of(variable), false, false) : Roots.NONE;
    }

    /** Returns whether no call changes objects of the type. */
    private boolean isFixed(TypeMirror type) {
        return type.getKind().isPrimitive() || resolver.classOf(type)
                .filter(it -> it.getKind() == ElementKind.ENUM && !resolver.isPlatform(it)
                        || run.jdk.asks(resolver.binaryName(it), "", ""))
                .isPresent();
    }
}
