package dev.perfhint.rules.flush;

import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Owner;
import dev.perfhint.rules.Range;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Saving;
import dev.perfhint.rules.SmallCalls;
import dev.perfhint.rules.Verdict;
import dev.perfhint.rules.stack.IoCall;
import dev.perfhint.rules.stack.Loggers;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A buffered file stream or writer that is flushed after every record, so that the buffer saves nothing. Flushes to
 * sockets are messages and are not flagged; nor is a flush that follows much data.
 */
public final class FlushPerRecord implements Rule {
    @Override
    public String id() {
        return "flush-per-record";
    }

    @Override
    public String family() {
        return "flush";
    }

    @Override
    public String summary() {
        return "a buffered file stream flushed after every record: a system call per record";
    }

    @Override
    public String needs() {
        return "system-CPU evidence";
    }

    @Override
    public List<String> outranks() {
        return List.of("unbuffered-file-write");
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        IoCall.Shape shape = stack.io().shape();
        return stack.io().operation() == Operation.FILE_WRITE && shape.buffered() && shape.flushed()
                && !shape.closed() && !shape.printed() && !shape.bulk() && !shape.opaque() && !stack.io().synced();
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        double bytes = candidate.bytesPerCall().orElse(0);
        if (SmallCalls.copiesMuch(candidate) || bytes >= Saving.SMALL_BYTES || buffersFill(candidate)) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>(SmallCalls.copiesNote(candidate));
        candidate.bytesPerCall().ifPresent(size -> notes.add(SmallCalls.plural(size) + " per flush"));
        boolean auto = candidate.main().io().shape().auto();
        notes.add("whether somebody waits for each record cannot be seen in the profile");
        String flush = PublicNames.simple(candidate.callee());
        String message = auto ? flush + " flushes after every line: the PrintWriter has autoflush"
                : flush + " empties the buffer for every record: one system call each";
        Range saving = new Range(0.5, Math.max(0.5, Saving.drop(bytes, Saving.BUFFER_BYTES)));
        Optional<String> logger = logger(candidate);
        if (logger.isPresent()) {
            return Optional.of(new Verdict(
                    message, Optional.of(saving), Optional.of(Repair.BUFFER_LOG_APPENDER), notes, List.of(logger.get())));
        }
        return Optional.of(new Verdict(message, Optional.of(saving), Optional.of(Repair.DROP_FLUSH), notes,
                List.of(auto ? "create the PrintWriter without autoflush and flush when the output is complete"
                        : "flush when a batch or the file is complete, not after each record")));
    }

    private static Optional<String> logger(Candidate candidate) {
        int caller = candidate.tree().method(candidate.main().caller());
        return Loggers.help(candidate.callee()).or(() -> Loggers.help(candidate.methods().className(caller)));
    }

    // a buffer that overflows about as often as it is flushed is flushed after much data
    private static boolean buffersFill(Candidate candidate) {
        long overflows = Surroundings.samples(candidate.surroundings().sameMethod(candidate.main()),
                stack -> stack.io().operation() == Operation.FILE_WRITE && !stack.io().shape().flushed() && !stack.io().shape().closed()
                        && (stack.io().shape().buffered() || stack.callerOwner() == Owner.LIBRARY));
        return overflows * 2 >= candidate.samples();
    }
}
