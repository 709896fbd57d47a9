package dev.perfhint.rules.pattern.socket;

import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenStreams;
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
import java.util.List;
import java.util.Optional;

/**
 * A message that several calls write to a socket. What was observed says how many; else several lines of a method that
 * write are a sign of low confidence.
 */
public final class PartialSocketWrites implements Rule {
    @Override
    public String id() {
        return "partial-socket-writes";
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.SOCKET_WRITE && !SocketCalls.isLarge(stack.io().size())
                && (stack.io().seen().isPresent() ? stack.io().gains() : isCall(stack));
    }

    private static boolean isCall(SystemStack stack) {
        IoCall.Shape shape = stack.io().shape();
        return stack.io().operation() == Operation.SOCKET_WRITE && !SocketCalls.isPart(stack.io().size())
                && (shape.isDirect() || shape.flushed()) && !shape.closed() && !shape.bulk() && !shape.opaque();
    }

    // all lines of one method are one finding
    @Override
    public SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        return SocketCalls.anchor(stack, surroundings);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        Optional<SeenStreams> seen = candidate.seen();
        if (seen.isPresent()) {
            Optional<Repair> repair = isChannel(candidate.main()) ? Optional.empty()
                    : Optional.of(Repair.BUFFER_SOCKET_OUTPUT);
            return SmallCalls.observed(candidate, seen.get(), "a buffer makes", repair, List.of())
                    .map(verdict -> verdict.advising(advice(candidate.main(), verdict.saving().orElseThrow())));
        }
        SystemStack main = candidate.main();
        long lines = candidate.surroundings().sameMethod(main).stream().filter(PartialSocketWrites::isCall)
                .map(stack -> candidate.tree().line(stack.site())).filter(line -> line > 0).distinct().count();
        return lines < 2 || SmallCalls.copiesMuch(candidate) ? Optional.empty() : Optional.of(Verdict.advised(
                "socket writes from " + lines + " lines of " + PublicNames.simple(candidate.methods()
                        .name(candidate.tree().method(main.site()))) + ": parts of one message, or one of several",
                List.of(), advice(main, Saving.AT_MOST)).asSupposed(SmallCalls.OBSERVE));
    }

    private static List<Advice> advice(SystemStack main, Range saving) {
        Advice once = isChannel(main)
                ? Advice.design("write header and body in one call",
                        "channel.write(new ByteBuffer[] {header, body})", saving)
                : Advice.design("collect each message in one buffer, flush once at its end",
                        main.io().shape().auto() ? "new PrintWriter(new BufferedWriter(...), false) and one flush()"
                                : "new BufferedOutputStream(socket.getOutputStream()) and one flush()", saving);
        return List.of(once, Advice.design(
                "setTcpNoDelay(true) avoids the 40 ms stalls but saves no system call; each small write "
                        + "becomes a packet"));
    }

    private static boolean isChannel(SystemStack stack) {
        return stack.io().stream().endsWith("SocketChannel");
    }
}
