package dev.perfhint.rules.model;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.waiting.WaitingProgram;
import dev.perfhint.source.fix.Patch;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The findings on a profile, worst first.
 *
 * @param sourceBase what paths in findings are relative to; empty without sources
 * @param warnings about sources and rules; those about recordings stand in the profile
 * @param account what all system CPU was spent for, largest part first
 * @param calls by finding: the call-tree nodes where its I/O calls begin, user and system CPU of the calls below them
 * @param ceilings by finding: what its remedy takes along at most; those of findings overlap
 * @param suppressed why a finding does not count, by its id
 * @param waiting what the program waits for; empty for one that does not, or where its events were not read
 * @param redacted whether the profile's names are pseudonyms: then the base of the sources is not shown
 * @param patch the joint result of the selected fixes; empty if fixes were only proposed or none is selected
 */
public record Report(
        Profile profile,
        Optional<Path> sourceBase,
        List<Finding> findings,
        List<NotEvaluated> notEvaluated,
        List<String> warnings,
        List<AccountRow> account,
        Map<String, Set<Integer>> calls,
        Map<String, Ceiling> ceilings,
        Map<String, Suppression> suppressed,
        Optional<WaitingProgram> waiting,
        boolean redacted,
        Optional<Patch> patch) {
    public Report {
        findings = List.copyOf(findings);
        notEvaluated = List.copyOf(notEvaluated);
        warnings = List.copyOf(warnings);
        account = List.copyOf(account);
        calls = Map.copyOf(calls);
        ceilings = Map.copyOf(ceilings);
        suppressed = Map.copyOf(suppressed);
    }

    /** A report of findings alone. */
    public Report(Profile profile, Optional<Path> sourceBase, List<Finding> findings, List<NotEvaluated> notEvaluated,
            List<String> warnings) {
        this(profile, sourceBase, findings, notEvaluated, warnings, List.of(), Map.of(), Map.of(), Map.of(),
                Optional.empty(), false, Optional.empty());
    }

    /** Returns what paths in findings are relative to, where it may be shown. */
    public Optional<Path> shownBase() {
        return redacted ? Optional.empty() : sourceBase;
    }

    /** Returns the same report with the seconds that counted calls cost on a machine. */
    public Report priced(PrimitiveCosts costs) {
        return new Report(profile, sourceBase, findings.stream().map(finding -> finding.priced(costs)).toList(),
                notEvaluated, warnings, account, calls, ceilings, suppressed, waiting, redacted, patch);
    }

    /**
     * Returns the findings that count: above the floor, still in the sources, and suppressed by neither a comment nor a
     * baseline nor a revision.
     */
    public List<Finding> counting() {
        return unsuppressed().filter(finding -> !finding.isStale())
                .filter(finding -> finding.confidence() != Confidence.LOW).toList();
    }

    /** Returns the findings that too few samples speak for, and that the sources still have. */
    public List<Finding> unsure() {
        return unsuppressed().filter(finding -> !finding.isStale())
                .filter(finding -> finding.confidence() == Confidence.LOW).toList();
    }

    /** Returns the findings whose sources changed since the recording, without those that are suppressed. */
    public List<Finding> stale() {
        return unsuppressed().filter(Finding::isStale)
                .filter(finding -> finding.confidence() != Confidence.LOW).toList();
    }

    /** Returns the most that some findings save of all CPU together: what they share counts once; empty if unknown. */
    public OptionalDouble ceilingCpuShare(List<Finding> some) {
        BitSet rows = new BitSet();
        BitSet whole = new BitSet();
        double beside = 0;
        double error = 0;
        double most = 0;
        for (Finding finding : some) {
            Ceiling ceiling = ceilings.get(finding.id());
            if (ceiling == null || finding.boundCpuShare().isEmpty()) {
                return OptionalDouble.empty();
            }
            rows.or(ceiling.rows());
            whole.or(ceiling.whole());
            beside = Math.min(1, beside + ceiling.beside());
            error = Math.max(error, ceiling.error());
            most = Math.max(most, finding.boundCpuShare().getAsDouble());
        }
        return some.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(
                Math.max(most, Math.min(share(whole), (share(rows) + beside) * (1 + error))));
    }

    private double share(BitSet rows) {
        CpuTotals cpu = CpuTotals.best(profile);
        boolean byTime = cpu.systemNanos() > 0;
        double sum = rows.stream().mapToDouble(row -> byTime ? profile.rows().nanos(row) : profile.rows().samples(row))
                .sum();
        return Math.min(1, sum / Math.max(1, byTime ? cpu.nanos() : cpu.samples()));
    }

    private Stream<Finding> unsuppressed() {
        return findings.stream().filter(finding -> !suppressed.containsKey(finding.id()));
    }
}
