package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Holder;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.proof.FlushPoint;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Drops the {@code flush()} behind a write, which does nothing to a raw stream but would empty a buffer each time.
 *
 * <p>Only where the two are alone in their block with the stream, and no wrapper between holds bytes back.
 */
public final class FlushPerWrite {
    private static final Set<String> HOLD_NOTHING = Set.of(
            "java.io.OutputStream",
            "java.io.FileOutputStream",
            "java.io.FilterOutputStream",
            "java.io.DataOutputStream",
            "java.util.zip.CheckedOutputStream",
            "java.security.DigestOutputStream");

    private FlushPerWrite() {}

    static Optional<Preparation> of(Sources sources, TracedStream stream, Optional<Node> call) {
        Optional<ExpressionStmt> write = call.filter(MethodCallExpr.class::isInstance)
                .filter(each -> isOnStream(sources, stream, (MethodCallExpr) each))
                .flatMap(Node::getParentNode)
                .filter(ExpressionStmt.class::isInstance)
                .map(ExpressionStmt.class::cast);
        Optional<BlockStmt> block = write.flatMap(Node::getParentNode)
                .filter(BlockStmt.class::isInstance)
                .map(BlockStmt.class::cast);
        if (block.isEmpty() || !stream.wrappers().stream().map(Wrapper::type).allMatch(HOLD_NOTHING::contains)) {
            return Optional.empty();
        }
        List<Statement> statements = block.get().getStatements();
        Optional<Statement> flush = statements.stream()
                .skip(indexOf(statements, write.get()) + 1L)
                .filter(each -> isFlush(sources, stream, each))
                .findFirst();
        boolean alone = flush.isPresent() && uses(sources, stream, block.get()) == 2;
        return alone ? Optional.of(drop(flush.get())) : Optional.empty();
    }

    /** Returns whether a flush that a fix adds stands right behind the write, so that a buffer saves nothing. */
    public static boolean isAdded(Sources sources, TracedStream stream, Optional<Node> call, List<FlushPoint> added) {
        Optional<Node> write = call.filter(MethodCallExpr.class::isInstance)
                .filter(each -> ((MethodCallExpr) each).getNameAsString().equals("write")
                        && isOnStream(sources, stream, (MethodCallExpr) each))
                .flatMap(Node::getParentNode).filter(ExpressionStmt.class::isInstance);
        Optional<Node> next = write.flatMap(Node::getParentNode).filter(BlockStmt.class::isInstance)
                .map(block -> ((BlockStmt) block).getStatements())
                .flatMap(all -> all.stream().skip(indexOf(all, (Statement) write.get()) + 1L).findFirst());
        return added.stream().map(each -> each.before() ? next.filter(it -> it == each.anchor()) : write
                .filter(it -> it == each.anchor())).anyMatch(Optional::isPresent);
    }

    private static Preparation drop(Statement flush) {
        SourceFile file = SourceFile.of(flush);
        return new Preparation(
                "and drop the flush after each write",
                List.of(Lines.removal(file, flush)),
                List.of(file.text(flush).replace(";", "") + " in line " + flush.getBegin().orElseThrow().line
                        + " goes, which a raw stream ignores and a buffer does not: whoever reads the file live sees"
                        + " the bytes later, and a crash loses those in the buffer"),
                true,
                false);
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

    private static long uses(Sources sources, TracedStream stream, BlockStmt block) {
        return block.findAll(NameExpr.class, name -> isHolder(sources, stream, name)).size();
    }

    // by identity: equal statements are those with equal text
    private static int indexOf(List<Statement> statements, Statement wanted) {
        for (int i = 0; i < statements.size(); i++) {
            if (statements.get(i) == wanted) {
                return i;
            }
        }
        return statements.size();
    }
}
