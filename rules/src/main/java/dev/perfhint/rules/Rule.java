package dev.perfhint.rules;

import dev.perfhint.rules.stack.IoStack;
import dev.perfhint.rules.stack.Surroundings;
import java.util.Optional;

/**
 * A pattern of code that burns system CPU, told from classified stacks. Stateless; one small class per pattern.
 *
 * <p>{@link #selects} says which stacks may be the pattern, {@link #judge} whether a group of them is. A stack goes to the
 * first rule that selects it, in the order of {@link Rules#bySpecificity()}, and to no other.
 */
public interface Rule {
    /** Returns the name of the bad pattern: {@code unbuffered-file-write}. */
    String id();

    /** Returns one of the families of the catalogue: {@code file-write}. */
    String family();

    /** Returns what the pattern costs, one line. */
    String summary();

    /** Returns what a recording must hold for this rule, one line. */
    String needs();

    /** Returns whether this stack may be the pattern. */
    boolean selects(IoStack stack, Surroundings surroundings);

    /** Returns the stack at whose call site this one is reported: itself, or the main call of the same loop. */
    default IoStack anchor(IoStack stack, Surroundings surroundings) {
        return stack;
    }

    /** Returns whether the stream is to be followed to its creation in the sources. */
    default boolean tracesStream() {
        return true;
    }

    /** Returns what the group is; empty if it is not the pattern after all. */
    Optional<Verdict> judge(Candidate candidate);
}
