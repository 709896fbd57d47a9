package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.EventCount;
import dev.perfhint.rules.events.JoinedEvents;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Threads that wait for one lock so often that sleeping and waking at it costs system CPU. Gathered by lock. */
public final class LockContention implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;
    private static final double MIN_RELEASES = 0.9;
    private static final Set<String> FAIR = Set.of("java.util.concurrent.locks.ReentrantLock$FairSync",
            "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync", "java.util.concurrent.Semaphore$FairSync");

    @Override
    public String id() {
        return "lock-contention";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.LOCK);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(stack.object());
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (isOnlyReleased(candidate)) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>();
        String frames = Parts.of(candidate, stack -> Parts.site(candidate, stack));
        if (!frames.isEmpty()) {
            notes.add("in " + frames);
        }
        notes.add("threads: " + Parts.of(candidate, SystemStack::threads));
        notes.add("threads that spin instead of sleeping would show less system CPU and no better throughput");
        return Optional.of(Verdict.advised(
                "threads wait for " + candidate.subject().filter(name -> !name.isEmpty()).orElse("a lock")
                        + ": one wake-up and two context switches per collision", notes, advice(candidate)));
    }

    private static List<Advice> advice(Candidate candidate) {
        Advice shorter = Advice.design(
                "hold the lock for a shorter time, split it, or keep data per thread and merge it later");
        return isFair(candidate) ? List.of(Advice.design(
                "the lock is fair: each collision hands it to the next thread; an unfair lock stays with "
                        + "the running thread", "new ReentrantLock() // not (true)"), shorter)
                : List.of(shorter);
    }

    // the stack is the same, but the event names the class of what was parked at
    private static boolean isFair(Candidate candidate) {
        return JoinedEvents.of(candidate.profile(), candidate.stacks(), EventCount.Kind.THREAD_PARK).stream()
                .anyMatch(count -> FAIR.contains(count.subject()));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return Optional.of(isOnlyReleased(candidate)
                ? Explanation.unknown("a released monitor wakes a thread, and none was sampled that waits to enter it: "
                        + "Object.notify may have moved it there")
                : Explanation.inherent("rare contention: " + Parts.ofAllCpu(candidate)));
    }

    // a notified thread is woken when the monitor is released; a contended monitor also has threads that enter it
    private static boolean isOnlyReleased(Candidate candidate) {
        return candidate.share(stack -> releases(candidate, stack)) >= MIN_RELEASES;
    }

    private static boolean releases(Candidate candidate, SystemStack stack) {
        for (int node = stack.leaf(); node > CallTree.ROOT && node != stack.caller();
                node = candidate.tree().parent(node)) {
            String name = candidate.methods().methodName(candidate.tree().method(node));
            if (name.startsWith("ObjectMonitor::ExitEpilog") || name.startsWith("ObjectMonitor::exit")) {
                return true;
            }
        }
        return false;
    }
}
