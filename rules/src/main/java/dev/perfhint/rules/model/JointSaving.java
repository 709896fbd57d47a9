package dev.perfhint.rules.model;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the fixes of a report save together. Findings hold disjoint parts of the system CPU, so their savings add up; of
 * fixes whose edits overlap only the one that is applied counts.
 *
 * @param fixes how many there are
 * @param predicted of how many it is known what they save
 * @param systemShare of system CPU; empty without any fix that saves
 * @param cpuShare of all CPU
 */
public record JointSaving(long fixes, long predicted, Optional<Range> systemShare, Optional<Range> cpuShare) {
    /** Adds up the fixes of these labels. */
    public static JointSaving of(Report report, List<Applicability> labels) {
        List<Finding> fixed = report.counting().stream()
                .filter(finding -> finding.fix().filter(fix -> applies(fix, labels)).isPresent()).toList();
        return new JointSaving(count(fixed), count(fixed.stream().filter(finding ->
                finding.fixSaving().systemShare().or(finding.fixSaving()::cpuShare).isPresent()).toList()),
                sum(fixed, finding -> finding.fixSaving().systemShare()),
                sum(fixed, finding -> finding.fixSaving().cpuShare())
                        .map(sum -> fixed.stream().anyMatch(finding -> finding.seen().isPresent()) ? Range.around(
                                (sum.low() + sum.high()) / 2) : sum));
    }

    private static long count(List<Finding> fixed) {
        return fixed.stream().map(finding -> finding.fix().orElseThrow().id()).distinct().count();
    }

    private static boolean applies(Fix fix, List<Applicability> labels) {
        return labels.contains(fix.applicability()) && !fix.edits().isEmpty() && fix.conflictsWith().isEmpty();
    }

    private static Optional<Range> sum(List<Finding> findings, Function<Finding, Optional<Range>> saving) {
        List<Range> ranges = findings.stream().map(saving).flatMap(Optional::stream).toList();
        return ranges.isEmpty() ? Optional.empty() : Optional.of(new Range(
                Math.min(1, ranges.stream().mapToDouble(Range::low).sum()),
                Math.min(1, ranges.stream().mapToDouble(Range::high).sum())));
    }
}
