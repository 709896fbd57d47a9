package dev.perfhint.source.proof;

import com.github.javaparser.Position;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Says behind which code an input may be read once more: what happens behind the last read cannot matter, as nobody
 * gets what the buffer still holds.
 *
 * <p>Code runs in the order in which it ends in the text, but for loops, and for methods that are called again.
 */
final class LaterReads {
    private final TypestateRun run;
    private final Resolver resolver;
    /** By the code that they stand in: reads while bytes are held, and the calls that lead to them. */
    private final Map<Node, Set<Node>> reads = new IdentityHashMap<>();
    private boolean unknown;

    LaterReads(TypestateRun run) {
        this.run = run;
        this.resolver = run.resolver;
        Deque<Node> next = new ArrayDeque<>(run.readAgain);
        while (!next.isEmpty()) {
            Node read = next.pop();
            Node code = EnclosingCode.home(read);
            unknown |= !isCall(read);
            if (reads.computeIfAbsent(code, key -> TypestateRun.identitySet()).add(read) && code != run.home) {
                unknown |= run.inlining.sitesOf(code).isEmpty();
                next.addAll(run.inlining.sitesOf(code));
            }
        }
    }

    private static boolean isCall(Node node) {
        return node instanceof MethodCallExpr || node instanceof ObjectCreationExpr
                || node instanceof ExplicitConstructorInvocationStmt;
    }

    /** Returns whether the stream may be read again behind the node. */
    boolean mayFollow(Node node) {
        return unknown || mayFollow(node, TypestateRun.identitySet());
    }

    private boolean mayFollow(Node node, Set<Node> asked) {
        Node code = EnclosingCode.home(node);
        Set<Node> sites = run.inlining.sitesOf(code);
        if (!asked.add(node)) {
            return false;
        }
        if (reads.getOrDefault(code, Set.of()).stream().anyMatch(read -> read != node && isBehind(read, node, code)
                || isRepeated(read, node, code))) {
            return true;
        }
        return code != run.home && sites.isEmpty()
                || sites.stream().anyMatch(site -> !isCall(site) || !runs(site, code) || mayFollow(site, asked));
    }

    /** Returns whether the call runs the code itself, once, and not code of the JDK's that may run it many times. */
    private boolean runs(Node site, Node code) {
        Optional<ExecutableElement> called = resolver.method(site);
        Optional<ExecutableElement> own = resolver.method(code);
        return called.isPresent() && own.isPresent() && (called.equals(own) || code instanceof MethodDeclaration
                && resolver.elements().overrides(own.get(), called.get(),
                        (TypeElement) own.get().getEnclosingElement()));
    }

    private static boolean isBehind(Node read, Node node, Node code) {
        Optional<Node> left = up(node, code, ReturnStmt.class).or(() -> up(node, code, ThrowStmt.class));
        boolean inside = left.isEmpty() || Enclosing.isAround(left.get(), read)
                || up(left.get(), code, TryStmt.class).isPresent();
        return inside && end(read).isAfter(end(node));
    }

    /** The next round of a loop that opens the stream anew reads from another. */
    private boolean isRepeated(Node read, Node node, Node code) {
        boolean left = up(node, code, ReturnStmt.class).or(() -> up(node, code, ThrowStmt.class))
                .filter(each -> up(each, code, TryStmt.class).isEmpty()).isPresent();
        for (Node at = node; !left && at != code; at = at.getParentNode().orElse(code)) {
            if (LongWork.isLoop(at) && Enclosing.isAround(at, read) && !opensAnew(at, code)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether nothing leads from one round to the stream of the round before. */
    private boolean opensAnew(Node loop, Node code) {
        return run.creations.stream().allMatch(made -> Enclosing.isAround(loop, made))
                && run.holders.stream().allMatch(variable -> resolver.declaration(variable)
                        .filter(declared -> !Enclosing.isField(declared) && (Enclosing.isAround(loop, declared)
                                || !Enclosing.isAround(code, declared))).isPresent());
    }

    private static Optional<Node> up(Node node, Node code, Class<? extends Node> type) {
        Node at = node;
        while (at != code && at.getParentNode().isPresent()) {
            if (type.isInstance(at)) {
                return Optional.of(at);
            }
            at = at.getParentNode().get();
        }
        return Optional.empty();
    }

    private static Position end(Node node) {
        return node.getEnd().orElseThrow();
    }
}
