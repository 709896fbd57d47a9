package dev.perfhint.rules.analysis;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.stack.IoCall;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.SocketLines;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.Optional;

/**
 * Says of socket calls that no rule claims whether the recording shows them to be whole messages: by their size, by a
 * buffer on the stack, or by reads and writes of the same threads that balance. Else the verdict is unknown.
 */
final class SocketExplanations {
    private static final int LARGE_BYTES = 4096;
    private static final double LARGE_COPY_SHARE = 0.22;
    // request loops with one write for each read: 0.6 to 1.2 samples of writes for one of reads, with three: 1.6
    private static final double MAX_RATIO = 2;

    private SocketExplanations() {}

    static Explanation of(SystemStack stack, Surroundings surroundings) {
        boolean write = stack.cause() == Cause.SOCKET_WRITE;
        String what = "messages " + (write ? "sent" : "received") + ": ";
        IoCall io = stack.io();
        if (io.size().isEvidence() && io.size().bytes() >= LARGE_BYTES) {
            return Explanation.inherent(what + SmallCalls.plural(Math.rint(io.size().bytes())) + " per call");
        }
        double copies = (double) io.copySamples() / Math.max(1, stack.kernelSamples());
        if (stack.kernelSamples() >= SystemStack.MIN_KERNEL_SAMPLES && copies >= LARGE_COPY_SHARE) {
            return Explanation.inherent(what + "large ones, " + Decimals.percent(copies, 0)
                    + " of the kernel samples copy data or allocate pages");
        }
        if (io.shape().buffered() && !io.shape().flushed() || io.shape().bulk()) {
            return Explanation.inherent(what + "through a buffer, one call for each full one");
        }
        if (io.operation() == Operation.POSITION) {
            return Explanation.inherent("available() is called before reads");
        }
        SocketLines sockets = surroundings.sockets();
        Optional<Double> ratio = sockets.balance(stack).map(SocketLines.Balance::writesToReads);
        boolean several = write && sockets.isFromSeveralLines(stack);
        if (!several && ratio.filter(balance -> write ? balance <= MAX_RATIO : balance * MAX_RATIO >= 1).isPresent()) {
            return Explanation.inherent(what + "the same code reads and writes in turn, "
                    + Decimals.of(ratio.get(), 1) + " samples of writes for one of reads");
        }
        if (!several && ratio.isPresent() && sockets.isVirtual(stack)) {
            return Explanation.inherent(what + "the same virtual threads read and write in turn");
        }
        return Explanation.unknown(what + "the samples do not show whether one message takes several calls; record "
                + (write ? "jdk.SocketWrite" : "jdk.SocketRead") + " with threshold 0");
    }
}
