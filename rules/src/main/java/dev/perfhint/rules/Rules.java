package dev.perfhint.rules;

import dev.perfhint.rules.copy.SmallCopyBuffer;
import dev.perfhint.rules.fileread.UnbufferedFileRead;
import dev.perfhint.rules.filewrite.UnbufferedFileWrite;
import dev.perfhint.rules.flush.FlushPerRecord;
import dev.perfhint.rules.metadata.FileMetadataStorm;
import dev.perfhint.rules.print.UnbufferedPrintStream;
import dev.perfhint.rules.random.UnbufferedRandomAccess;
import dev.perfhint.rules.socket.UnbufferedSocketRead;
import dev.perfhint.rules.socket.UnbufferedSocketWrite;
import dev.perfhint.rules.sync.SyncPerRecord;
import java.util.List;
import java.util.Optional;

/** The catalogue: every rule there is, and the order in which they may claim a stack. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new FileMetadataStorm(),
            new FlushPerRecord(),
            new SmallCopyBuffer(),
            new SyncPerRecord(),
            new UnbufferedFileRead(),
            new UnbufferedFileWrite(),
            new UnbufferedPrintStream(),
            new UnbufferedRandomAccess(),
            new UnbufferedSocketRead(),
            new UnbufferedSocketWrite());

    // most specific first: a loop, a sync or a flush says more of a stack than the size of its calls
    private static final List<String> SPECIFICITY = List.of(
            "sync-per-record",
            "small-copy-buffer",
            "unbuffered-print-stream",
            "flush-per-record",
            "unbuffered-random-access",
            "unbuffered-socket-write",
            "unbuffered-socket-read",
            "unbuffered-file-write",
            "unbuffered-file-read",
            "file-metadata-storm");

    private Rules() {}

    /** Returns all rules, ordered by id. */
    public static List<Rule> all() {
        return ALL;
    }

    /** Returns all rules, those that say most of a stack first. */
    public static List<Rule> bySpecificity() {
        return SPECIFICITY.stream().map(id -> find(id).orElseThrow()).toList();
    }

    /** Returns the rule of that id. */
    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }
}
