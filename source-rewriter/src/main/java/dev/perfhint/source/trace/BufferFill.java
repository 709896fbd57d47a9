package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/** Finds what fills a {@code ByteBuffer} in the method that writes it to a channel. */
final class BufferFill {
    private static final Set<String> HARMLESS = Set.of("clear", "flip", "rewind", "order", "hasRemaining", "remaining");

    private BufferFill() {}

    /**
     * Returns the calls of {@code put} before the write, each made once for it; empty if something else may fill it.
     */
    static Optional<List<MethodCallExpr>> before(Sources sources, MethodCallExpr write) {
        Resolver resolver = Resolver.of(sources);
        Optional<Node> body = Enclosing.body(write);
        Optional<Node> buffer = resolver.declarationOf(write.getArgument(0))
                .filter(VariableDeclarator.class::isInstance);
        if (body.isEmpty() || buffer.isEmpty()) {
            return Optional.empty();
        }
        List<MethodCallExpr> puts = new ArrayList<>();
        for (Expression use : resolver.names((VariableDeclarator) buffer.get())) {
            if (Enclosing.body(use).filter(each -> each == body.get()).isEmpty() || use == write.getArgument(0)) {
                continue;
            }
            Expression at = use;
            while (at.getParentNode().orElseThrow() instanceof MethodCallExpr call
                    && call.getScope().orElse(call) == at) {
                boolean put = call.getNameAsString().startsWith("put");
                if (!put && !HARMLESS.contains(call.getNameAsString()) || put && !isBeside(call, write)) {
                    return Optional.empty();
                }
                if (put && call.getBegin().orElseThrow().isBefore(write.getBegin().orElseThrow())) {
                    puts.add(call);
                }
                at = call;
            }
            boolean kept = at == use || !(at.getParentNode().orElseThrow()
                    instanceof com.github.javaparser.ast.stmt.Statement) && !at.isMethodCallExpr();
            if (kept) {
                return Optional.empty();
            }
        }
        return puts.isEmpty() ? Optional.empty() : Optional.of(puts);
    }

    /** Both run equally often: they are in the same innermost loop. */
    private static boolean isBeside(Node call, Node write) {
        return loop(call).equals(loop(write));
    }

    private static Optional<Integer> loop(Node node) {
        for (Optional<Node> up = node.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof NodeWithBody<?>) {
                return Optional.of(System.identityHashCode(up.get()));
            }
            if (up.get() instanceof com.github.javaparser.ast.body.BodyDeclaration<?>) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the bytes that a {@code put} of one value adds; empty for arrays and buffers. */
    static OptionalInt bytes(Resolver resolver, MethodCallExpr put) {
        return switch (put.getNameAsString()) {
            case "putShort", "putChar" -> OptionalInt.of(2);
            case "putInt", "putFloat" -> OptionalInt.of(4);
            case "putLong", "putDouble" -> OptionalInt.of(8);
            default -> put.getArguments().size() == 1
                            && resolver.type(put.getArgument(0)).filter(type -> type.getKind() == TypeKind.BYTE)
                            .isPresent() ? OptionalInt.of(1) : OptionalInt.empty();
        };
    }
}
