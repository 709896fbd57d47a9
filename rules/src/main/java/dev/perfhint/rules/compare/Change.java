package dev.perfhint.rules.compare;

import dev.perfhint.rules.model.Finding;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of a comparison.
 *
 * @param name method, system call, or finding's rule and site; empty for the totals
 * @param id the finding's id, as {@code analyze} has it with the same sources; empty for other rows
 * @param finding the finding before, or after where it is new; empty for other rows
 * @param before CPU before, in the comparison's unit
 * @param after CPU after, in the same unit
 * @param relative change ÷ before; empty if there was nothing before
 * @param againstRest change against what the rest of the program did, which the verdict goes by; empty for totals that
 *     no row explains
 * @param points change in percent of all CPU before
 * @param chance of so large a difference between recordings of the same program, adjusted for the number of rows
 */
public record Change(
        Subject subject, String name, String id, Optional<Finding> finding, double before, double after,
        long samplesBefore, long samplesAfter, OptionalDouble relative, OptionalDouble againstRest, double points,
        double chance, ChangeKind kind) {}
