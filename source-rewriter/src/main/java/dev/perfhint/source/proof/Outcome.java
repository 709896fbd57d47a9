package dev.perfhint.source.proof;

import dev.perfhint.source.Applicability;
import java.util.List;
import java.util.Set;

/**
 * What could be proven about a wrap and what not.
 *
 * @param reasons why it is not safe, one line each, by line of the source; empty if safe
 * @param proven the guards that hold, one line each
 * @param guards that were looked at
 * @param doubted those with a doubt
 * @param inspected every use of the stream's variables with its meaning
 * @param flushes statements that the fix must add
 */
public record Outcome(
        Applicability applicability,
        List<String> reasons,
        List<String> proven,
        Set<OwnGuard> guards,
        Set<OwnGuard> doubted,
        List<String> inspected,
        List<FlushPoint> flushes) {
    public Outcome {
        reasons = List.copyOf(reasons);
        proven = List.copyOf(proven);
        guards = Set.copyOf(guards);
        doubted = Set.copyOf(doubted);
        inspected = List.copyOf(inspected);
        flushes = List.copyOf(flushes);
    }
}
