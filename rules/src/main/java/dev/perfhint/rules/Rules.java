package dev.perfhint.rules;

import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.file.*;
import dev.perfhint.rules.pattern.socket.*;
import dev.perfhint.rules.pattern.system.*;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The catalogue: every rule there is, the more specific ones first. Stacks are offered in this order, so a rule stands
 * before those that would take its stacks for a more general pattern.
 */
public final class Rules {
    private static final List<Rule> BY_SPECIFICITY = List.of(
            // what a known library, a loop or a method does as a whole
            new ConnectionPerRequest(),
            new LockContention(),
            new LogWritePerEvent(),
            new ProcessPerCall(),
            new RandomSeedPerUse(),
            new RoundTripPerCall(),
            new SmallCopyBuffer(),
            new SyncPerRecord(),
            new FileChurn(),
            new FileMetadataStorm(),
            new OpenPerUse(),
            // threads and memory
            new PageFaultChurn(),
            new SleepPolling(),
            new ThreadHandoff(),
            new ThreadPerTask(),
            // single calls
            new UnbufferedPrintStream(),
            new FlushPerRecord(),
            new UnbufferedRandomAccess(),
            new UnbufferedFileRead(),
            new UnbufferedFileWrite(),
            new UnbufferedSocketRead(),
            new UnbufferedSocketWrite(),
            new PartialSocketWrites());

    private static final List<Rule> ALL = BY_SPECIFICITY.stream().sorted(Comparator.comparing(Rule::id)).toList();

    private Rules() {}

    /** Returns all rules, ordered by id. */
    public static List<Rule> all() {
        return ALL;
    }

    /** Returns all rules, each before the more general ones. */
    public static List<Rule> bySpecificity() {
        return BY_SPECIFICITY;
    }

    /** Returns the rule of that id. */
    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }
}
