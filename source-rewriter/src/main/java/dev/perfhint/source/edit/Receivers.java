package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/**
 * Finds the variables, beside those on the recorded way, that are given the stream: at other calls of a method that
 * returns it, and where a generic method returns what it was given.
 */
public record Receivers(Sources sources, Resolver resolver) {
    public static List<Holder> of(Sources sources, TracedStream stream) {
        Receivers receivers = new Receivers(sources, Resolver.of(sources));
        Stream<Node> returned = stream.holders().stream()
                .filter(holder -> holder.wrapped() == 0)
                .map(Holder::declaration)
                .filter(MethodDeclaration.class::isInstance)
                .flatMap(method -> receivers.resolver.method(method).stream())
                .flatMap(method -> Callers.of(sources).of(method).stream().flatMap(List::stream))
                .flatMap(call -> receivers.variable(call).stream());
        return Stream.concat(returned, receivers.passedOn(stream.creation()).stream())
                // nodes of the same text are equal
                .filter(Collections.newSetFromMap(new IdentityHashMap<>())::add)
                .filter(node -> stream.holders().stream().noneMatch(holder -> holder.declaration() == node))
                .filter(VariableDeclarator.class::isInstance).map(VariableDeclarator.class::cast)
                .map(variable -> new Holder(SourceFile.of(variable), Holder.Kind.LOCAL, variable,
                        variable.getNameAsString(), 0)).toList();
    }

    /** Returns the variable of {@code var = method(.., stream, ..)}, where the method returns the type it is given. */
    Optional<Node> passedOn(Expression stream) {
        if (!(stream.getParentNode().orElseThrow() instanceof MethodCallExpr call)) {
            return Optional.empty();
        }
        List<Expression> arguments = call.getArguments();
        Optional<ExecutableElement> method = resolver.method(call)
                .filter(each -> each.getReturnType().getKind() == TypeKind.TYPEVAR);
        boolean same = method.isPresent() && method.get().getParameters().size() == arguments.size()
                && Stream.iterate(0, i -> i + 1).limit(arguments.size())
                        .anyMatch(i -> arguments.get(i) == stream && method.get().getParameters().get(i).asType()
                                .equals(method.get().getReturnType()));
        return same ? variable(call) : Optional.empty();
    }

    private Optional<Node> variable(Node call) {
        Node parent = call.getParentNode().orElseThrow();
        return parent instanceof VariableDeclarator ? Optional.of(parent)
                : parent instanceof AssignExpr assign && assign.getValue() == call
                        ? resolver.declarationOf(assign.getTarget()) : Optional.empty();
    }
}
