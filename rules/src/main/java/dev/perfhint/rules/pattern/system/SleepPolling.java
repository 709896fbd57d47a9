package dev.perfhint.rules.pattern.system;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Short sleeps, timed parking, timers and yields in a loop: the thread looks for work instead of waiting for it. */
public final class SleepPolling implements Rule {
    private static final double MIN_CPU_SHARE = 0.01;
    // asking for ready sockets goes with what is then read, written, accepted and woken: a busy server's is below 1
    private static final double MIN_ASKED_TO_DONE = 4;
    // a reader that asks before each byte has about one (netReadAvailable of the catalogue)
    private static final double MIN_ASKED_TO_READ = 3;
    private static final String ASKS = "sun.nio.ch.SelectorImpl.selectNow";
    // without a timeout it only returns with something to do
    private static final String WAITS = "sun.nio.ch.SelectorImpl.select";

    @Override
    public String id() {
        return "sleep-polling";
    }

    @Override
    public Set<Cause> causes() {
        return Set.of(Cause.SLEEP, Cause.YIELD);
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return causes().contains(stack.cause()) || isSelect(stack) && stack.callee() >= 0 || isAsking(stack);
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return MIN_CPU_SHARE;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (isSelect(candidate.main()) && !spins(candidate)) {
            return Optional.empty();
        }
        if (isAsking(candidate.main())) {
            return asking(candidate);
        }
        if (isSelect(candidate.main())) {
            boolean asks = candidate.callee().equals(ASKS);
            return Optional.of(Verdict.advised(seenNothing(candidate, "select")
                    .map(times -> (asks ? "Selector.selectNow" : "Selector.select") + " found no ready socket "
                            + SeenText.times(times) + (asks ? ": one system call each" : ": two context switches each"))
                    .orElse((asks ? "Selector.selectNow in a hot loop: one system call per iteration"
                            : "Selector.select keeps timing out: two context switches each time")
                            + ", rarely a ready socket"),
                    List.of("threads: " + Parts.of(candidate, SystemStack::threads)),
                    List.of(Advice.design("select without a timeout, or until the next deadline; wakeup() from another "
                                    + "thread ends the wait", "selector.select()"))));
        }
        boolean yields = candidate.cause() == Cause.YIELD;
        String call = candidate.main().site() <= CallTree.ROOT ? "" : PublicNames.simple(candidate.callee());
        return Optional.of(Verdict.advised(
                (call.isEmpty() || call.equals(".") ? yields ? "yielding" : "sleeping" : call) + " in a hot loop: "
                        + (yields ? "one system call each, and a context switch if another thread can run"
                                : "two system calls and two context switches each"),
                List.of("threads: " + Parts.of(candidate, SystemStack::threads)),
                setting(candidate).orElseGet(() -> List.of(Advice.design(yields
                        ? "spin a few rounds with Thread.onSpinWait, then wait on a queue, condition or latch"
                        : "wait for the event itself: BlockingQueue.take, Condition.await, "
                                + "CompletableFuture, a blocking select")))));
    }

    /** Returns what the library that polls has a setting for. */
    private static Optional<List<Advice>> setting(Candidate candidate) {
        return Optional.of(Remedies.of(candidate.main().component(), candidate.cause()))
                .filter(known -> !known.isEmpty());
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return isSelect(stack) || isAsking(stack) ? Optional.empty()
                : Optional.of(Explanation.inherent("rare timers and pauses: " + Parts.ofAllCpu(candidate)));
    }

    // how much has come, asked of one socket after the other
    private static boolean isAsking(SystemStack stack) {
        return stack.cause() == Cause.SOCKET_READ && stack.io().operation() == Operation.POSITION
                && stack.io().shape().isDirect();
    }

    private static Optional<Verdict> asking(Candidate candidate) {
        long reads = Surroundings.samples(candidate.surroundings().sameMethod(candidate.main()),
                stack -> stack.io().operation() == Operation.SOCKET_READ);
        Optional<Long> nothing = seenNothing(candidate, "available");
        if (nothing.isPresent() ? nothing.get() < candidate.samples()
                : candidate.samples() < MIN_ASKED_TO_READ * reads) {
            return Optional.empty();
        }
        return Optional.of(Verdict.advised(
                PublicNames.simple(candidate.callee()) + " polls one socket after the other: one ioctl() each",
                List.of(nothing.map(times -> "observed: nothing had come " + SeenText.times(times))
                        .orElseGet(() -> String.format(Locale.ROOT, "%,d samples of available(), %,d of reads in the"
                                + " same method", candidate.samples(), reads))),
                List.of(Advice.design("let one Selector wait for all sockets, or block in read() in a thread for each",
                        "channel.register(selector, SelectionKey.OP_READ)"))));
    }

    private static boolean isSelect(SystemStack stack) {
        return stack.cause() == Cause.SOCKET_WAIT;
    }

    private static boolean spins(Candidate candidate) {
        long done = Surroundings.samples(candidate.surroundings().all(), SleepPolling::isDone);
        boolean selects = candidate.callee().equals(ASKS) || candidate.callee().equals(WAITS);
        // where fewer returned nothing than were sampled, the others returned with something ready
        return selects && candidate.samples() >= MIN_ASKED_TO_DONE * done
                && seenNothing(candidate, "select").filter(times -> times < candidate.samples()).isEmpty();
    }

    /** Returns how often such calls of the program returned nothing; empty where it was not observed. */
    private static Optional<Long> seenNothing(Candidate candidate, String call) {
        Observation observed = candidate.profile().observed();
        return observed.isEmpty() ? Optional.empty()
                : Optional.of(observed.metadata().getOrDefault("poll-" + call, 0L));
    }

    private static boolean isDone(SystemStack stack) {
        return switch (stack.cause()) {
            case SOCKET_READ, SOCKET_WRITE, SOCKET_ACCEPT, SOCKET_CONNECT -> true;
            default -> stack.cause() == Cause.THREAD_HANDOFF && stack.object().equals(SystemStack.SELECTOR);
        };
    }
}
