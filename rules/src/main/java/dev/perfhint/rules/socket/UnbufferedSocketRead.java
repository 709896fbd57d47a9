package dev.perfhint.rules.socket;

import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/** A socket read byte by byte or field by field. Waiting for data is not CPU and not counted. */
public final class UnbufferedSocketRead implements Rule {
    @Override
    public String id() {
        return "unbuffered-socket-read";
    }

    @Override
    public String family() {
        return "socket-read";
    }

    @Override
    public String summary() {
        return "small socket reads: one system call per byte or field";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.SOCKET_READ
                && stack.io().shape().isDirect()
                && !stack.io().stream().endsWith("SocketChannel")
                && SocketCalls.isPart(stack.io().size());
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        return SocketCalls.judge(candidate, Repair.BUFFER_SOCKET_INPUT,
                stack -> stack.io().operation() == Operation.SOCKET_WRITE,
                List.of("wrap the stream in a BufferedInputStream; no other code may read the socket "
                                + "afterwards"));
    }
}
