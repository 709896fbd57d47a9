package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
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
 * What a stream is got from and that outlives it, a socket or a channel: its variable, and those that are set to it or
 * that it is set from.
 *
 * @param opened what gives the stream
 */
record SharedSource(Resolver resolver, Expression opened) {
    /** Returns the socket or the channel; empty for a file that is opened by its name. */
    Optional<Expression> value() {
        if (!(opened instanceof MethodCallExpr call)) {
            return Optional.empty();
        }
        return resolver.ownerOf(call).filter("java.nio.channels.Channels"::equals).isPresent()
                ? call.getArguments().getFirst() : call.getScope();
    }

    /** Returns the uses of it, under all its names. */
    Stream<Expression> uses() {
        Set<VariableElement> names = new LinkedHashSet<>();
        value().flatMap(resolver::variable).ifPresent(names::add);
        SourceFile file = SourceFile.of(opened);
        for (int known = 0; known != names.size(); ) {
            known = names.size();
            file.nodes(AssignExpr.class).forEach(each -> same(names, each.getTarget(), each.getValue()));
            file.nodes(VariableDeclarator.class).forEach(each -> each.getInitializer()
                    .ifPresent(value -> same(names, each, value)));
        }
        return List.copyOf(names).stream().flatMap(each -> resolver.uses(each).stream());
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
