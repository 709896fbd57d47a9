package dev.perfhint.rules.analysis;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.trace.CallSizes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads from the sources how long a thread that polls sleeps between two looks: samples do not count them. */
final class PollInterval {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private PollInterval() {}

    /** Returns the interval and the rate as a note; empty where nothing polls or the source has no constant. */
    static Optional<String> of(Candidate candidate, Sources sources, SourceFrames frames) {
        return candidate.surroundings().all().stream()
                .filter(stack -> stack.cause() == Cause.SLEEP && stack.callee() >= 0
                        && stack.application() == stack.caller() && isOf(candidate, stack))
                .sorted(SystemStack::heaviestFirst).findFirst()
                .map(stack -> nanos(candidate, stack, sources, frames)).filter(OptionalLong::isPresent)
                .map(nanos -> String.format(Locale.ROOT,
                        "sleeps %s each time (in the source): up to %,.0f times a second in each thread",
                        text(nanos.getAsLong()), 1e9 / nanos.getAsLong()));
    }

    private static String text(long nanos) {
        return nanos % NANOS_PER_MILLI == 0 ? nanos / NANOS_PER_MILLI + " ms" : nanos / 1_000 + " us";
    }

    private static boolean isOf(Candidate candidate, SystemStack stack) {
        return candidate.stacks().contains(stack)
                || candidate.subject().filter(candidate.surroundings().method(stack)::equals).isPresent();
    }

    private static OptionalLong nanos(Candidate candidate, SystemStack stack, Sources sources, SourceFrames frames) {
        int method = candidate.tree().method(stack.callee());
        Optional<List<Long>> given = new CallSizes(sources).constants(frames.of(stack.caller()),
                candidate.methods().methodName(method));
        long nanos = given.map(values -> switch (candidate.methods().className(method)) {
            case "java.lang.Thread" -> values.get(0) * NANOS_PER_MILLI + (values.size() > 1 ? values.get(1) : 0);
            case "java.util.concurrent.locks.LockSupport" -> values.get(values.size() - 1);
            default -> 0L;
        }).orElse(0L);
        return nanos > 0 ? OptionalLong.of(nanos) : OptionalLong.empty();
    }
}
