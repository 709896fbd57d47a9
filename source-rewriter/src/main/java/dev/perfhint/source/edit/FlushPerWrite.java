package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.Set;

/** Finds the {@code flush()} after a write that does nothing to a raw stream but would empty a buffer each time. */
public final class FlushPerWrite {
    private static final Set<String> HOLD_NOTHING = Set.of(
            "java.io.OutputStream",
            "java.io.FileOutputStream",
            "java.io.FilterOutputStream",
            "java.io.DataOutputStream",
            "java.util.zip.CheckedOutputStream",
            "java.security.DigestOutputStream");

    private FlushPerWrite() {}

    /** Returns whether a flush follows each single write: a buffer saves nothing. */
    public static boolean follows(Sources sources, TracedStream stream, Optional<Node> call) {
        boolean splits = stream.wrappers().stream().anyMatch(each -> each.type().equals("java.io.FilterOutputStream"));
        return write(sources, stream, call.filter(each -> !splits && isOneWrite(each)))
                .flatMap(each -> order(sources, stream).behind(each)).isPresent();
    }

    // FilterOutputStream.write(byte[]) makes a call for each byte, and DataOutputStream.writeInt and the like several
    private static boolean isOneWrite(Node call) {
        return call instanceof MethodCallExpr method && method.getNameAsString().equals("write");
    }

    private static Optional<ExpressionStmt> write(Sources sources, TracedStream stream, Optional<Node> call) {
        return call.filter(MethodCallExpr.class::isInstance)
                .filter(each -> stream.wrappers().stream().map(Wrapper::type).allMatch(HOLD_NOTHING::contains))
                .filter(each -> isOnStream(sources, stream, (MethodCallExpr) each))
                .flatMap(Node::getParentNode)
                .filter(ExpressionStmt.class::isInstance)
                .map(ExpressionStmt.class::cast);
    }

    private static FlushOrder order(Sources sources, TracedStream stream) {
        return new FlushOrder(
                each -> isFlush(sources, stream, each), each -> uses(sources, stream, each) > 0);
    }

    private static boolean isFlush(Sources sources, TracedStream stream, Statement statement) {
        return statement instanceof ExpressionStmt expression
                && expression.getExpression() instanceof MethodCallExpr call
                && call.getNameAsString().equals("flush")
                && call.getArguments().isEmpty()
                && isOnStream(sources, stream, call);
    }

    private static boolean isOnStream(Sources sources, TracedStream stream, MethodCallExpr call) {
        return call.getScope()
                .filter(scope -> scope instanceof NameExpr name && isHolder(sources, stream, name)
                        && Resolver.of(sources).className(scope).filter(HOLD_NOTHING::contains).isPresent())
                .isPresent();
    }

    private static boolean isHolder(Sources sources, TracedStream stream, NameExpr name) {
        return Resolver.of(sources).declarationOf(name)
                .filter(declared -> stream.holders().stream().map(Holder::declaration)
                        .anyMatch(each -> each == declared))
                .isPresent();
    }

    private static long uses(Sources sources, TracedStream stream, Node code) {
        return code.findAll(NameExpr.class, name -> isHolder(sources, stream, name)).size();
    }
}
