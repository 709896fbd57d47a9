package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.SwitchNode;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.stream.Stream;

/** Where code asks for the class of a stream that it is given, through methods of all sources. */
public record AskedClass(Resolver resolver) {
    private static final int MAX_DEPTH = 4;

    /** Returns what asks for the class of an argument of a call. */
    public Optional<Node> of(NodeWithArguments<?> call, Expression argument) {
        return passed(call, argument, 0);
    }

    private Optional<Node> passed(NodeWithArguments<?> call, Expression argument, int depth) {
        return depth > MAX_DEPTH ? Optional.empty() : new SharedSource(resolver, argument).parameter(call, argument)
                .flatMap(parameter -> held(parameter, depth + 1));
    }

    private Optional<Node> held(Node declaration, int depth) {
        return resolver.variable(declaration).stream().flatMap(each -> resolver.uses(each).stream())
                .flatMap(use -> used(Enclosing.whole(use), depth).stream()).findFirst();
    }

    /** Returns whether a buffer is of another class than the stream, as far as the type is asked for. */
    private boolean differs(Node type) {
        Optional<String> asked = resolver.className(type);
        return asked.isEmpty() || Stream.of("InputStream", "OutputStream").anyMatch(each ->
                resolver.isSubclass("java.io.File" + each, asked.get())
                        != resolver.isSubclass("java.io.Buffered" + each, asked.get()));
    }

    private Optional<Node> used(Expression value, int depth) {
        Node user = value.getParentNode().orElseThrow();
        if (user instanceof EnclosedExpr inner) {
            return used(inner, depth);
        }
        boolean asks = user instanceof InstanceOfExpr test && differs(test.getType())
                || user instanceof CastExpr cast && differs(cast.getType())
                || user instanceof SwitchNode choice && choice.getSelector() == value
                || Enclosing.isCalled(value, "getClass")
                || user instanceof NodeWithArguments<?> && resolver.ownerOf(user).filter("java.lang.Class"::equals)
                        .isPresent();
        return asks ? Optional.of(user)
                : user instanceof AssignExpr set && set.getValue() == value && depth <= MAX_DEPTH
                        ? resolver.declarationOf(set.getTarget()).flatMap(kept -> held(kept, depth + 1))
                : user instanceof NodeWithArguments<?> call ? passed(call, value, depth) : Optional.empty();
    }
}
