package dev.perfhint.rules.analysis;

import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.PlacedCall;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.TransferLeft;
import dev.perfhint.source.Effect;
import dev.perfhint.source.file.Sources;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** What the form of a fix leaves of the observed calls. */
final class FixLeft {
    /** Stacks are estimated: where nearly all of the calls are made in a place, all are. */
    private static final double ALL = 0.999;
    private static final double ESTIMATE = 1.25;

    private FixLeft() {}

    /**
     * Returns the same streams with what the fix leaves; with all calls where that is not known.
     *
     * @param jvm name and version of the recorded JVM; may be empty
     */
    static SeenStreams of(SeenStreams seen, Effect effect, String jvm, Sources sources) {
        return switch (effect.calls()) {
            case AS_RULE -> seen;
            case TRANSFER -> TransferLeft.of(seen, jvm);
            case BLOCKS -> seen.leaving(blocks(seen, effect, reached(seen, effect, sources)));
            case UNFLUSHED -> unflushed(seen, reached(seen, effect, sources));
            case PASSES -> isMessageEach(seen, new InPlace(effect.place().orElseThrow(), sources)) ? seen
                    : unknown(seen);
            case UNKNOWN -> unknown(seen);
        };
    }

    private static SeenStreams unknown(SeenStreams seen) {
        return seen.leaving(CallsLeft.unknown(seen.calls().calls()));
    }

    /** Returns whether the lines were passed about as often as the rule expects calls: those made least often say. */
    private static boolean isMessageEach(SeenStreams seen, InPlace place) {
        Map<Integer, Long> calls = new HashMap<>();
        seen.life().calls().forEach((call, count) -> call.stack().frames().stream()
                .filter(frame -> call.what().equals(seen.operation()) && place.has(frame.className(), frame.line()))
                .findFirst().ifPresent(frame -> calls.merge(frame.line(), count.calls(), Long::sum)));
        return !calls.isEmpty() && Collections.min(calls.values()) <= ESTIMATE * seen.left().after();
    }

    private static CallsLeft blocks(SeenStreams seen, Effect effect, CallCount reached) {
        long calls = seen.calls().calls();
        if (reached.bytes() == 0 || effect.leastBytes() == 0) {
            return CallsLeft.unknown(calls);
        }
        double blocks = Math.ceil(reached.bytes() / effect.leastBytes());
        return new CallsLeft(calls, Math.min(calls, calls - reached.calls() + Math.round(blocks)),
                effect.leastBytes() < effect.mostBytes());
    }

    private static SeenStreams unflushed(SeenStreams seen, CallCount reached) {
        long calls = seen.calls().calls();
        if (reached.calls() == calls) {
            return seen;
        }
        CallsLeft left = CallsLeft.unflushed(seen.life(), seen.operation(), reached);
        return seen.leaving(reached.calls() == 0 ? CallsLeft.unknown(calls)
                : new CallsLeft(calls, calls - reached.calls() + left.after(), left.atMost()));
    }

    /** Returns the calls in the lines that the fix changes; all where it changes all. */
    private static CallCount reached(SeenStreams seen, Effect effect, Sources sources) {
        if (effect.place().isEmpty()) {
            return seen.calls();
        }
        InPlace place = new InPlace(effect.place().get(), sources);
        CallCount all = sum(seen, call -> true);
        CallCount here = sum(seen, call -> call.stack().frames().stream()
                .anyMatch(frame -> place.has(frame.className(), frame.line())));
        return here.calls() > 0 && here.calls() >= ALL * all.calls() || here.calls() >= seen.calls().calls()
                ? seen.calls() : here;
    }

    private static CallCount sum(SeenStreams seen, Predicate<PlacedCall> wanted) {
        return seen.life().calls().entrySet().stream()
                .filter(entry -> entry.getKey().what().equals(seen.operation()) && wanted.test(entry.getKey()))
                .map(Map.Entry::getValue).reduce(CallCount.NONE, CallCount::plus);
    }
}
