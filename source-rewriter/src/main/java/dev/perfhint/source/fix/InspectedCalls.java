package dev.perfhint.source.fix;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Lists what the code does with a stream besides writing or reading: flush, close, reset and the like. */
final class InspectedCalls {
    private static final Set<String> COMPATIBLE = Set.of("flush", "close", "seek", "length", "getFilePointer", "size");

    private InspectedCalls() {}

    /** Returns a line for each call on a variable that holds the stream: whether a buffer changes it. */
    static List<String> of(Sources sources, TracedStream stream) {
        Resolver resolver = Resolver.of(sources);
        return stream.holders().stream()
                .map(Holder::declaration)
                .flatMap(declaration -> resolver.variable(declaration).stream())
                .distinct()
                .flatMap(variable -> resolver.uses(variable).stream())
                .flatMap(InspectedCalls::call)
                .filter(call -> !call.getNameAsString().matches("(write|print|read|append).*"))
                .filter(call -> resolver.method(call).filter(resolver::isPlatform).isPresent())
                .map(call -> place(call, stream.file()) + "`" + SourceFile.of(call).text(call) + "`: "
                        + (COMPATIBLE.contains(call.getNameAsString()) ? "compatible" : "not compatible"))
                .distinct()
                .toList();
    }

    private static Stream<MethodCallExpr> call(Expression use) {
        Node value = use.getParentNode().filter(FieldAccessExpr.class::isInstance).orElse(use);
        return Optional.of(value).flatMap(Node::getParentNode).filter(MethodCallExpr.class::isInstance)
                .map(MethodCallExpr.class::cast).filter(call -> call.getScope().filter(value::equals).isPresent())
                .stream();
    }

    private static String place(Node call, SourceFile home) {
        SourceFile file = SourceFile.of(call);
        return (file == home ? "" : file.path().getFileName() + ", ") + "line " + call.getBegin().orElseThrow().line
                + ": ";
    }
}
