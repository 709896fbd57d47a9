package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.file.SourceFile;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where an expression is evaluated: a body of code and how it was entered.
 *
 * @param file the source file
 * @param body a method, constructor, initialiser, field declaration or lambda
 * @param frame index of its frame in the recorded stack, -1 if it is not on the stack
 * @param entries the calls that may have entered it, worked out when asked for; empty if unknown
 */
record Activation(SourceFile file, Node body, int frame, Supplier<List<Entry>> entries) {
    private static final int MAX_CALLS = 16;

    /**
     * A call that entered a body.
     *
     * @param caller where the call stands
     * @param receiving where the receiver is evaluated: elsewhere for a method reference
     * @param receiver the object it was called on; empty for a call on {@code this} and for a static method
     * @param arguments in order
     * @param created the {@code new} expression, where the body is its constructor
     * @param exact false if library code stands between, so that arguments are not the body's parameters
     */
    record Entry(
            Activation caller,
            Activation receiving,
            Optional<Expression> receiver,
            List<Expression> arguments,
            Optional<Expression> created,
            boolean exact) {
        Entry(Activation caller, Optional<Expression> receiver, List<Expression> arguments,
                Optional<Expression> created, boolean exact) {
            this(caller, caller, receiver, arguments, created, exact);
        }
    }

    static Activation entered(SourceFile file, Node body, Entry entry) {
        return new Activation(file, body, -1, () -> List.of(entry));
    }

    /** Returns the index of the frame, or of the innermost one that leads here by calls; -1 if none is known to. */
    int reached() {
        Activation at = this;
        for (int calls = 0; at.frame < 0 && calls < MAX_CALLS; calls++) {
            List<Entry> from = at.entries.get();
            if (from.isEmpty()) {
                return -1;
            }
            at = from.get(0).caller();
        }
        return at.frame;
    }

    static Activation detached(SourceFile file, Node body) {
        return new Activation(file, body, -1, List::of);
    }
}
