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
import dev.perfhint.rules.stack.SocketLines;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A message that several calls write to a socket: from different lines of one method or of its caller without a read
 * between, or flushed line by line, so that the threads write far more often than they read. Samples do not count the
 * writes of a message: a finding is never high.
 */
public final class PartialSocketWrites implements Rule {
    // one write for each read: 0.6 to 1.2, twenty: 6 (measured on loopback request loops)
    private static final double MIN_WRITES_TO_READ = 4;
    private static final double MAX_MESSAGE_COPY = 0.22;

    @Override
    public String id() {
        return "partial-socket-writes";
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.io().operation() == Operation.SOCKET_WRITE && !SocketCalls.isLarge(stack.io().size())
                && (stack.io().seen().isPresent() ? stack.io().gains() : surroundings.sockets().run(stack).isPresent()
                        || flushesLines(stack, surroundings));
    }

    @Override
    public boolean needsSizes() {
        return false;
    }

    // all lines of one method are one finding
    @Override
    public SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        Optional<SocketLines.Run> run = surroundings.sockets().run(stack);
        return run.isEmpty() ? stack : surroundings.all().stream()
                .filter(other -> surroundings.sockets().run(other).equals(run))
                .min(SystemStack::heaviestFirst).orElse(stack);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        Optional<SeenStreams> seen = candidate.seen();
        if (seen.isPresent()) {
            return SmallCalls.observed(candidate, seen.get(), "a buffer makes", Optional.of(Repair.BUFFER_SOCKET_OUTPUT)
                            .filter(repair -> !isChannel(candidate.main())), List.of())
                    .map(verdict -> verdict.advising(advice(candidate.main(), verdict.saving().orElseThrow())));
        }
        if (candidate.copyShare().orElse(0) >= MAX_MESSAGE_COPY) {
            return Optional.empty();
        }
        SystemStack main = candidate.main();
        Optional<SocketLines.Run> run = candidate.surroundings().sockets().run(main);
        List<String> notes = new ArrayList<>();
        String message;
        Range saving;
        if (run.isPresent()) {
            int calls = run.get().lines().size();
            message = calls + " socket writes per message: lines " + SocketCalls.listed(run.get().lines()) + " of "
                    + PublicNames.simple(candidate.methods().name(run.get().method())) + ", no read between them";
            notes.add("without TCP_NODELAY the second small write waits for the peer's delayed acknowledgement, 40 ms,"
                    + " where the peer answers only the whole message");
            // the heaviest call wakes the peer, which the one call that is left does too
            saving = new Range(Math.min(1 - run.get().heaviestShare(), 1 - 1.0 / calls), 1 - 1.0 / calls);
        } else {
            SocketLines.Balance balance = candidate.surroundings().sockets().balance(main).orElseThrow();
            double ratio = balance.writesToReads();
            message = PublicNames.simple(candidate.callee()) + " sends every line separately";
            notes.add(String.format(Locale.ROOT, "%s has %.0f samples of socket writes for one of reads",
                    PublicNames.simple(candidate.methods().name(balance.method())), ratio));
            saving = Saving.AT_MOST;
        }
        Verdict verdict = Verdict.advised(message, notes, advice(main, saving)).asSupposed();
        boolean mayBuffer = main.io().shape().isDirect() || main.io().shape().auto();
        return Optional.of(mayBuffer && !isChannel(main) ? verdict.asking(Repair.BUFFER_SOCKET_OUTPUT) : verdict);
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

    // a line that is flushed in a loop: nothing but the balance of writes and reads says that it is no message
    private static boolean flushesLines(SystemStack stack, Surroundings surroundings) {
        IoCall.Shape shape = stack.io().shape();
        return (shape.flushed() || shape.auto()) && !shape.closed() && !shape.bulk() && !shape.opaque()
                && !stack.component().startsWith("loop-") && !surroundings.sockets().isVirtual(stack)
                && surroundings.sockets().balance(stack)
                        .filter(balance -> balance.writesToReads() >= MIN_WRITES_TO_READ).isPresent();
    }

    private static boolean isChannel(SystemStack stack) {
        return stack.io().stream().endsWith("SocketChannel");
    }
}
