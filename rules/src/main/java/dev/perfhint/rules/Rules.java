package dev.perfhint.rules;

import dev.perfhint.rules.churn.FileChurn;
import dev.perfhint.rules.churn.OpenPerUse;
import dev.perfhint.rules.copy.SmallCopyBuffer;
import dev.perfhint.rules.fileread.UnbufferedFileRead;
import dev.perfhint.rules.filewrite.UnbufferedFileWrite;
import dev.perfhint.rules.flush.FlushPerRecord;
import dev.perfhint.rules.lock.LockContention;
import dev.perfhint.rules.logging.LogWritePerEvent;
import dev.perfhint.rules.memory.PageFaultChurn;
import dev.perfhint.rules.metadata.FileMetadataStorm;
import dev.perfhint.rules.polling.SleepPolling;
import dev.perfhint.rules.print.UnbufferedPrintStream;
import dev.perfhint.rules.process.ProcessPerCall;
import dev.perfhint.rules.random.SeedPerUse;
import dev.perfhint.rules.random.UnbufferedRandomAccess;
import dev.perfhint.rules.roundtrip.ConnectionPerRequest;
import dev.perfhint.rules.roundtrip.RoundTripPerCall;
import dev.perfhint.rules.scheduler.ThreadHandoff;
import dev.perfhint.rules.scheduler.ThreadPerTask;
import dev.perfhint.rules.socket.PartialSocketWrites;
import dev.perfhint.rules.socket.UnbufferedSocketRead;
import dev.perfhint.rules.socket.UnbufferedSocketWrite;
import dev.perfhint.rules.sync.SyncPerRecord;
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
