package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
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
 * Finds the class that an object has for certain: all values that its variable may hold are created in view.
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
        return new ExactClass(resolver).of(e, 0);
    }

    /** Returns whether the call runs the method that it means by its types, and none that overrides it. */
    public static boolean isTarget(Resolver resolver, ExecutableElement method, Node call) {
        Optional<TypeElement> type = call instanceof MethodCallExpr named
                ? named.getScope().flatMap(scope -> of(resolver, scope)) : Optional.empty();
        for (Optional<TypeElement> at = type; at.isPresent(); at = resolver.classOf(at.get().getSuperclass())) {
            if (at.get().equals(method.getEnclosingElement())) {
                return true;
            }
            boolean overridden = ElementFilter.methodsIn(at.get().getEnclosedElements()).stream()
                    .anyMatch(each -> resolver.elements().overrides(each, method, type.get()));
            if (overridden) {
                return false;
            }
        }
        return false;
    }

    private Optional<TypeElement> of(Expression e, int depth) {
        if (e instanceof EnclosedExpr enclosed) {
            return of(enclosed.getInner(), depth);
        }
        if (e instanceof ObjectCreationExpr made) {
            return made.getAnonymousClassBody().isPresent() ? Optional.empty()
                    : resolver.type(made).flatMap(resolver::classOf);
        }
        return depth > MAX_DEPTH ? Optional.empty() : resolver.variable(e).flatMap(v -> of(v, depth + 1));
    }

    private Optional<TypeElement> of(VariableElement variable, int depth) {
        Optional<Node> declaration = resolver.declaration(variable);
        boolean shared = variable.getKind() == ElementKind.FIELD
                && !variable.getModifiers().contains(Modifier.FINAL)
                && !variable.getModifiers().contains(Modifier.PRIVATE);
        if (shared || declaration.isEmpty() || !asked.add(declaration.get())) {
            return Optional.empty();
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
        return known ? only(values, depth) : Optional.empty();
    }

    /** Adds what the variable begins with; a loop over a collection sets its variable by itself. */
    private static boolean initial(VariableDeclarator declared, List<Expression> values) {
        declared.getInitializer().ifPresent(values::add);
        return declared.getParentNode().flatMap(Node::getParentNode).filter(ForEachStmt.class::isInstance).isEmpty();
    }

    private Optional<TypeElement> only(List<Expression> values, int depth) {
        Optional<TypeElement> found = Optional.empty();
        for (Expression value : values) {
            if (value.isNullLiteralExpr()) {
                continue;
            }
            Optional<TypeElement> each = of(value, depth);
            if (each.isEmpty() || found.isPresent() && !found.equals(each)) {
                return Optional.empty();
            }
            found = each;
        }
        return found;
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
            if (called.equals(method)) {
                arguments(call).ifPresent(given -> values.add(given.get(index)));
            }
        }
        return known;
    }

    private static boolean mayCall(Node node, String name, boolean made) {
        return made
                ? node instanceof ObjectCreationExpr creation && creation.getType().getNameAsString().equals(name)
                        || node instanceof ExplicitConstructorInvocationStmt
                        || node instanceof MethodReferenceExpr reference && reference.getIdentifier().equals("new")
                : node instanceof MethodCallExpr call && call.getNameAsString().equals(name)
                        || node instanceof MethodReferenceExpr reference && reference.getIdentifier().equals(name);
    }

    private static Optional<NodeList<Expression>> arguments(Node call) {
        return call instanceof ExplicitConstructorInvocationStmt invocation ? Optional.of(invocation.getArguments())
                : call instanceof NodeWithArguments<?> given ? Optional.of(given.getArguments()) : Optional.empty();
    }
}
