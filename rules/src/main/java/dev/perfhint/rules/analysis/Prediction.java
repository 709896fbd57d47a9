package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.Sources;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Fits the saving that a rule expects of its repair to the form that the fix has: another size of its blocks, or fewer
 * of the calls. A part of the finding's system CPU, 0..1.
 */
final class Prediction {
    private Prediction() {}

    static Optional<Range> of(Verdict verdict, Candidate candidate, Effect effect, Sources sources) {
        return verdict.saving().map(expected -> reached(
                bySize(expected, candidate.bytesPerCall(), verdict.repair(), effect), candidate, effect, sources));
    }

    private static Range bySize(Range expected, OptionalDouble bytesPerCall, Optional<Repair> repair, Effect effect) {
        if (effect.leastBytes() == 0 || bytesPerCall.isEmpty()) {
            return expected;
        }
        double bytes = bytesPerCall.getAsDouble();
        double promised = Saving.drop(bytes, repair.map(Repair::bytes).orElse(Saving.BUFFER_BYTES));
        if (promised == 0) {
            return expected;
        }
        double low = expected.low() * Saving.drop(bytes, effect.leastBytes()) / promised;
        double high = expected.high() * Saving.drop(bytes, effect.mostBytes()) / promised;
        return new Range(Math.min(1, low), Math.min(1, high));
    }

    private static Range reached(Range saving, Candidate candidate, Effect effect, Sources sources) {
        if (effect.place().isEmpty()) {
            return saving;
        }
        InPlace place = new InPlace(effect.place().get(), sources);
        double share = candidate.share(stack -> isIn(place, candidate, stack));
        return new Range(saving.low() * share, saving.high() * share);
    }

    private static boolean isIn(InPlace place, Candidate candidate, SystemStack stack) {
        CallTree tree = candidate.tree();
        int frame = stack.caller();
        while (frame > CallTree.ROOT
                && !place.has(candidate.methods().className(tree.method(frame)), tree.line(frame))) {
            frame = tree.parent(frame);
        }
        return frame > CallTree.ROOT;
    }
}
