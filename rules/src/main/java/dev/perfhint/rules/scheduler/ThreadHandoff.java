package dev.perfhint.rules.scheduler;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Advice;
import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Parts;
import dev.perfhint.rules.Range;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Verdict;
import dev.perfhint.rules.account.Explanation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Work that is handed from thread to thread in pieces so small that waking the other thread and switching to it costs as much
 * as the work. Both sides count: who wakes, and who waits for more. Gathered by queue, future or selector.
 */
public final class ThreadHandoff implements Rule {
    // below that the work handed over costs far more than handing it over
    private static final double MIN_CPU_SHARE = 0.03;

    @Override
    public String id() {
        return "thread-handoff";
    }

    @Override
    public String family() {
        return "scheduler";
    }

    @Override
    public String summary() {
        return "work handed from thread to thread in tiny pieces: a wake-up and a switch for each";
    }

    @Override
    public String needs() {
        return "CPU samples with kernel frames or system-call wrappers";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.cause() == Cause.THREAD_HANDOFF;
    }

    @Override
    public Optional<String> subject(SystemStack stack) {
        return Optional.of(stack.object());
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.cpuShare() < MIN_CPU_SHARE) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>();
        String threads = Parts.of(candidate, SystemStack::threads);
        String frames = Parts.of(candidate, stack -> Parts.site(candidate, stack));
        if (!threads.isEmpty()) {
            notes.add("threads: " + threads);
        }
        if (!frames.isEmpty()) {
            notes.add("in " + frames);
        }
        notes.add("how many pieces are handed over cannot be counted from samples");
        return Optional.of(Verdict.advised(
                "threads hand over work through " + through(candidate.subject().orElse("")) + ": a wake-up and a switch for each piece",
                notes,
                List.of(Advice.of(Advice.Kind.DESIGN,
                        "hand over many pieces at once, or do them in the thread that has them; fewer threads that share the work"
                                + " sleep less often",
                        new Range(0.4, 0.8)))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate) {
        return Optional.of(Explanation.inherent("handing over work takes " + Parts.ofAllCpu(candidate)
                + ": the work itself costs far more"));
    }

    private static String through(String object) {
        return switch (object) {
            case "" -> "wake-ups";
            case "Object" -> "Object.wait and notify";
            case "EventFD", "EPollSelectorImpl", "IOUtil" -> "the wake-up of a selector";
            case "AbstractQueuedSynchronizer" -> "a condition";
            default -> object;
        };
    }
}
