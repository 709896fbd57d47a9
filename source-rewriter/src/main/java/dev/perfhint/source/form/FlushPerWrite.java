package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the {@code flush()} that follows each single write: a buffer would hold one write at most and saves nothing.
 * Loops between are taken to run at least once; after the last statement of the write's innermost loop comes its first.
 */
public record FlushPerWrite(Resolver resolver, TracedStream stream) {
    private static final Set<String> HOLD_NOTHING = Set.of("java.io.OutputStream", "java.io.FileOutputStream",
            "java.io.DataOutputStream", "java.util.zip.CheckedOutputStream", "java.security.DigestOutputStream");

    public static boolean follows(Sources sources, TracedStream stream, Optional<Node> call) {
        FlushPerWrite flushes = new FlushPerWrite(Resolver.of(sources), stream);
        return stream.wrappers().stream().map(Wrapper::type).allMatch(HOLD_NOTHING::contains)
                && call.filter(each -> flushes.isCall(each, "write"))
                        .flatMap(each -> Enclosing.parent(each, ExpressionStmt.class))
                        .filter(flushes::isFlushed).isPresent();
    }

    /** Returns whether the call is one of that name on the stream; {@code writeInt} and the like make several. */
    private boolean isCall(Node node, String name) {
        return node instanceof MethodCallExpr call && call.getNameAsString().equals(name)
                && call.getScope()
                        .filter(scope -> scope instanceof NameExpr holder && isHolder(holder)
                                && resolver.className(scope).filter(HOLD_NOTHING::contains).isPresent()).isPresent();
    }

    private boolean isHolder(NameExpr name) {
        return resolver.declarationOf(name)
                .filter(declared -> stream.holders().stream().anyMatch(each -> each.declaration() == declared))
                .isPresent();
    }

    private boolean isFlushed(Statement write) {
        Node inner = write;
        for (Node up : Enclosing.around(write).takeWhile(Statement.class::isInstance).toList()) {
            Node part = inner;
            List<Statement> following = up instanceof BlockStmt block
                    ? block.getStatements().stream().dropWhile(each -> each != part).skip(1).toList()
                    : up instanceof NodeWithBody<?> loop ? List.of(loop.getBody())
                    : up instanceof TryStmt tried && part != tried.getFinallyBlock().orElse(null)
                            ? List.copyOf(tried.getFinallyBlock().stream().toList()) : List.of();
            Optional<Boolean> next = following.stream().flatMap(each -> flushesFirst(each).stream()).findFirst();
            if (next.isPresent() || up instanceof NodeWithBody<?>) {
                return next.orElse(false);
            }
            inner = up;
        }
        return false;
    }

    /** Returns whether the stream is flushed before all else; empty where the statement leaves it alone. */
    private Optional<Boolean> flushesFirst(Statement statement) {
        Optional<NameExpr> use = statement.findFirst(NameExpr.class, this::isHolder);
        boolean leaves = statement.findFirst(Statement.class, each -> each.isBreakStmt() || each.isContinueStmt()
                || each.isReturnStmt() || each.isYieldStmt()).isPresent() && !(statement instanceof NodeWithBody<?>);
        if (use.isEmpty()) {
            return leaves ? Optional.of(false) : Optional.empty();
        }
        boolean chosen = Enclosing.around(use.get()).takeWhile(up -> Enclosing.isIn(up, statement))
                .anyMatch(up -> up instanceof Statement each && (each.isIfStmt() || each.isSwitchStmt()));
        return Optional.of(!chosen && use.get().getParentNode().filter(call -> isCall(call, "flush")).isPresent());
    }
}
