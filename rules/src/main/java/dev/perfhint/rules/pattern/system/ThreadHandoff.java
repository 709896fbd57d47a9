package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Work that is handed from thread to thread in pieces so small that waking the other thread and switching to it costs
 * as much as the work. Both sides count: who wakes, and who waits for more. Gathered by queue, future or selector.
 */
public final class ThreadHandoff implements Rule {
    // below that the work handed over costs far more than handing it over
    private static final double MIN_CPU_SHARE = 0.03;

    @Override
    public String id() {
        return "thread-handoff";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.THREAD_HANDOFF);
    }

    /** The queue; where workers of several pools wait at queues of its class, those of each pool by themselves. */
    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        boolean several = isWorker(stack) && stack.performer() != Performer.VIRTUAL_THREADS
                && surroundings.all().stream().anyMatch(other -> isWorker(other)
                && other.object().equals(stack.object()) && !pool(other).equals(pool(stack)));
        return Optional.of(several ? stack.object() + " of pool " + pool(stack) : stack.object());
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        List<String> notes = new ArrayList<>();
        String threads = Parts.of(candidate, SystemStack::threads);
        String frames = Parts.of(candidate, stack -> Parts.site(candidate, stack));
        if (!threads.isEmpty()) {
            notes.add("threads: " + threads);
        }
        if (!frames.isEmpty()) {
            notes.add("in " + frames);
        }
        notes.add("the number of tasks is unknown (sampled data)");
        return Optional.of(Verdict.advised(
                "fine-grained hand-off through " + through(candidate) + ": one wake-up and context switch per task",
                notes, advice(candidate)));
    }

    // what is known of the pool that most of it is handed to, then what helps everywhere
    private static List<Advice> advice(Candidate candidate) {
        List<Advice> advice = new ArrayList<>();
        candidate.stacks().stream().map(SystemStack::component).filter(name -> name.startsWith("pool-")).findFirst()
                .ifPresent(pool -> advice.addAll(Remedies.of(pool, Cause.THREAD_HANDOFF)));
        advice.add(Advice.design("batch tasks, or run them on the calling thread"));
        return advice;
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(Explanation.inherent("hand-off overhead is " + Parts.ofAllCpu(candidate) + ": negligible"));
    }

    // a pool's thread that waits for work has no frames but the JDK's
    private static boolean isWorker(SystemStack stack) {
        return stack.cause() == Cause.THREAD_HANDOFF && stack.caller() <= CallTree.ROOT;
    }

    // pool-1-thread and pool-2-thread come from one factory
    private static String pool(SystemStack stack) {
        return stack.threads().replaceAll("[0-9]+", "*");
    }

    private static String through(Candidate candidate) {
        String object = candidate.subject().orElse("");
        return switch (object) {
            case "" -> "wake-ups";
            case "Object" -> "Object.wait and notify";
            case SystemStack.SELECTOR -> "the wake-up of a selector";
            case "AbstractQueuedSynchronizer" -> "a condition";
            case "pipe" -> "a pipe";
            default -> object;
        };
    }
}
