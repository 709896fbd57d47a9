package dev.perfhint.rules;

import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.file.FileChurn;
import dev.perfhint.rules.pattern.file.FileMetadataStorm;
import dev.perfhint.rules.pattern.file.FlushPerRecord;
import dev.perfhint.rules.pattern.file.LogWritePerEvent;
import dev.perfhint.rules.pattern.file.OpenPerUse;
import dev.perfhint.rules.pattern.file.SmallCopyBuffer;
import dev.perfhint.rules.pattern.file.SyncPerRecord;
import dev.perfhint.rules.pattern.file.UnbufferedFileRead;
import dev.perfhint.rules.pattern.file.UnbufferedFileWrite;
import dev.perfhint.rules.pattern.file.UnbufferedPrintStream;
import dev.perfhint.rules.pattern.file.UnbufferedRandomAccess;
import dev.perfhint.rules.pattern.socket.ConnectionPerRequest;
import dev.perfhint.rules.pattern.socket.PartialSocketWrites;
import dev.perfhint.rules.pattern.socket.RoundTripPerCall;
import dev.perfhint.rules.pattern.socket.UnbufferedSocketRead;
import dev.perfhint.rules.pattern.socket.UnbufferedSocketWrite;
import dev.perfhint.rules.pattern.system.LockContention;
import dev.perfhint.rules.pattern.system.PageFaultChurn;
import dev.perfhint.rules.pattern.system.ProcessPerCall;
import dev.perfhint.rules.pattern.system.SeedPerUse;
import dev.perfhint.rules.pattern.system.SleepPolling;
import dev.perfhint.rules.pattern.system.ThreadHandoff;
import dev.perfhint.rules.pattern.system.ThreadPerTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalogue: every rule there is, and the order in which they may claim a stack. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new ConnectionPerRequest(),
            new FileChurn(),
            new FileMetadataStorm(),
            new FlushPerRecord(),
            new LockContention(),
            new LogWritePerEvent(),
            new OpenPerUse(),
            new PageFaultChurn(),
            new PartialSocketWrites(),
            new ProcessPerCall(),
            new SeedPerUse(),
            new RoundTripPerCall(),
            new SleepPolling(),
            new SmallCopyBuffer(),
            new SyncPerRecord(),
            new ThreadHandoff(),
            new ThreadPerTask(),
            new UnbufferedFileRead(),
            new UnbufferedFileWrite(),
            new UnbufferedPrintStream(),
            new UnbufferedRandomAccess(),
            new UnbufferedSocketRead(),
            new UnbufferedSocketWrite());

    private static final List<Rule> BY_SPECIFICITY = ordered();

    private Rules() {}

    /** Returns all rules, ordered by id. */
    public static List<Rule> all() {
        return ALL;
    }

    /** Returns all rules, each before those that it outranks. */
    public static List<Rule> bySpecificity() {
        return BY_SPECIFICITY;
    }

    /** Returns the rule of that id. */
    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    private static List<Rule> ordered() {
        List<Rule> left = new ArrayList<>(ALL);
        List<Rule> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Rule next = left.get(first(left));
            left.remove(next);
            ordered.add(next);
        }
        return List.copyOf(ordered);
    }

    private static int first(List<Rule> left) {
        for (int i = 0; i < left.size(); i++) {
            boolean outranked = false;
            for (Rule other : left) {
                outranked |= other.outranks().contains(left.get(i).id());
            }
            if (!outranked) {
                return i;
            }
        }
        throw new IllegalStateException("rules outrank each other in a circle");
    }
}
