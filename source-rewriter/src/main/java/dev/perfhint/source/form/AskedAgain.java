package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.ReturnStmt;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds a getter that is taken for a creation: asked again, the socket, process or channel gives the same stream, and a
 * new buffer round it each time loses what the last one has read ahead or not written yet.
 */
record AskedAgain(Sources sources, Resolver resolver, MethodCallExpr getter) {
    private static final Set<String> OWNERS = Set.of("java.net.Socket", "javax.net.ssl.SSLSocket", "java.lang.Process",
            "java.nio.channels.Channels");

    static boolean is(Sources sources, TracedStream stream) {
        Resolver resolver = Resolver.of(sources);
        return stream.creation() instanceof MethodCallExpr call
                && resolver.ownerOf(call).filter(OWNERS::contains).isPresent()
                && new AskedAgain(sources, resolver, call).isAskedAgain();
    }

    private boolean isAskedAgain() {
        Optional<Expression> source = resolver.ownerOf(getter).filter("java.nio.channels.Channels"::equals).isPresent()
                ? getter.getArguments().getFirst() : getter.getScope();
        Optional<Node> declared = source.flatMap(resolver::declarationOf);
        if (declared.isEmpty()) {
            return false;
        }
        boolean field = Enclosing.isField(declared.get());
        boolean looped = Enclosing.around(getter).takeWhile(up -> !Enclosing.isAround(up, declared.get()))
                .anyMatch(NodeWithBody.class::isInstance) && !field;
        boolean kept = Enclosing.around(getter).anyMatch(up -> up instanceof AssignExpr to
                && resolver.declarationOf(to.getTarget()).filter(Enclosing::isField).isPresent());
        boolean returned = Enclosing.parent(getter, ReturnStmt.class).isPresent();
        return looped || field && !kept && (returned || isCalledInLoop());
    }

    /** Returns whether the method is called again and again on one object. */
    private boolean isCalledInLoop() {
        List<Node> calls = Enclosing.body(getter).filter(MethodDeclaration.class::isInstance).flatMap(resolver::method)
                .flatMap(method -> Callers.of(sources).of(method)).orElse(List.of());
        return calls.stream().filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .anyMatch(call -> Enclosing.around(call).filter(NodeWithBody.class::isInstance)
                        .anyMatch(loop -> call.getScope().filter(NameExpr.class::isInstance)
                                .flatMap(resolver::declarationOf).filter(object -> Enclosing.isIn(object, loop))
                                .isEmpty() && call.getScope().filter(scope -> !scope.isNameExpr() && !scope.isThisExpr()
                                        && !scope.isFieldAccessExpr()).isEmpty()));
    }
}
