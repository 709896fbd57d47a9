package dev.perfhint.rules.pattern.socket;

import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Size;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Optional;

/** Judges small socket calls: a message that the peer waits for is a call of its own, however small. */
final class SocketCalls {
    // larger arrays are as likely a whole message, which no buffer would collect
    private static final double PART_OF_A_MESSAGE = 8;
    private static final int LARGE_BYTES = 4096;

    private SocketCalls() {}

    /** Returns whether the call moves less than any message would. */
    static boolean isPart(Size size) {
        return switch (size.known()) {
            case OBSERVED, EXACT, EVENTS, SOURCE -> size.bytes() <= PART_OF_A_MESSAGE;
            case AT_MOST -> true;
            default -> false;
        };
    }

    /** Returns whether the call is known to move a block that a buffer would not make larger. */
    static boolean isLarge(Size size) {
        return size.isEvidence() && size.bytes() >= LARGE_BYTES;
    }

    /** Returns the heaviest call in the same method of what was observed at one place, or of what was not. */
    static SystemStack anchor(SystemStack stack, Surroundings surroundings) {
        Optional<String> place = stack.io().seen().map(SeenCalls::place);
        return surroundings.heaviest(stack, other -> other.io().operation() == stack.io().operation()
                && !isLarge(other.io().size()) && other.io().seen().map(SeenCalls::place).equals(place));
    }

    static Optional<Verdict> judge(Candidate candidate, Repair repair, List<String> help) {
        String syscall = candidate.main().io().operation().isRead() ? "read" : "write";
        if (candidate.main().io().seen().isPresent() && !candidate.main().io().gains()) {
            return Optional.empty();
        }
        Optional<Verdict> plain = SmallCalls.unbuffered(candidate, syscall, "socket stream", repair, help);
        if (plain.isEmpty() || plain.get().seen().isPresent()) {
            return plain;
        }
        Verdict verdict = plain.get();
        // only a single byte or value is no message for sure
        boolean known = candidate.sizeKnown() == Size.Known.EXACT;
        Optional<Range> saving = verdict.saving().map(range -> known ? range : Saving.AT_MOST);
        return Optional.of(new Verdict(verdict.message(), saving, verdict.repair(), verdict.notes(), verdict.help()));
    }
}
