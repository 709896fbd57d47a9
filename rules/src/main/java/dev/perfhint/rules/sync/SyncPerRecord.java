package dev.perfhint.rules.sync;

import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Range;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/**
 * Data forced to the device after every small write: {@code force}, {@code sync}, or a file opened for synchronous writes.
 * Durability is a contract, so the change is only ever shown. A sync after many writes is not flagged.
 */
public final class SyncPerRecord implements Rule {
    @Override
    public String id() {
        return "sync-per-record";
    }

    @Override
    public String family() {
        return "sync";
    }

    @Override
    public String summary() {
        return "data forced to the device after every small write";
    }

    @Override
    public String needs() {
        return "system-CPU evidence; most of the cost is waiting, which CPU samples do not show";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public List<String> outranks() {
        return List.of("unbuffered-file-write", "unbuffered-random-access");
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return (stack.io().operation() == Operation.SYNC || stack.io().operation().isWrite() && stack.io().synced()) && !stack.io().shape().opaque();
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        boolean bySync = candidate.main().io().operation() == Operation.SYNC;
        if (bySync && writesMore(candidate)) {
            return Optional.empty();
        }
        String call = PublicNames.simple(candidate.callee());
        return Optional.of(new Verdict(
                bySync ? call + " forces the data to the device for every record"
                        : call + " writes synchronously: every call waits for the device",
                Optional.of(new Range(0.5, 0.99)), Optional.of(Repair.GROUP_SYNC),
                List.of("the waiting itself is not CPU: the gain in time is larger than the share shown"),
                List.of("sync once for a group of records; whether that is allowed is a decision on durability")));
    }

    // many writes to one sync: the sync's cost is the data's, not its own
    private static boolean writesMore(Candidate candidate) {
        long writes = Surroundings.samples(candidate.surroundings().sameClass(candidate.main()),
                stack -> stack.io().operation().isWrite() && !stack.io().synced());
        return writes >= candidate.samples();
    }
}
