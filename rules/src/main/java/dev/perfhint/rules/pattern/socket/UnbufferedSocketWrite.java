package dev.perfhint.rules.pattern.socket;

import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/**
 * Messages written to a socket byte by byte or field by field. Whole messages of unknown size, one write each, are not
 * flagged: a buffer would save nothing.
 */
public final class UnbufferedSocketWrite implements Rule {
    @Override
    public String id() {
        return "unbuffered-socket-write";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.SOCKET_WRITE
                && stack.io().shape().isDirect()
                && !stack.io().stream().endsWith("SocketChannel") && SocketCalls.isPart(stack.io().size());
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        return SocketCalls.judge(candidate, Repair.BUFFER_SOCKET_OUTPUT,
                List.of("wrap the stream in a BufferedOutputStream and flush() at the end of each message"));
    }
}
