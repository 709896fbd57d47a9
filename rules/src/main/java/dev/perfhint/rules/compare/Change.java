package dev.perfhint.rules.compare;

import java.util.OptionalDouble;

/**
 * One row of a comparison.
 *
 * @param name method, system call, or finding's rule and site; empty for the totals
 * @param id the finding's id; empty for other rows
 * @param before CPU before, in the comparison's unit
 * @param after CPU after, in the same unit
 * @param relative change ÷ before; empty if there was nothing before
 * @param points change in percent of all CPU before
 * @param chance of so large a difference between recordings of the same program, adjusted for the number of rows
 */
public record Change(
        Subject subject,
        String name,
        String id,
        double before,
        double after,
        long samplesBefore,
        long samplesAfter,
        OptionalDouble relative,
        double points,
        double chance,
        ChangeKind kind) {}
