package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A process started again and again: a fork, an exec, three pipes and a thread that waits for its end, each time. */
public final class ProcessPerCall implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;
    private static final Set<String> STARTS = Set.of("java.lang.ProcessBuilder.start", "java.lang.Runtime.exec");

    @Override
    public String id() {
        return "process-per-call";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.PROCESS);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.cpuShare() < MIN_CPU_SHARE || !STARTS.contains(candidate.callee())) {
            return Optional.empty();
        }
        return Optional.of(Verdict.advised(
                "a process per call: fork, exec, three pipes and a thread each",
                List.of("threads: " + Parts.of(candidate, SystemStack::threads),
                        "the CPU of the processes themselves is not in the recording"),
                List.of(Advice.design(
                        "use a library in this process, or keep one process running and send it requests"))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(Explanation.inherent(STARTS.contains(candidate.callee())
                ? "rarely started processes: " + Parts.ofAllCpu(candidate)
                : "pipe I/O with child processes and waiting for their exit"));
    }
}
