package dev.perfhint.rules.pattern;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A pattern of code that burns system CPU, told from classified stacks. Stateless; one small class per pattern.
 *
 * <p>{@link #selects} says which stacks may be the pattern, {@link #judge} whether a group of them is. Stacks are
 * offered to the rules one by one, in the order of the catalogue; a group that is the pattern keeps its stacks,
 * of other groups those that {@link #explain} knows nothing of are offered to the rules that follow.
 */
public interface Rule {
    /** Returns the name of the bad pattern: {@code unbuffered-file-write}. */
    String id();

    /** Returns one of the families of the catalogue: {@code file-write}. */
    default String family() {
        return RulePage.of(id()).get("family");
    }

    /** Returns what the pattern costs, one line. */
    default String summary() {
        return RulePage.of(id()).get("summary");
    }

    /** Returns what a recording must hold for this rule, one line. */
    default String needs() {
        return RulePage.of(id()).find("needs").orElse(causes().isEmpty() ? "system-CPU evidence"
                : "CPU samples with kernel frames or system-call wrappers");
    }

    /** Returns the causes whose every stack may be the pattern; empty if more than the cause decides. */
    default Set<Cause> causes() {
        return Set.of();
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

    /** Returns whether the stream is to be followed to its creation in the sources. */
    default boolean tracesStream() {
        return causes().isEmpty();
    }

    /** Returns from how many bytes on a call is none of the pattern. */
    default int largeBytes() {
        return Saving.SMALL_BYTES;
    }

    /** Returns the share of all CPU from which on the pattern counts; less than that is named in full reports only. */
    default double minCpuShare(Candidate candidate) {
        return 0;
    }

    /** Returns what the remedy leaves of the observed calls on such streams. */
    default CallsLeft left(StreamLife life, String operation) {
        return CallsLeft.buffered(life, operation);
    }

    /** Returns calls of other patterns that the remedy takes along at most. */
    default List<SystemStack> takenAlong(Candidate candidate) {
        return List.of();
    }

    /** Returns what the group is; empty if it is not the pattern after all. */
    Optional<Verdict> judge(Candidate candidate);

    /**
     * Returns why a stack of a selected group that is not the pattern costs system CPU all the same; empty if the rule
     * does not know, so that the stack is offered to the rules that follow.
     */
    default Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.empty();
    }
}
