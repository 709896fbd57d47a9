package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds wrappers that are closed, and may still write then, after the stream below them was closed by another name. */
final class Closers {
    private final Doubts doubts;
    private final Set<Node> names = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Expression, Optional<Node>> late = new IdentityHashMap<>();

    Closers(Doubts doubts) {
        this.doubts = doubts;
    }

    void close(Expression through, String wrapper, int in) {
        Optional<Node> name = Declarations.of(through);
        if ((in & Flow.OPEN) != 0) {
            name.ifPresent(names::add);
        }
        if ((in & Flow.CLOSED) != 0 && StreamMethods.writesOnClose(wrapper)) {
            late.put(through, name);
        }
    }

    void check() {
        late.forEach((place, name) -> {
            if (names.stream().anyMatch(c -> name.filter(n -> n == c).isEmpty())) {
                doubts.add(OwnGuard.NO_REUSE, place, "a wrapper that may still hold bytes is closed after the stream below"
                        + " it: the raw stream reports it, a buffer loses the bytes");
            }
        });
    }
}
