package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Data forced to the device after every small write: {@code force}, {@code sync}, or a file opened for synchronous
 * writes. Durability is a contract, so the change is only ever shown. A sync after many writes is not flagged.
 */
public final class SyncPerRecord implements Rule {
    private static final double MIN_SYNCS = 0.2;

    @Override
    public String id() {
        return "sync-per-record";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        return isFlushOfSync(stack, surroundings) ? surroundings.heaviest(stack, SyncPerRecord::isSync) : stack;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return isStore(stack) || isFlushOfSync(stack, surroundings)
                || (stack.io().operation() == Operation.SYNC || stack.io().operation().isWrite() && stack.io().synced())
                        && !stack.io().shape().opaque();
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return isStore(stack) ? Optional.of(stack.component()) : Optional.empty();
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.subject().isPresent()) {
            return store(candidate);
        }
        if (Remedies.inherent(candidate.main().component(), candidate.cause()).isPresent()) {
            return Optional.empty();
        }
        Optional<SystemStack> sync = candidate.stacks().stream().filter(SyncPerRecord::isSync).findFirst();
        if (sync.isPresent() && writesMore(candidate)) {
            return Optional.empty();
        }
        String call = PublicNames.simple(candidate.callee(sync.orElse(candidate.main())));
        return Optional.of(new Verdict(
                sync.isPresent() ? call + " forces data to the device for every record"
                        : call + " writes synchronously: every call waits for the device",
                Optional.of(Saving.KEPT), Optional.of(Repair.GROUP_SYNC),
                List.of("waiting is not CPU time: the gain in wall time is larger than the share shown"),
                List.of("sync once per group of records, where durability allows it")));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        boolean ofStore = candidate.subject().isPresent() && (stack.cause() == Cause.FILE_SYNC || stack.io().synced());
        return Remedies.inherent(stack.component(), stack.cause())
                .or(() -> candidate.subject().filter(component -> ofStore).map(component -> Explanation.inherent(
                        Remedies.label(component) + ": rare syncs of much data")));
    }

    private static boolean isSync(SystemStack stack) {
        return stack.io().operation() == Operation.SYNC && !stack.io().shape().opaque();
    }

    // a buffer that is emptied for the sync that the same method asks for, which then costs more
    private static boolean isFlushOfSync(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.FILE_WRITE && stack.io().shape().flushed() && !stack.io().synced()
                && Surroundings.samples(surroundings.sameMethod(stack), SyncPerRecord::isSync) >= stack.samples();
    }

    private static boolean isStore(SystemStack stack) {
        boolean random = stack.io().operation() == Operation.RANDOM_READ
                || stack.io().operation() == Operation.RANDOM_WRITE || stack.io().operation() == Operation.RANDOM_SEEK;
        return stack.component().startsWith("store-") && Remedies.covers(stack.component(), stack.cause())
                && (!random || stack.io().synced());
    }

    // a database: its log, journal and index files together are the cost of a commit
    private static Optional<Verdict> store(Candidate candidate) {
        double syncs = candidate.share(stack -> stack.cause() == Cause.FILE_SYNC || stack.io().synced());
        double files =
                candidate.share(stack -> stack.cause() == Cause.FILE_CREATE || stack.cause() == Cause.FILE_DELETE);
        String component = candidate.main().component();
        if (syncs + files < MIN_SYNCS) {
            return logsEach(candidate) ? Optional.of(Verdict.advised(
                    Remedies.label(component) + " writes each record to its log separately: one system call each",
                    SmallCalls.copiesNote(candidate), Remedies.of(component, candidate.cause()))) : Optional.empty();
        }
        return Optional.of(
                Verdict.advised(Remedies.label(component) + " commits every few rows: each commit syncs its files",
                List.of(String.format(Locale.ROOT, "%.0f %% of it syncs, %.0f %% creates and deletes files",
                        syncs * 100, files * 100),
                        "waiting is not CPU time: the gain in wall time is larger than the share shown"),
                Remedies.of(component, candidate.cause())).asking(Repair.GROUP_SYNC));
    }

    // below a native library no buffer of the JDK stands between a record and the kernel
    private static boolean logsEach(Candidate candidate) {
        return candidate.share(stack -> stack.performer() == Performer.NATIVE
                && stack.cause() == Cause.FILE_WRITE) > 0.5 && !SmallCalls.copiesMuch(candidate);
    }

    // many writes to one sync: the sync's cost is the data's, not its own
    private static boolean writesMore(Candidate candidate) {
        long writes = Surroundings.samples(candidate.surroundings().sameClass(candidate.main()),
                stack -> stack.io().operation().isWrite() && !stack.io().synced()
                        && !isFlushOfSync(stack, candidate.surroundings()));
        return writes >= candidate.samples();
    }
}
