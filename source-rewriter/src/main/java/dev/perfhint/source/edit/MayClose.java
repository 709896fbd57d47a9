package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Whether anything in the sources may close or flush an output stream; {@code safe.ClosedHere} asks for more. */
public record MayClose(Sources sources, Resolver resolver, boolean kept) {
    private static final Set<String> ENDS = Set.of("close", "flush");
    private static final int MAX_DEPTH = 4;

    /** Returns whether every use of the stream and of what holds it is one that neither closes nor flushes. */
    public static boolean never(Sources sources, TracedStream stream) {
        boolean kept = stream.holders().stream().anyMatch(holder -> holder.kind() == Holder.Kind.FIELD);
        MayClose closings = new MayClose(sources, Resolver.of(sources), kept);
        return (kept || !closings.ends(stream.creation(), 0))
                && stream.holders().stream()
                        .filter(holder -> !kept || holder.kind() != Holder.Kind.RETURNED)
                        .noneMatch(holder -> closings.mayEnd(holder.declaration(), 0));
    }

    /** Returns whether some use of what the variable holds may close or flush it. */
    static boolean mayEnd(Sources sources, Node declaration) {
        return new MayClose(sources, Resolver.of(sources), false).mayEnd(declaration, 0);
    }

    private boolean mayEnd(Node declaration, int depth) {
        Optional<VariableElement> variable = resolver.variable(declaration);
        return isResource(declaration) || variable.isEmpty() || depth > MAX_DEPTH
                || uses(variable.get()).anyMatch(use -> ends(use, depth));
    }

    /** Returns whether a try statement declares the variable, and closes what it holds. */
    public static boolean isResource(Node declaration) {
        return declaration.getParentNode().flatMap(each -> Enclosing.parent(each, TryStmt.class)).isPresent();
    }

    private Stream<Expression> uses(VariableElement variable) {
        boolean elsewhere = variable.getKind().isField() && !variable.getModifiers().contains(Modifier.PRIVATE);
        return !elsewhere
                ? resolver.uses(variable).stream()
                : List.copyOf(sources.opened()).stream()
                        .filter(path -> sources.text(path).contains(variable.getSimpleName()))
                        .flatMap(path -> sources.file(path).stream())
                        .flatMap(file -> resolver.usesIn(file, variable).stream());
    }

    private boolean ends(Expression name, int depth) {
        Node use = Enclosing.whole(name);
        Node user = use.getParentNode().orElseThrow();
        if (user instanceof CastExpr cast) {
            return ends(cast, depth);
        }
        if (user instanceof MethodCallExpr call && call.getScope().filter(scope -> scope == use).isPresent()) {
            return ENDS.contains(call.getNameAsString());
        }
        if (user instanceof NodeWithArguments<?> call) {
            return endedByCallee(user, call.getArguments().indexOf(use), depth)
                    || user instanceof ObjectCreationExpr made && isWrapper(made) && ends(made, depth)
                    || new Receivers(sources, resolver).passedOn(name).filter(to -> mayEnd(to, depth + 1)).isPresent();
        }
        if (user instanceof VariableDeclarator || user instanceof AssignExpr assign && assign.getValue() == use) {
            return mayEnd(user instanceof AssignExpr assign ? assign.getTarget() : user, depth + 1);
        }
        if (user instanceof ReturnStmt) {
            Optional<ExecutableElement> method = Enclosing.body(user).flatMap(resolver::method);
            return method.isEmpty() || !isInternal(method.get()) && mayEndResult(method.get(), depth + 1);
        }
        return !(user instanceof BinaryExpr || user instanceof AssignExpr || user instanceof ExpressionStmt
                || user instanceof ExplicitConstructorInvocationStmt);
    }

    /** Others may end what a method returns that nobody in view calls; what a subclass does, its owner need not do. */
    private boolean mayEndResult(ExecutableElement method, int depth) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        List<Node> calls = Callers.of(sources).of(method).orElse(List.of());
        return calls.isEmpty() || depth > MAX_DEPTH || calls.stream()
                .filter(call -> !isInSubclass(call, owner)).anyMatch(call -> ends((Expression) call, depth));
    }

    private boolean isInSubclass(Node call, TypeElement owner) {
        String name = resolver.binaryName(owner);
        return Enclosing.type(call).flatMap(resolver::declaredClass)
                .filter(type -> !type.equals(owner) && resolver.isSubtype(type.asType(), name)).isPresent();
    }

    /** A stream of the JDK closes and flushes what it is made of. */
    private boolean isWrapper(ObjectCreationExpr made) {
        return resolver.method(made).filter(resolver::isPlatform).isPresent()
                && resolver.isSubtype(made, "java.io.Closeable");
    }

    private static boolean isInternal(ExecutableElement method) {
        return !method.getModifiers().contains(Modifier.PUBLIC) && !method.getModifiers().contains(Modifier.PROTECTED);
    }

    private boolean endedByCallee(Node call, int index, int depth) {
        Optional<ExecutableElement> method = resolver.method(call);
        if (method.isEmpty() || index < 0) {
            return true;
        }
        Optional<Node> parameter = index < method.get().getParameters().size()
                ? resolver.declaration(method.get().getParameters().get(index)).filter(Parameter.class::isInstance)
                : Optional.empty();
        return parameter.isPresent()
                ? mayEnd(parameter.get(), depth + 1)
                : !resolver.isPlatform(method.get()) && !(kept && call instanceof ObjectCreationExpr);
    }
}
