package dev.perfhint.rules.pattern.file;

import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A hand-written loop that reads into and writes from a small array. Needs evidence of the array's size: file events, a
 * constant in the source, or what was observed.
 */
public final class SmallCopyBuffer implements Rule {
    private static final int LARGE_BUFFER = 65_536;
    private static final double MIN_EACH_SIDE = 0.1;
    private static final List<String> HELP =
            List.of("use InputStream.transferTo, Files.copy, or an array of 64 KiB");

    @Override
    public String id() {
        return "small-copy-buffer";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        if (!isBlock(stack)) {
            return false;
        }
        List<SystemStack> around = surroundings.sameMethod(stack);
        long reads = Surroundings.samples(around, isBlockThat(stack, true));
        long writes = Surroundings.samples(around, isBlockThat(stack, false));
        // a socket on both sides is rather a request and its response
        boolean file = around.stream().anyMatch(other -> isBlock(other) && isFile(other));
        return file && Math.min(reads, writes) >= MIN_EACH_SIDE * (reads + writes) && Math.min(reads, writes) > 0
                && around.stream().anyMatch(other -> isBlock(other) && !other.io().size().isUnknown()
                        && other.io().size().bytes() < largeBytes());
    }

    // 64 KiB in place of 4 saves 49 % of system CPU; of 8 nothing was measured
    @Override
    public int largeBytes() {
        return Saving.BUFFER_BYTES;
    }

    @Override
    public SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        return surroundings.heaviest(stack, SmallCopyBuffer::isBlock);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        Optional<SeenStreams> seen = candidate.seen((life, operation) ->
                CallsLeft.blocks(life, operation, LARGE_BUFFER));
        if (seen.isPresent()) {
            return SmallCalls.observed(candidate, seen.get(), "an array of 64 KiB makes",
                    Optional.of(Repair.ENLARGE_COPY), HELP);
        }
        double bytes = candidate.bytesPerCall().orElse(0);
        if (bytes == 0 && SmallCalls.copiesMuch(candidate)) {
            return Optional.empty();
        }
        String size = bytes > 0 ? "with " + SmallCalls.plural(Math.rint(bytes)) + " at a time" : "in small blocks";
        Optional<Range> saving = bytes > 0
                ? Optional.of(Saving.byBlocks(bytes, LARGE_BUFFER, candidate.copyShare())) : Optional.empty();
        return Optional.of(new Verdict(
                "copy loop " + size + ": a read and a write system call for each block",
                saving, Optional.of(Repair.ENLARGE_COPY), SmallCalls.sizeNotes(candidate),
                HELP));
    }

    private static Predicate<SystemStack> isBlockThat(SystemStack like, boolean reads) {
        return other -> isBlock(other) && other.io().operation().isRead() == reads;
    }

    private static boolean isFile(SystemStack stack) {
        return stack.io().operation() == Operation.FILE_READ || stack.io().operation() == Operation.FILE_WRITE;
    }

    // arrays that the loop itself hands to the stream
    private static boolean isBlock(SystemStack stack) {
        boolean stream = switch (stack.io().operation()) {
            case FILE_READ, FILE_WRITE, SOCKET_READ, SOCKET_WRITE -> true;
            default -> false;
        };
        return stream && !stack.io().stream().endsWith("SocketChannel") && stack.io().shape().isDirect()
                && !stack.io().shape().flushed() && !stack.io().synced()
                && stack.caller() == stack.site() && switch (stack.io().size().known()) {
                    case NOT, TEXT, OBSERVED, EVENTS, SOURCE -> true;
                    default -> false;
                };
    }
}
