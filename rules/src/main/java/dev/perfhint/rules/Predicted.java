package dev.perfhint.rules;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Turns the part of its calls that a remedy saves into shares of system CPU and of all CPU: at least the calls' own
 * share, at most with what the JVM does for them, give or take the sampling error, and never wider than a factor of
 * two.
 *
 * @param system the calls' system CPU of all system CPU
 * @param cpu the calls' system and user CPU of all CPU
 * @param most the same with the JVM's part
 */
record Predicted(OptionalDouble system, OptionalDouble cpu, double most, double error) {
    // nine of ten samples of a share lie within 1.64 standard errors
    private static final double STANDARD_ERRORS = 1.64;
    private static final double WIDEST = 2;

    static Predicted of(Candidate candidate, Shares shares, CallCpu calls, JvmCpu jvm) {
        long samples = Math.max(1, candidate.samples());
        double error = STANDARD_ERRORS * Math.sqrt((1 - shares.cpu().orElse(0)) / samples);
        OptionalDouble cpu = shares.cpu().isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, shares.cpu().getAsDouble() + calls.userShare(candidate.stacks())));
        double below = Math.max(cpu.orElse(0), calls.wholeShare(candidate.stacks()));
        return new Predicted(shares.system(), cpu, jvm.atMost(candidate, below), error);
    }

    /** Returns the share of all CPU that removing the calls entirely could save. */
    OptionalDouble bound() {
        return cpu.isEmpty() ? cpu : OptionalDouble.of(most);
    }

    /** Returns the saving of system CPU; empty where nothing is sure to be saved. */
    Optional<Range> ofSystem(Range part) {
        return scaled(part, system.orElse(0), system.orElse(0));
    }

    /** Returns the saving of all CPU; empty where nothing is sure to be saved. */
    Optional<Range> ofCpu(Range part) {
        return scaled(part, cpu.orElse(0), most);
    }

    AdviceSaving of(Advice advice, boolean measured) {
        Optional<Range> saving = advice.saving().filter(any -> measured);
        return new AdviceSaving(advice, saving.flatMap(this::ofSystem), saving.flatMap(this::ofCpu));
    }

    private Optional<Range> scaled(Range part, double least, double atMost) {
        double low = part.low() * least * Math.max(1 / WIDEST, 1 - error);
        double high = Math.min(1, part.high() * atMost * (1 + error));
        if (low <= 0) {
            return Optional.empty();
        }
        double middle = Math.sqrt(low * high);
        return Optional.of(high <= WIDEST * low ? new Range(low, high)
                : new Range(middle / Math.sqrt(WIDEST), middle * Math.sqrt(WIDEST)));
    }
}
