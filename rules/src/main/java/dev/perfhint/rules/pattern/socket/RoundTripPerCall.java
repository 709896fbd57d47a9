package dev.perfhint.rules.pattern.socket;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;

/**
 * A client whose calls each wait for their own answer: a row, a key, a remote method at a time. Only well-known
 * clients, since a stack alone does not tell a client from a server; one finding for each. Calls that carry much data
 * are not flagged.
 */
public final class RoundTripPerCall implements Rule {
    private static final double MIN_EACH = 0.05;

    @Override
    public String id() {
        return "round-trip-per-call";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return stack.component().startsWith("client-") && Remedies.covers(stack.component(), stack.cause());
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(stack.component());
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        double writes = candidate.share(stack -> stack.cause() == Cause.SOCKET_WRITE);
        double reads =
                candidate.share(stack -> stack.cause() == Cause.SOCKET_READ || stack.cause() == Cause.SOCKET_WAIT);
        if (writes < MIN_EACH || reads < MIN_EACH || SmallCalls.copiesMuch(candidate)) {
            return Optional.empty();
        }
        String client = Remedies.label(candidate.main().component());
        return Optional.of(
                Verdict.advised(client + " waits for each reply: one write and one read per call",
                List.of("waiting for replies is not CPU time: the gain in wall time is larger than the share shown",
                        "the server spends about the same per call"),
                Remedies.of(candidate.main().component(), candidate.cause())));
    }
}
