package dev.perfhint.rules;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Turns the part of its calls that a remedy saves into shares of system CPU and of all CPU: the calls' own share, give
 * or take its sampling error, and never wider than a factor of two.
 *
 * @param system the calls' system CPU of all system CPU
 * @param cpu the calls' system and user CPU of all CPU
 */
record Predicted(OptionalDouble system, OptionalDouble cpu, double error) {
    // nine of ten samples of a share lie within 1.64 standard errors
    private static final double STANDARD_ERRORS = 1.64;
    private static final double WIDEST = 2;

    static Predicted of(Candidate candidate, Shares shares, double userShare) {
        long samples = Math.max(1, candidate.samples());
        double error = STANDARD_ERRORS * Math.sqrt((1 - shares.cpu().orElse(0)) / samples);
        OptionalDouble cpu = shares.cpu().isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, shares.cpu().getAsDouble() + userShare));
        return new Predicted(shares.system(), cpu, error);
    }

    /** Returns the saving of system CPU; empty where nothing is sure to be saved. */
    Optional<Range> ofSystem(Range part) {
        return scaled(part, system.orElse(0));
    }

    /** Returns the saving of all CPU; empty where nothing is sure to be saved. */
    Optional<Range> ofCpu(Range part) {
        return scaled(part, cpu.orElse(0));
    }

    AdviceSaving of(Advice advice, boolean measured) {
        Optional<Range> saving = advice.saving().filter(any -> measured);
        return new AdviceSaving(advice, saving.flatMap(this::ofSystem), saving.flatMap(this::ofCpu));
    }

    private Optional<Range> scaled(Range part, double share) {
        double low = part.low() * share * Math.max(1 / WIDEST, 1 - error);
        double high = Math.min(1, part.high() * share * (1 + error));
        if (low <= 0) {
            return Optional.empty();
        }
        double middle = Math.sqrt(low * high);
        return Optional.of(high <= WIDEST * low ? new Range(low, high)
                : new Range(middle / Math.sqrt(WIDEST), middle * Math.sqrt(WIDEST)));
    }
}
