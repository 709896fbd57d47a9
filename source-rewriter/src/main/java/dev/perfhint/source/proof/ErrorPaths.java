package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.GuardKind;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Checks that an error reported late, by flush or close, reaches the handler that would have got it from the write. */
final class ErrorPaths {
    /** Stands for the method's caller, for a print stream that keeps errors to itself. */
    private enum Beyond {
        CALLER,
        KEPT
    }

    private record Delivery(Node place, Object handler, String how) {}

    private final Set<Object> writeHandlers = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, Delivery> deliveries = new LinkedHashMap<>();
    private final Map<Node, Boolean> closes = new IdentityHashMap<>();

    void write(boolean swallowed, Deque<Node> handlers) {
        writeHandlers.add(handler(swallowed, handlers));
    }

    void delivery(Node place, String how, boolean swallowed, Deque<Node> handlers) {
        Object handler = handler(swallowed, handlers);
        deliveries.put(System.identityHashCode(place) + "/" + System.identityHashCode(handler),
                new Delivery(place, handler, how));
    }

    /** A print stream that fails to close may leave the stream below open; then the next close has the error. */
    void close(Node place, boolean swallowed) {
        closes.put(place, swallowed);
    }

    /** Returns whether any error of a write is reported, and not kept by a print stream. */
    boolean anyReported() {
        return writeHandlers.stream().anyMatch(handler -> handler != Beyond.KEPT);
    }

    /** Raises a doubt for each flush or close whose error would go elsewhere than a write's. */
    void check(Doubts doubts) {
        for (Delivery delivery : deliveries.values()) {
            boolean same = writeHandlers.size() == 1 && writeHandlers.contains(delivery.handler());
            if (!same && !writeHandlers.isEmpty()) {
                doubts.add(GuardKind.SAME_ERRORS, delivery.place(), message(delivery));
            }
        }
        closes.forEach((place, swallowed) -> {
            if (!swallowed && writeHandlers.contains(Beyond.KEPT)) {
                doubts.add(GuardKind.SAME_ERRORS, place,
                        "errors of writing are kept by the print stream, one that this close() finds in the buffer "
                                + "is not");
            }
        });
    }

    private static String message(Delivery delivery) {
        if (delivery.handler() instanceof TryStmt attempt) {
            int line = attempt.getCatchClauses().stream().mapToInt(Doubts::line).findFirst().orElse(0);
            return "an IOException from " + delivery.how() + " is caught in line " + line
                    + ", where one from writing is not: an error that a write reports today would be swallowed";
        }
        return delivery.handler() == Beyond.KEPT
                ? "errors of " + delivery.how() + " are kept by the print stream, those of writing are not"
                : "an error that is caught at the write today would come from " + delivery.how()
                        + ", outside of that catch";
    }

    private static Object handler(boolean swallowed, Deque<Node> handlers) {
        if (swallowed) {
            return Beyond.KEPT;
        }
        return handlers.isEmpty() ? Beyond.CALLER : handlers.peek();
    }
}
