package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.IoCall;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A file stream or writer that is flushed after every record, by the program or by a library that writes its objects,
 * so that a buffer saves nothing; of one without a buffer only the observation shows it. Flushes to
 * sockets are messages and are only flagged where a known event loop writes far more often than it reads; a flush that
 * follows much data is not.
 */
public final class FlushPerRecord implements Rule {
    // servers that answer each request once: 1 to 18 (measured on twelve); the kernel delivers what is written on
    // loopback
    private static final int WRITES_TO_READ = 25;
    private static final double MAX_MESSAGE_COPY = 0.15;
    private static final double MIN_MESSAGES_CPU = 0.05;

    @Override
    public String id() {
        return "flush-per-record";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        IoCall.Shape shape = stack.io().shape();
        return isEventLoop(stack) || isFlushedUnbuffered(stack)
                || stack.io().operation() == Operation.FILE_WRITE && shape.buffered() && shape.flushed()
                && !shape.closed() && !shape.printed() && !shape.bulk() && !shape.opaque() && !stack.io().synced();
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return isEventLoop(stack) ? Optional.of(stack.component()) : Optional.empty();
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.subject().isPresent()) {
            return messages(candidate);
        }
        if (isFlushedUnbuffered(candidate.main())) {
            return candidate.seen(CallsLeft::unflushed).filter(seen -> !SmallCalls.isSyncedAnyway(candidate))
                    .flatMap(seen -> SmallCalls.observed(candidate, seen, "a buffer without the flushes makes",
                            Optional.empty(), List.of("wrap the stream in a BufferedOutputStream where it is created, "
                                    + "and flush when a batch or the file is complete, not after each record")));
        }
        boolean auto = candidate.main().io().shape().auto();
        String help = auto ? "create the PrintWriter without autoflush and flush when the output is complete"
                : "flush when a batch or the file is complete, not after each record";
        Optional<SeenStreams> seen = candidate.seen(CallsLeft::unflushed);
        if (seen.filter(FlushPerRecord::isAskedFor).isPresent()) {
            return Optional.empty();
        }
        if (seen.isPresent() && !SmallCalls.isSyncedAnyway(candidate)) {
            Optional<String> library = serializer(candidate);
            return SmallCalls.observed(candidate, seen.get(), "without the flushes a buffer makes",
                    Optional.of(Repair.DROP_FLUSH).filter(repair -> library.isEmpty()),
                    library.isEmpty() ? List.of(help) : List.of()).map(verdict -> library.isEmpty() ? verdict
                    : verdict.advising(serialized(candidate, library.get(), List.of()).advice()));
        }
        double bytes = candidate.bytesPerCall().orElse(0);
        if (SmallCalls.isSyncedAnyway(candidate) || SmallCalls.copiesMuch(candidate)
                || bytes >= Saving.SMALL_BYTES || buffersFill(candidate)) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>(SmallCalls.copiesNote(candidate));
        candidate.bytesPerCall().ifPresent(size -> notes.add(SmallCalls.plural(size) + " per flush"));
        notes.add("the profile does not show whether a reader depends on each flush");
        Optional<String> serializer = serializer(candidate);
        if (serializer.isPresent()) {
            return Optional.of(serialized(candidate, serializer.get(), notes));
        }
        String flush = PublicNames.simple(candidate.callee());
        String message = auto ? flush + " flushes after every line: the PrintWriter has autoflush"
                : flush + " flushes the buffer for every record: one system call each";
        return Optional.of(new Verdict(message, Optional.of(Saving.byBuffer(candidate)), Optional.of(Repair.DROP_FLUSH),
                notes, List.of(help)));
    }

    /** Returns whether other code asks for the file after each flush or two: it needs what the flush writes. */
    private static boolean isAskedFor(SeenStreams seen) {
        long others = seen.life().others().values().stream().mapToLong(Long::longValue).sum();
        return others > 0 && 2 * others >= seen.life().operation("flush").calls();
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        if (candidate.seen(CallsLeft::unflushed).filter(FlushPerRecord::isAskedFor).isPresent()) {
            return Optional.of(Explanation.unknown("observed: other code asks for the file after each flush"));
        }
        if (candidate.subject().isEmpty() && SmallCalls.isSyncedAnyway(candidate)) {
            return Optional.of(Explanation.inherent("the buffer is flushed for the sync in the same method"));
        }
        // one send for each answer, or two: the samples are alike
        return candidate.subject().map(Remedies::label).map(loop -> receives(stack)
                ? Explanation.inherent("messages received through " + loop)
                : Explanation.unknown("messages sent through " + loop + ": the samples do not show whether an answer "
                        + "takes several calls"));
    }

    /** Returns the library's method that the application calls with an object, where that one flushes by itself. */
    private static Optional<String> serializer(Candidate candidate) {
        SystemStack main = candidate.main();
        if (main.application() < 0 || main.application() == main.caller()) {
            return Optional.empty();
        }
        int called = main.caller();
        while (candidate.tree().parent(called) != main.application()) {
            called = candidate.tree().parent(called);
        }
        String name = PublicNames.simple(candidate.methods().name(candidate.tree().method(called)));
        return Optional.of(name).filter(each -> !each.endsWith(".flush") && !each.endsWith(".close"));
    }

    private static Verdict serialized(Candidate candidate, String call, List<String> notes) {
        Range saving = Saving.byBuffer(candidate);
        List<Advice> known = Remedies.of(candidate.main().component(), Cause.FILE_WRITE).stream()
                .map(one -> one.saving().isPresent() ? one.saving(saving) : one).toList();
        return Verdict.advised(call + " flushes the buffer after every object: one system call each", notes,
                known.isEmpty() ? List.of(Advice.design("let the library flush at the end of the output only")
                        .saving(saving)) : known);
    }

    /** Returns whether a flush was seen after each write, which a buffer alone would hand on. */
    static boolean isFlushedUnbuffered(SystemStack stack) {
        return stack.io().operation() == Operation.FILE_WRITE && !stack.io().shape().buffered()
                && !stack.io().shape().blockFlushed() && !stack.io().synced()
                && stack.io().seen().filter(SeenCalls::gainsWithoutFlushes).isPresent();
    }

    private static boolean isEventLoop(SystemStack stack) {
        return stack.component().startsWith("loop-") && (stack.cause() == Cause.SOCKET_WRITE || receives(stack))
                && !stack.io().shape().bulk();
    }

    private static boolean receives(SystemStack stack) {
        return stack.cause() == Cause.SOCKET_READ;
    }

    // one read brings many messages, and each answer is written by itself
    private static Optional<Verdict> messages(Candidate candidate) {
        double reads = candidate.share(FlushPerRecord::receives);
        boolean large = candidate.copyShare().orElse(1) > MAX_MESSAGE_COPY;
        if (candidate.cpuShare() < MIN_MESSAGES_CPU || reads * WRITES_TO_READ >= 1 || large) {
            return Optional.empty();
        }
        String loop = candidate.main().component();
        return Optional.of(Verdict.advised(
                "each message is flushed separately: " + Remedies.label(loop) + " writes far more often than it reads",
                List.of(String.format(Locale.ROOT, "%.0f %% of it writes, %.1f %% reads: one read brings many messages",
                                (1 - reads) * 100, reads * 100), "a message that the peer waits for must be flushed"),
                Remedies.of(loop, Cause.SOCKET_WRITE)));
    }

    // a buffer that overflows about as often as it is flushed is flushed after much data
    private static boolean buffersFill(Candidate candidate) {
        long overflows = Surroundings.samples(candidate.surroundings().sameMethod(candidate.main()),
                stack -> stack.io().operation() == Operation.FILE_WRITE && !stack.io().shape().flushed()
                        && !stack.io().shape().closed()
                        && (stack.io().shape().buffered() || stack.callerOwner() == Owner.LIBRARY));
        return overflows * 2 >= candidate.samples();
    }
}
