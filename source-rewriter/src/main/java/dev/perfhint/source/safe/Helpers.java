package dev.perfhint.source.safe;

import com.github.javaparser.ast.Modifier;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AnnotationExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithAnnotations;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Which methods and constructors of the user may get the stream: those whose body is known to be the one that runs. */
record Helpers(Resolver resolver) {
    private static final Set<String> HARMLESS_ANNOTATIONS = Set.of("SuppressWarnings", "Override", "Deprecated",
            "SafeVarargs", "FunctionalInterface");

    /**
     * Returns the name of what a call passes its argument to, and why that is not a helper; empty if it is one.
     *
     * @param raw whether the argument's static type is the raw class, which the fix makes wider
     */
    Optional<String> refusal(Expression call, int position, boolean raw) {
        Optional<ExecutableElement> method = resolver.method(call);
        String name = call instanceof MethodCallExpr named ? "`" + named.getNameAsString() + "()`"
                : "`new " + ((ObjectCreationExpr) call).getTypeAsString() + "()`";
        if (method.isEmpty() || !ancestorsAreSeen(method.get().getEnclosingElement())) {
            return Optional.of(name + ", which is not resolved");
        }
        if (body(call).isEmpty()) {
            String why = has(method.get(), "abstract") ? ", which is abstract" : ", whose source is not here";
            return Optional.of(name + why);
        }
        if (!isBound(method.get()) || call instanceof ObjectCreationExpr made
                && made.getAnonymousClassBody().isPresent()) {
            return Optional.of(name + (call instanceof MethodCallExpr ? ", which subclasses may override"
                    : ", which may keep it"));
        }
        if (position < 0 || method.get().isVarArgs()) {
            return Optional.of(name + ", as a variable argument");
        }
        return raw && isOverloaded(method.get())
                ? Optional.of(name + ", of which another overload may be meant when the type is wider")
                : Optional.empty();
    }

    /** Returns the source of the called method, where it has a body. */
    Optional<CallableDeclaration<?>> body(Node call) {
        return resolver.method(call).flatMap(resolver::declaration).filter(CallableDeclaration.class::isInstance)
                .<CallableDeclaration<?>>map(node -> (CallableDeclaration<?>) node)
                .filter(each -> !(each instanceof MethodDeclaration method) || method.getBody().isPresent());
    }

    /** Returns whether no subclass can put another method in its place. */
    static boolean isBound(ExecutableElement method) {
        Element type = method.getEnclosingElement();
        return Set.of("private", "static", "final").stream().anyMatch(word -> has(method, word))
                || has(type, "final") || type.getKind() == ElementKind.RECORD;
    }

    private static boolean has(Element element, String modifier) {
        return element.getModifiers().stream().anyMatch(each -> each.toString().equals(modifier));
    }

    private boolean isOverloaded(ExecutableElement method) {
        return resolver.elements().getAllMembers((TypeElement) method.getEnclosingElement()).stream()
                .anyMatch(each -> each != method && each.getKind() == method.getKind()
                        && each.getSimpleName().equals(method.getSimpleName()));
    }

    /** Returns whether the method is one of a class that extends or implements another. */
    static boolean mayOverride(MethodDeclaration method) {
        return !(method.getParentNode().orElse(null) instanceof ClassOrInterfaceDeclaration type)
                || type.getExtendedTypes().isNonEmpty() || type.getImplementedTypes().isNonEmpty();
    }

    /** Returns whether all ancestors of a class are of the JDK or have their source here: none is of the class path. */
    boolean ancestorsAreSeen(Element type) {
        return resolver.types().directSupertypes(type.asType()).stream().map(resolver::classOf)
                .allMatch(each -> each.filter(ancestor -> resolver.isPlatform(ancestor)
                        || resolver.hasSource(ancestor) && ancestorsAreSeen(ancestor)).isPresent());
    }

    /** Returns whether no annotation but the compiler's own may add code to a declaration. */
    static boolean isPlain(Node declaration) {
        Node annotated = declaration instanceof VariableDeclarator
                ? declaration.getParentNode().orElseThrow() : declaration;
        return !(annotated instanceof NodeWithAnnotations<?> node) || node.getAnnotations().stream()
                .map(AnnotationExpr::getNameAsString)
                .allMatch(HARMLESS_ANNOTATIONS::contains);
    }

    /** Returns whether the method returns a field, or a component of a record, and nothing else. */
    boolean isGetter(ExecutableElement method) {
        Optional<Node> declaration = resolver.declaration(method);
        boolean component = declaration.filter(MethodDeclaration.class::isInstance).isEmpty()
                && method.getParameters().isEmpty() && resolver.hasSource(method.getEnclosingElement())
                && ((TypeElement) method.getEnclosingElement()).getRecordComponents().stream()
                        .anyMatch(each -> each.getSimpleName().equals(method.getSimpleName()));
        return component || declaration.filter(MethodDeclaration.class::isInstance).map(MethodDeclaration.class::cast)
                .filter(each -> !each.hasModifier(Modifier.Keyword.SYNCHRONIZED))
                .flatMap(MethodDeclaration::getBody)
                .filter(body -> body.getStatements().size() == 1 && body.getStatement(0).isReturnStmt())
                .flatMap(body -> body.getStatement(0).asReturnStmt().getExpression())
                .filter(value -> value.isNameExpr() || value.isFieldAccessExpr()
                        && value.asFieldAccessExpr().getScope().isThisExpr())
                .flatMap(resolver::variable)
                .filter(field -> field.getKind() == ElementKind.FIELD).isPresent();
    }
}
