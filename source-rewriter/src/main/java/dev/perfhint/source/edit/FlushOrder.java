package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.YieldStmt;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the flush that follows a write before anything else is written, in the order in which the code runs: a buffer
 * then holds one write at most. Loops between are taken to run at least once; behind the last statement of the write's
 * innermost loop comes its first.
 *
 * @param isFlush whether a statement only flushes the stream
 * @param isUse whether an expression or statement uses the stream
 */
record FlushOrder(Predicate<Statement> isFlush, Predicate<Node> isUse) {
    private static final List<Class<? extends Statement>> JUMPS =
            List.of(BreakStmt.class, ContinueStmt.class, ReturnStmt.class, YieldStmt.class);

    /** The next thing that happens to the stream: a flush, which stands at the statement, or else something. */
    private record Use(Optional<Statement> flush) {
        static final Use OTHER = new Use(Optional.empty());
    }

    /** Returns the statement of the flush, empty where something else comes first. */
    Optional<Statement> behind(Statement write) {
        Optional<Use> next = Optional.empty();
        Node node = write;
        for (Optional<Node> up = node.getParentNode(); next.isEmpty() && up.isPresent(); up = node.getParentNode()) {
            Node inner = node;
            node = up.get();
            if (!(node instanceof Statement statement)) {
                return Optional.empty();
            }
            if (node instanceof BlockStmt block) {
                next = first(block.getStatements().stream().dropWhile(each -> each != inner).skip(1));
            } else if (node instanceof NodeWithBody<?> loop) {
                // once round: the write itself is the last that may come
                return first(loop.getBody()).flatMap(Use::flush);
            } else if (node instanceof TryStmt tried && inner != tried.getFinallyBlock().orElse(null)) {
                next = tried.getFinallyBlock().flatMap(this::first);
            }
        }
        return next.flatMap(Use::flush);
    }

    private Optional<Use> first(Stream<? extends Statement> statements) {
        return statements.map(this::first).flatMap(Optional::stream).findFirst();
    }

    private Optional<Use> first(Statement statement) {
        return isFlush.test(statement) ? Optional.of(new Use(Optional.of(statement))) : inside(statement);
    }

    private Optional<Use> inside(Statement statement) {
        if (!isUse.test(statement)) {
            return leaves(statement) ? Optional.of(Use.OTHER) : Optional.empty();
        }
        if (statement instanceof BlockStmt block) {
            return first(block.getStatements().stream());
        }
        if (statement instanceof NodeWithBody<?> loop) {
            return first(loop.getBody());
        }
        if (statement instanceof SynchronizedStmt locked) {
            return first(locked.getBody());
        }
        if (statement instanceof LabeledStmt labelled) {
            return first(labelled.getStatement());
        }
        if (statement instanceof TryStmt tried && tried.getResources().stream().noneMatch(isUse)) {
            return first(Stream.concat(Stream.of(tried.getTryBlock()), tried.getFinallyBlock().stream()));
        }
        if (statement instanceof IfStmt choice && !isUse.test(choice.getCondition())) {
            Optional<Use> then = first(choice.getThenStmt());
            Optional<Use> other = choice.getElseStmt().flatMap(this::first);
            boolean both = then.flatMap(Use::flush).isPresent() && other.flatMap(Use::flush).isPresent();
            return both ? then : Optional.of(Use.OTHER);
        }
        return Optional.of(Use.OTHER);
    }

    private static boolean leaves(Statement statement) {
        return JUMPS.stream().anyMatch(jump -> jump.isInstance(statement)
                || statement.findFirst(jump).isPresent() && !(statement instanceof NodeWithBody<?>));
    }
}
