package dev.perfhint.rules;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.account.Explanation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A pattern of code that burns system CPU, told from classified stacks. Stateless; one small class per pattern.
 *
 * <p>{@link #selects} says which stacks may be the pattern, {@link #judge} whether a group of them is. A stack goes to
 * the first rule that selects it, a rule before those that it outranks, and to no other.
 */
public interface Rule {
    /** The subject of small groups that are judged as one. */
    String JOINED = "several";

    /** Returns the name of the bad pattern: {@code unbuffered-file-write}. */
    String id();

    /** Returns one of the families of the catalogue: {@code file-write}. */
    String family();

    /** Returns what the pattern costs, one line. */
    String summary();

    /** Returns what a recording must hold for this rule, one line. */
    default String needs() {
        return causes().isEmpty() ? "system-CPU evidence" : "CPU samples with kernel frames or system-call wrappers";
    }

    /** Returns the causes whose every stack may be the pattern; empty if more than the cause decides. */
    default Set<Cause> causes() {
        return Set.of();
    }

    /** Returns the ids of less specific rules, which get no stack that this one selects. */
    default List<String> outranks() {
        return List.of();
    }

    /** Returns whether file and socket events without any CPU sample show the pattern. */
    default boolean showsInEvents() {
        return false;
    }

    /** Returns whether this stack may be the pattern. */
    default boolean selects(SystemStack stack, Surroundings surroundings) {
        return causes().contains(stack.cause());
    }

    /** Returns the stack at whose call site this one is reported: itself, or the main call of the same loop. */
    default SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        return stack;
    }

    /**
     * Returns what stacks are gathered by, whatever their call sites: a queue, a kind of memory; empty for the call
     * site.
     */
    default Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.empty();
    }

    /** Returns whether groups that are too small to be the pattern by themselves are judged once more, all as one. */
    default boolean joinsSmallGroups() {
        return false;
    }

    /** Returns whether the stream is to be followed to its creation in the sources. */
    default boolean tracesStream() {
        return causes().isEmpty();
    }

    /** Returns what the group is; empty if it is not the pattern after all. */
    Optional<Verdict> judge(Candidate candidate);

    /**
     * Returns why a selected group that is not the pattern costs system CPU all the same; empty if the rule does not
     * know.
     */
    default Optional<Explanation> explain(Candidate candidate) {
        return Optional.empty();
    }
}
