package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;

/** Knows whether callers of a method that opens a stream buffer it: then a buffer in the method would be a second. */
final class BufferedCallers {
    private BufferedCallers() {}

    /** Returns whether a call of the method, other than this one, is put into a buffer at once. */
    static boolean anyOf(Sources sources, MethodDeclaration method, Node call) {
        Resolver resolver = Resolver.of(sources);
        Optional<List<Node>> calls = resolver.method(method).flatMap(Callers.of(sources)::of);
        return calls.stream().flatMap(List::stream).anyMatch(each -> each != call && isBuffered(resolver, each));
    }

    private static boolean isBuffered(Resolver resolver, Node call) {
        return call.getParentNode().orElseThrow() instanceof ObjectCreationExpr around
                && around.getArguments().stream().anyMatch((Expression argument) -> argument == call)
                && resolver.className(around.getType()).filter(RawStreams::buffers).isPresent();
    }
}
