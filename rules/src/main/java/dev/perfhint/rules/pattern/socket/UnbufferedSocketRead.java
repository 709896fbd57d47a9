package dev.perfhint.rules.pattern.socket;

import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/**
 * A socket read byte by byte or field by field, or a message that was seen being read in parts. Waiting for data is not
 * CPU and not counted.
 */
public final class UnbufferedSocketRead implements Rule {
    private static final List<String> HELP = List.of(
            "wrap the stream in a BufferedInputStream; no other code may read the socket afterwards");

    @Override
    public String id() {
        return "unbuffered-socket-read";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.SOCKET_READ
                && stack.io().shape().isDirect()
                && (stack.io().gains() || !isChannel(stack) && SocketCalls.isPart(stack.io().size()));
    }

    // all lines of one method that read a message are one finding
    @Override
    public SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        return stack.io().seen().isEmpty() ? stack : SocketCalls.anchor(stack, surroundings);
    }

    private static boolean isChannel(SystemStack stack) {
        return stack.io().stream().endsWith("SocketChannel");
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        Optional<SeenStreams> seen = candidate.seen();
        if (seen.isPresent()) {
            Optional<Verdict> verdict = SmallCalls.observed(candidate, seen.get(), "a buffer makes",
                    Optional.of(Repair.BUFFER_SOCKET_INPUT).filter(repair -> !isChannel(candidate.main())), HELP);
            return !isChannel(candidate.main()) ? verdict
                    : verdict.map(each -> each.advising(blocks(each.saving().orElseThrow())));
        }
        return SocketCalls.judge(candidate, Repair.BUFFER_SOCKET_INPUT, HELP);
    }

    private static List<Advice> blocks(Range saving) {
        return List.of(Advice.design("read into one large ByteBuffer per connection and take header and body from it",
                "buffer.compact(); channel.read(buffer); buffer.flip();", saving));
    }
}
