package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;

/**
 * Threads that are started for single tasks and end with them. The threads' own start and end have no Java frames, so
 * all of a program's short-lived threads are one finding.
 */
public final class ThreadPerTask implements Rule {
    private static final double MIN_STARTERS = 0.05;
    private static final double MIN_SYSTEM_SHARE = 0.05;

    @Override
    public String id() {
        return "thread-per-task";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.cause() == Cause.THREAD_START && stack.performer() != Performer.JIT
                && stack.performer() != Performer.GC;
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of("threads");
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.systemShare() < MIN_SYSTEM_SHARE || candidate.share(ThreadPerTask::isStarter) < MIN_STARTERS) {
            return Optional.empty();
        }
        return Optional.of(
                Verdict.advised("short-lived threads: each costs a stack mapping, clone() and exit",
                List.of("threads shorter than a sampling interval are partly missed: the share is a lower bound"),
                List.of(Advice.design("submit the tasks to a thread pool",
                                "ExecutorService tasks = Executors.newFixedThreadPool(8);"),
                        Advice.design("JDK 21 or later: one virtual thread per task",
                                "ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();"))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(Explanation.inherent("few thread starts: " + Parts.ofSystemCpu(candidate)));
    }

    private static boolean isStarter(SystemStack stack) {
        return stack.caller() > 0;
    }
}
