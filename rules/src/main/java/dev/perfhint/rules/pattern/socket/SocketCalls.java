package dev.perfhint.rules.pattern.socket;

import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Size;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Judges small socket calls: a message that the peer waits for is a call of its own, however small. */
final class SocketCalls {
    // larger arrays are as likely a whole message, which no buffer would collect
    private static final double PART_OF_A_MESSAGE = 8;
    private static final double MIN_ANSWERED = 0.3;
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

    /** Returns line numbers for a sentence. */
    static String listed(List<Integer> lines) {
        String all = lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return all.substring(0, last) + " and " + all.substring(last + 2);
    }

    static Optional<Verdict> judge(Candidate candidate, Repair repair, Predicate<SystemStack> answers,
            List<String> help) {
        String syscall = candidate.main().io().operation().isRead() ? "read" : "write";
        if (candidate.main().io().seen().isPresent() && !candidate.main().io().gains()) {
            return Optional.empty();
        }
        Optional<Verdict> plain = SmallCalls.unbuffered(candidate, syscall, "socket stream", repair, help);
        if (plain.isEmpty() || plain.get().seen().isPresent()) {
            return plain;
        }
        Verdict verdict = plain.get();
        List<String> notes = new ArrayList<>(verdict.notes());
        List<SystemStack> around = candidate.surroundings().sameMethod(candidate.main());
        // plain JFR samples a waiting read without saying what it costs
        boolean waits = around.stream().anyMatch(stack -> answers.test(stack) && stack.samples() == 0);
        boolean pingPong = waits || Surroundings.samples(around, answers) >= MIN_ANSWERED * candidate.samples();
        if (pingPong) {
            notes.add("the same method also " + (syscall.equals("read") ? "writes" : "reads")
                    + ": if each call is one message, a buffer saves nothing");
        }
        // only a single byte or value is no message for sure
        boolean known = candidate.sizeKnown() == Size.Known.EXACT;
        Optional<Range> saving = verdict.saving().filter(range -> !pingPong)
                .map(range -> known ? range : Saving.AT_MOST);
        return Optional.of(new Verdict(verdict.message(), saving, verdict.repair(), notes, verdict.help()));
    }
}
