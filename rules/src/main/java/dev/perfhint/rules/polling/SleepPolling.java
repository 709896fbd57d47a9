package dev.perfhint.rules.polling;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Advice;
import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Parts;
import dev.perfhint.rules.Range;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Verdict;
import dev.perfhint.rules.account.Explanation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Short sleeps, timed parking, timers and yields in a loop: the thread looks for work instead of waiting for it. */
public final class SleepPolling implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;

    @Override
    public String id() {
        return "sleep-polling";
    }

    @Override
    public String family() {
        return "polling";
    }

    @Override
    public String summary() {
        return "short sleeps or yields in a loop: system calls and switches although there is nothing to do";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.SLEEP, Cause.YIELD);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.cpuShare() < MIN_CPU_SHARE) {
            return Optional.empty();
        }
        boolean yields = candidate.cause() == Cause.YIELD;
        String call = candidate.main().site() <= CallTree.ROOT ? "" : PublicNames.simple(candidate.callee());
        return Optional.of(Verdict.advised(
                (call.isEmpty() || call.equals(".") ? yields ? "yielding" : "sleeping" : call) + " in a hot loop: "
                        + (yields ? "a system call each time, and a switch where another thread can run"
                                : "two system calls and two switches each time"),
                List.of("threads: " + Parts.of(candidate, SystemStack::threads)),
                List.of(Advice.of(Advice.Kind.DESIGN,
                        yields ? "spin a few rounds with Thread.onSpinWait, then wait on a queue, condition or latch"
                                : "wait for the event itself: BlockingQueue.take, Condition.await, "
                                        + "CompletableFuture, a blocking select",
                        new Range(0.5, 1)))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(Explanation.inherent("timers and pauses that come seldom: " + Parts.ofAllCpu(candidate)));
    }
}
