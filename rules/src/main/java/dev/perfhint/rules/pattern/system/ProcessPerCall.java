package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
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

    /** Starting it, its pipes and waiting for its end belong together: the method of the program that does them. */
    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(stack.site() > CallTree.ROOT ? surroundings.method(stack) : starter(surroundings));
    }

    // the reaper waits on a thread of the JDK's
    private static String starter(Surroundings surroundings) {
        return surroundings.all().stream()
                .filter(stack -> stack.cause() == Cause.PROCESS && stack.site() > CallTree.ROOT)
                .min(SystemStack::heaviestFirst).map(surroundings::method).orElse("");
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (!starts(candidate)) {
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
        return Optional.of(candidate.cpuShare() < MIN_CPU_SHARE
                ? Explanation.inherent("rarely started processes: " + Parts.ofAllCpu(candidate))
                : Explanation.unknown("pipe I/O with child processes and waiting for their exit"));
    }

    private static boolean starts(Candidate candidate) {
        return candidate.stacks().stream().anyMatch(stack -> STARTS.contains(candidate.callee(stack)));
    }
}
