package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/**
 * Finds the classes that an object may have: all values that its variable may hold are created in view.
 *
 * <p>Follows locals, private and final fields, and parameters of private methods, in their own file.
 */
public final class ExactClass {
    private static final int MAX_DEPTH = 4;

    private final Resolver resolver;
    private final Set<Node> asked = TypestateRun.identitySet();

    private ExactClass(Resolver resolver) {
        this.resolver = resolver;
    }

    /** Returns the class of the object that the expression leads to; empty where it may be another's. */
    public static Optional<TypeElement> of(Resolver resolver, Expression e) {
        Set<TypeElement> all = new ExactClass(resolver).of(e, 0);
        return all.size() == 1 ? all.stream().findFirst() : Optional.empty();
    }

    /** Returns whether the call runs the method that it means by its types, and none that overrides it. */
    public static boolean isTarget(Resolver resolver, ExecutableElement method, Node call) {
        return targets(resolver, method, call).equals(Set.of(method));
    }

    /** Returns all methods that the call may run; empty where the object may be of a class that is not known. */
    static Set<ExecutableElement> targets(Resolver resolver, ExecutableElement method, Node call) {
        Set<TypeElement> types = call instanceof MethodCallExpr named && named.getScope().isPresent()
                ? new ExactClass(resolver).of(named.getScope().get(), 0) : Set.of();
        Set<ExecutableElement> targets = new LinkedHashSet<>();
        for (TypeElement type : types) {
            Optional<ExecutableElement> target = Optional.empty();
            for (Optional<TypeElement> at = Optional.of(type); at.isPresent() && target.isEmpty();
                    at = resolver.classOf(at.get().getSuperclass())) {
                target = ElementFilter.methodsIn(at.get().getEnclosedElements()).stream()
                        .filter(each -> each.equals(method) || resolver.elements().overrides(each, method, type))
                        .findFirst();
            }
            if (target.isEmpty()) {
                return Set.of();
            }
            targets.add(target.get());
        }
        return targets;
    }

    private Set<TypeElement> of(Expression e, int depth) {
        if (e instanceof EnclosedExpr enclosed) {
            return of(enclosed.getInner(), depth);
        }
        if (e instanceof ObjectCreationExpr made) {
            return made.getAnonymousClassBody().isPresent() ? Set.of()
                    : resolver.type(made).flatMap(resolver::classOf).map(Set::of).orElse(Set.of());
        }
        if (e instanceof MethodCallExpr call && depth <= MAX_DEPTH) {
            return returned(call, depth + 1);
        }
        return depth > MAX_DEPTH ? Set.of()
                : resolver.variable(e).map(v -> of(v, depth + 1)).orElse(Set.of());
    }

    /** Returns the classes of what a private method of the sources gives. */
    private Set<TypeElement> returned(MethodCallExpr call, int depth) {
        Optional<Node> method = resolver.method(call).filter(it -> it.getModifiers().contains(Modifier.PRIVATE))
                .flatMap(resolver::declaration).filter(asked::add);
        return method.map(body -> all(body.findAll(ReturnStmt.class).stream()
                .filter(each -> EnclosingCode.home(each) == body)
                .flatMap(each -> each.getExpression().stream()).toList(), depth)).orElse(Set.of());
    }

    private Set<TypeElement> of(VariableElement variable, int depth) {
        Optional<Node> declaration = resolver.declaration(variable);
        boolean shared = variable.getKind() == ElementKind.FIELD
                && !variable.getModifiers().contains(Modifier.FINAL)
                && !variable.getModifiers().contains(Modifier.PRIVATE);
        if (shared || declaration.isEmpty() || !asked.add(declaration.get())) {
            return Set.of();
        }
        List<Expression> values = new ArrayList<>();
        boolean known = declaration.get() instanceof Parameter parameter
                ? arguments(parameter, values)
                : declaration.get() instanceof VariableDeclarator declared && initial(declared, values);
        for (Expression use : resolver.uses(variable)) {
            if (Assignments.isTarget(use)) {
                Node assignment = use.getParentNode().orElseThrow();
                known &= assignment instanceof AssignExpr;
                if (assignment instanceof AssignExpr assign) {
                    values.add(assign.getValue());
                }
            }
        }
        return known ? all(values, depth) : Set.of();
    }

    /** Adds what the variable begins with; a loop over a collection sets its variable by itself. */
    private static boolean initial(VariableDeclarator declared, List<Expression> values) {
        declared.getInitializer().ifPresent(values::add);
        return declared.getParentNode().flatMap(Node::getParentNode).filter(ForEachStmt.class::isInstance).isEmpty();
    }

    private Set<TypeElement> all(List<Expression> values, int depth) {
        Set<TypeElement> all = new LinkedHashSet<>();
        for (Expression value : values) {
            Set<TypeElement> each = of(value, depth);
            if (each.isEmpty() && !value.isNullLiteralExpr()) {
                return Set.of();
            }
            all.addAll(each);
        }
        return all;
    }

    /** Adds what all calls give for a parameter of a private method or constructor; returns whether all are seen. */
    private boolean arguments(Parameter parameter, List<Expression> values) {
        Optional<CallableDeclaration<?>> callable = parameter.getParentNode()
                .filter(each -> each instanceof MethodDeclaration || each instanceof ConstructorDeclaration)
                .map(each -> (CallableDeclaration<?>) each);
        Optional<ExecutableElement> method = callable.flatMap(resolver::method);
        if (method.isEmpty() || !method.get().getModifiers().contains(Modifier.PRIVATE) || parameter.isVarArgs()) {
            return false;
        }
        int index = callable.get().getParameters().indexOf(parameter);
        String name = callable.get().getNameAsString();
        boolean made = method.get().getKind() == ElementKind.CONSTRUCTOR;
        boolean known = true;
        for (Node call : callable.get().findCompilationUnit().orElseThrow().findAll(Node.class,
                each -> mayCall(each, name, made))) {
            Optional<ExecutableElement> called = resolver.method(call);
            known &= called.isPresent() && !(call instanceof MethodReferenceExpr && called.equals(method));
            if (called.equals(method) && !(call instanceof MethodReferenceExpr)) {
                values.add(Changes.arguments(call).get(index));
            }
        }
        return known;
    }

    private static boolean mayCall(Node node, String name, boolean made) {
        return made
                ? node instanceof ObjectCreationExpr creation && creation.getType().getNameAsString().equals(name)
                        || node instanceof ExplicitConstructorInvocationStmt || node instanceof EnumConstantDeclaration
                        || node instanceof MethodReferenceExpr reference && reference.getIdentifier().equals("new")
                : node instanceof MethodCallExpr call && call.getNameAsString().equals(name)
                        || node instanceof MethodReferenceExpr reference && reference.getIdentifier().equals(name);
    }
}
