package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * What a stream is got from and that outlives it, a socket, a channel or a file with a descriptor: its variable, and
 * those of the file that are set to it, that it is set from, or that it is passed for.
 *
 * @param opened what gives the stream
 */
record SharedSource(Resolver resolver, Expression opened) {
    private static final String VIEWS = "socket|getFD|getChannel";

    /** Returns the socket, the channel or the open file; empty for a file that is opened by its name. */
    Optional<Expression> value() {
        if (opened instanceof ObjectCreationExpr made) {
            return made.getArguments().getFirst().filter(SharedSource::isView).map(SharedSource::core);
        }
        if (!(opened instanceof MethodCallExpr call)) {
            return Optional.empty();
        }
        return (resolver.ownerOf(call).filter("java.nio.channels.Channels"::equals).isPresent()
                ? call.getArguments().getFirst() : call.getScope()).map(SharedSource::core);
    }

    private static boolean isView(Expression value) {
        return value instanceof MethodCallExpr call && call.getNameAsString().matches(VIEWS)
                && call.getArguments().isEmpty() && call.getScope().isPresent();
    }

    /** Returns what a view is of: {@code channel} of {@code channel.socket()}. */
    private static Expression core(Expression value) {
        return isView(value) ? core(((MethodCallExpr) value).getScope().orElseThrow()) : value;
    }

    /** Returns the uses of it, under all its names, but those that open the stream. */
    Stream<Expression> uses() {
        Set<VariableElement> names = new LinkedHashSet<>();
        value().flatMap(resolver::variable).ifPresent(names::add);
        SourceFile file = SourceFile.of(opened);
        for (int known = 0; known != names.size(); ) {
            known = names.size();
            file.nodes(AssignExpr.class).forEach(each -> same(names, each.getTarget(), each.getValue()));
            file.nodes(VariableDeclarator.class).forEach(each -> each.getInitializer()
                    .ifPresent(value -> same(names, each, value)));
            Stream.concat(file.nodes(MethodCallExpr.class).stream(), file.nodes(ObjectCreationExpr.class).stream())
                    .forEach(call -> call.getArguments().forEach(given -> parameter(call, given)
                            .filter(each -> SourceFile.of(each) == file).ifPresent(each -> same(names, each, given))));
        }
        return List.copyOf(names).stream().flatMap(each -> resolver.uses(each).stream())
                .filter(each -> !Enclosing.isIn(each, opened));
    }

    /** Returns the parameter of a method with source that gets the argument. */
    Optional<Parameter> parameter(NodeWithArguments<?> call, Expression argument) {
        int position = Enclosing.indexOf(call.getArguments(), argument);
        return resolver.method((Node) call).flatMap(resolver::declaration)
                .filter(CallableDeclaration.class::isInstance).map(each -> (CallableDeclaration<?>) each)
                .filter(each -> position >= 0 && position < each.getParameters().size())
                .map(each -> each.getParameter(position));
    }

    private void same(Set<VariableElement> names, Node target, Expression value) {
        Optional<VariableElement> set = resolver.variable(target);
        Optional<VariableElement> from = resolver.variable(value);
        if (set.isPresent() && from.isPresent() && (names.contains(set.get()) || names.contains(from.get()))) {
            names.add(set.get());
            names.add(from.get());
        }
    }

    /** Returns the calls that get a stream of the same kind from it once more. */
    Stream<MethodCallExpr> asked() {
        String name = opened instanceof MethodCallExpr call ? call.getNameAsString() : "";
        return uses().map(Enclosing::whole)
                .filter(use -> Enclosing.isCalled(use, name) && use.getParentNode().orElseThrow() != opened)
                .map(use -> (MethodCallExpr) use.getParentNode().orElseThrow());
    }
}
