package dev.perfhint.rules.analysis;

import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Turns the part of its calls that a remedy saves into shares of system CPU and of all CPU: at least the calls' own
 * share, at most with what runs below them and with the JVM's part, give or take the sampling error. Where that is
 * wider than a factor of two, only the ceiling is said. Of observed calls, whose number is known, it is {@link
 * Range#around} what those that go take with the JIT's part.
 *
 * @param system the calls' system CPU of all system CPU
 * @param cpu the calls' system and user CPU of all CPU
 * @param most the same with the JVM's part
 * @param expected between both, of calls that were counted
 */
record Predicted(OptionalDouble system, OptionalDouble cpu, double most, double error, OptionalDouble expected) {
    // four of five samples of a share lie within 1.28 standard errors
    private static final double STANDARD_ERRORS = 1.28;
    private static final double WIDEST = 2;

    static Predicted of(Candidate candidate, Shares shares, CallCpu calls, JvmCpu jvm) {
        if (shares.cpu().isEmpty()) {
            return new Predicted(shares.system(), shares.cpu(), 0, 0, OptionalDouble.empty());
        }
        double user = calls.userShare(candidate.stacks());
        double own = Math.min(1, calls.systemShare(candidate.stacks()) + user);
        List<SystemStack> whole = new ArrayList<>(candidate.stacks().stream().filter(CallCpu::isWhole).toList());
        whole.addAll(candidate.rule().takenAlong(candidate));
        double most = jvm.atMost(candidate, Math.max(own, calls.belowCalls(whole)), user);
        double error = STANDARD_ERRORS * Math.sqrt((1 - own) / Math.max(1, candidate.samples()));
        // of a method that goes as a whole, the JIT and the collector keep one part or another
        double expected = most - (most - own) * candidate.share(CallCpu::isWhole) / 2;
        return new Predicted(shares.system(), OptionalDouble.of(own), most, Math.min(1, error),
                candidate.seen().isPresent() ? OptionalDouble.of(expected) : OptionalDouble.empty());
    }

    /** Returns the saving of system CPU; empty where none of all CPU is predicted. */
    Optional<Range> ofSystem(Range part) {
        return ofCpu(part).map(cpu -> scaled(part, system.orElse(0), system.orElse(0)));
    }

    /** Returns the saving of all CPU; empty where only a ceiling is known. */
    Optional<Range> ofCpu(Range part) {
        Range range = expected.isEmpty() ? scaled(part, cpu.orElse(0), most) : part;
        return Optional.of(range).filter(known -> known.low() > 0 && known.high() <= WIDEST * known.low())
                .map(known -> expected.isEmpty() ? known : Range.around(part.high() * expected.getAsDouble()));
    }

    /** Returns what decides how much a finding matters: the lower end, without one half of the calls' own share. */
    double weight(Range part) {
        return part.low() > 0 ? scaled(part, cpu.orElse(0), most).low() : part.high() * cpu.orElse(0) / 2;
    }

    AdviceSaving of(Advice advice, boolean measured) {
        Optional<Range> saving = advice.saving().filter(any -> measured);
        return new AdviceSaving(advice, saving.flatMap(this::ofSystem), saving.flatMap(this::ofCpu));
    }

    private Range scaled(Range part, double least, double atMost) {
        return new Range(part.low() * least * (1 - error), Math.min(1, part.high() * atMost * (1 + error)));
    }
}
