package dev.perfhint.rules.pattern;

import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/**
 * What a rule says of a group of stacks.
 *
 * @param message the fact, lower case
 * @param saving part of the group's system CPU that the repair or the best advice saves, 0..1; from 0 on where only a
 *     ceiling is known; empty if nothing is claimed
 * @param repair the fix to ask for; empty if there is none
 * @param notes evidence and doubts
 * @param help what to do with the code
 * @param advice what to do otherwise, best first
 * @param settledBy what settles it where it is a mere sign, of low confidence
 * @param seen what was observed of the calls; empty where the program was not observed
 */
public record Verdict(String message, Optional<Range> saving, Optional<Repair> repair, List<String> notes,
        List<String> help, List<Advice> advice, Optional<String> settledBy, Optional<SeenStreams> seen) {
    public Verdict {
        notes = List.copyOf(notes);
        help = List.copyOf(help);
        advice = List.copyOf(advice);
    }

    /** A pattern that an edit removes. */
    public Verdict(String message, Optional<Range> saving, Optional<Repair> repair, List<String> notes,
            List<String> help) {
        this(message, saving, repair, notes, help, List.of(), Optional.empty(), Optional.empty());
    }

    /** A pattern that no edit removes: the best advice's saving is the pattern's. */
    public static Verdict advised(String message, List<String> notes, List<Advice> advice) {
        Optional<Range> best = advice.stream().flatMap(one -> one.saving().stream())
                .max((a, b) -> Double.compare(a.low(), b.low()));
        return new Verdict(message, best.or(() -> Optional.of(Saving.AT_MOST)), Optional.empty(), notes, List.of(),
                advice, Optional.empty(), Optional.empty());
    }

    /** Returns the same verdict with a repair that is asked for beside the advice. */
    public Verdict asking(Repair wanted) {
        return new Verdict(message, saving, Optional.of(wanted), notes, help, advice, settledBy, seen);
    }

    /** Returns the same verdict as a mere sign, of low confidence, which something else settles. */
    public Verdict asSupposed(String settles) {
        return new Verdict(message, saving, repair, notes, help, advice, Optional.of(settles), seen);
    }

    /** Returns the same verdict, with what was observed. */
    public Verdict seeing(SeenStreams observed) {
        return new Verdict(message, saving, repair, notes, help, advice, settledBy, Optional.of(observed));
    }

    /** Returns the same verdict with advice beside the repair. */
    public Verdict advising(List<Advice> given) {
        return new Verdict(message, saving, repair, notes, help, given, settledBy, seen);
    }

    /** Returns whether a setting alone removes the pattern. */
    public boolean isConfiguration() {
        return advice.stream().anyMatch(one -> one.kind().isConfiguration());
    }
}
