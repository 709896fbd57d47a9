package dev.perfhint.rules.pattern.file;

import dev.perfhint.rules.pattern.Candidate;
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
import java.util.Optional;

/**
 * A {@code PrintStream} that hands every print on to the kernel: one on a file without a buffer, one with autoflush,
 * and {@code System.out} in a hot loop. {@code printf} makes a call for each part of its format.
 */
public final class UnbufferedPrintStream implements Rule {
    private static final double TEXT_BYTES = 512;

    @Override
    public String id() {
        return "unbuffered-print-stream";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        IoCall.Shape shape = stack.io().shape();
        if (stack.io().operation() != Operation.FILE_WRITE || !shape.printed() || shape.closed() || shape.bulk()
                || shape.opaque() || FlushPerRecord.isFlushedUnbuffered(stack)) {
            return false;
        }
        boolean reachesKernel = !shape.block() || shape.blockFlushed();
        return reachesKernel && (shape.text() || SmallCalls.isSmall(stack.io().size()));
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (SmallCalls.copiesMuch(candidate) || candidate.bytesPerCall().orElse(0) >= TEXT_BYTES * 8) {
            return Optional.empty();
        }
        String print = PublicNames.simple(candidate.callee());
        boolean flushes = candidate.main().io().shape().blockFlushed();
        boolean console = candidate.share(stack -> stack.io().shape().console()) > 0.5;
        List<String> notes = new ArrayList<>(SmallCalls.copiesNote(candidate));
        boolean guess = !candidate.main().io().shape().text() && candidate.bytesPerCall().isEmpty();
        if (!flushes) {
            return Optional.of(new Verdict(
                    print + " on a PrintStream without a buffer costs at least one system call per print",
                    guess ? Optional.empty() : Optional.of(Saving.byBuffer(candidate)),
                    Optional.of(Repair.BUFFER_PRINT_STREAM), notes,
                    List.of("put a BufferedOutputStream between the PrintStream and the file")));
        }
        notes.add(console
                ? "System.out and System.err flush after every print"
                : "the stream flushes after every print: System.out, or a PrintStream with autoflush");
        return Optional.of(new Verdict(
                print + " flushes on every print: one system call each",
                Optional.of(Saving.byBuffer(candidate)), Optional.of(Repair.BATCH_STANDARD_OUTPUT), notes,
                List.of("print through a PrintWriter on a BufferedWriter and flush it when the output is complete")));
    }
}
