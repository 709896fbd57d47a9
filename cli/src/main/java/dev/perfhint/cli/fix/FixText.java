package dev.perfhint.cli.fix;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.verify.Verification;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.source.Fix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints what {@code perfhint fix} tried: a table of fixes, what all together saved, what was compared. */
public final class FixText {
    private static final int MAX_REVIEWS = 2;

    private FixText() {}

    /** Returns the command that shows more of the program; {@code run} gives a server no load. */
    public static String more(boolean server) {
        return server ? "perfhint run -d 30s PID, while its load runs," : "perfhint run -- COMMAND";
    }

    /** Returns the lines of the result. */
    public static List<String> lines(FixProposal proposal, Verification verification, Set<Integer> uncompared,
            Path here, boolean server) {
        GroupedFixes fixes = proposal.fixes();
        List<Finding> findings = proposal.report().findings();
        List<String> lines = new ArrayList<>();
        lines.add(headline(verification, uncompared));
        lines.add("");
        Map<String, SeenStreams> seen = new HashMap<>();
        findings.forEach(finding -> finding.fix().ifPresent(fix ->
                finding.seen().ifPresent(streams -> seen.put(fix.id(), streams))));
        lines.addAll(table(fixes, seen, predicted(findings), verification, uncompared, here));
        unfixed(proposal, here).ifPresent(line -> lines.add(line + ": " + more(server) + " shows it"));
        lines.add("");
        lines.addAll(VerificationText.measured(verification));
        List<String> reviews = reviews(fixes, verification, uncompared);
        if (!reviews.isEmpty()) {
            lines.add("");
            lines.add("to review, since a run does not show it:");
            lines.addAll(reviews);
        }
        return lines;
    }

    /** Returns the largest finding without a fix that edits. */
    private static Optional<String> unfixed(FixProposal proposal, Path here) {
        Set<String> tried = proposal.fixes().groups().stream().flatMap(List::stream).map(Fix::id)
                .collect(Collectors.toSet());
        return proposal.report().counting().stream()
                .filter(finding -> finding.fix().map(Fix::id).filter(tried::contains).isEmpty())
                .filter(finding -> finding.middleCpuShare() > 0 && finding.cpuShare().isPresent())
                .max(Comparator.comparingDouble(Finding::middleCpuShare))
                .map(finding -> "not fixed: " + FindingLine.place(finding).map(site -> proposal.fixes().shown(
                        proposal.fixes().sources().base().resolve(site.path()), here) + ":" + site.line())
                        .orElseGet(() -> finding.site().className() + "." + finding.site().methodName())
                        + ", " + Figures.whole(finding.cpuShare().getAsDouble()) + " of CPU time [" + finding.rule()
                        + "]");
    }

    private static String headline(Verification verification, Set<Integer> uncompared) {
        int passed = verification.isPassed() ? verification.passed().size() : 0;
        StringBuilder line = new StringBuilder(passed - uncompared.size() + " of "
                + Figures.plural(verification.names().size(), "fix") + " verified"
                + (passed == 0 ? "" : VerificationText.left(verification).map(left -> ", " + left + " not compared")
                        .orElse("")));
        if (passed > 0) {
            line.append(uncompared.isEmpty() ? "" : "; with " + uncompared.size() + " that only ran");
            VerificationText.cpuTime(verification).ifPresent(time -> line.append(": ").append(time));
            Optional<Long> calls = verification.calls(false);
            if (calls.isPresent() && verification.calls(true).isPresent()) {
                line.append(", read and write calls ").append(Figures.count(calls.get())).append(" → ")
                        .append(Figures.count(verification.calls(true).get()));
            }
        }
        return line.toString();
    }

    /** Returns what each fix is to save of all CPU time, by its id; all together are measured. */
    private static Map<String, Range> predicted(List<Finding> findings) {
        Map<String, Range> saving = new HashMap<>();
        findings.forEach(finding -> finding.fix().ifPresent(fix -> finding.fixSaving().cpuShare()
                .ifPresent(range -> saving.merge(fix.id(), range, (one, other) -> new Range(
                        Math.min(1, one.low() + other.low()), Math.min(1, one.high() + other.high()))))));
        return saving;
    }

    private static List<String> table(GroupedFixes fixes, Map<String, SeenStreams> seen, Map<String, Range> predicted,
            Verification verification, Set<Integer> uncompared, Path here) {
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < fixes.groups().size(); i++) {
            List<Fix> group = fixes.groups().get(i);
            String calls = group.stream().map(Fix::id).filter(seen::containsKey).map(seen::get)
                    .filter(streams -> streams.left().isFewer()).findFirst()
                    .map(FixText::calls).orElse("");
            String share = group.stream().map(Fix::id).filter(predicted::containsKey).findFirst()
                    .map(id -> FindingLine.range(predicted.get(id)) + " of CPU time").orElse("");
            String gain = calls + (calls.isEmpty() || share.isEmpty() ? "" : ", ") + share;
            rows.add(new String[] {"fix " + (i + 1), fixes.place(group, here),
                uncompared.contains(i) ? "ran; " + UncomparedFixes.WHY : result(verification, i),
                gain.isEmpty() ? "" : gain + " predicted", group.get(0).title()});
        }
        int place = rows.stream().mapToInt(row -> row[1].length()).max().orElse(0);
        int calls = rows.stream().mapToInt(row -> row[3].length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            boolean passed = row[2].equals("verified");
            lines.add((String.format(Locale.ROOT, "%-6s  %-" + place + "s  ", row[0], row[1])
                    + (calls == 0 ? "" : String.format(Locale.ROOT, "%" + calls + "s  ", row[3]))
                    + (passed ? "verified: " : "") + row[4]).stripTrailing());
            if (!passed) {
                lines.add("        " + row[2]);
            }
        }
        return lines;
    }

    private static String calls(SeenStreams seen) {
        return (seen.isEstimated() ? "about " : "") + Figures.count(seen.calls().calls()) + " " + seen.operation()
                + "() calls → " + SeenText.left(seen);
    }

    private static String result(Verification verification, int fix) {
        if (verification.failed().containsKey(fix)) {
            return "failed: " + verification.failed().get(fix);
        }
        if (verification.untried().containsKey(fix)) {
            return "not tried: " + verification.untried().get(fix);
        }
        return verification.isPassed() ? "verified" : "failed: " + VerificationText.verdict(verification);
    }

    private static List<String> reviews(GroupedFixes fixes, Verification verification, Set<Integer> uncompared) {
        List<String> lines = new ArrayList<>();
        List<Integer> verified = new ArrayList<>(verification.isPassed() ? verification.passed() : List.of());
        verified.removeAll(uncompared);
        for (int fix : verified) {
            Fix first = fixes.groups().get(fix).get(0);
            List<String> reasons = first.reasons();
            reasons.stream().limit(MAX_REVIEWS).forEach(reason -> lines.add("  fix " + (fix + 1) + ": "
                    + withFile(reason, first)));
            if (reasons.size() > MAX_REVIEWS) {
                lines.add("  fix " + (fix + 1) + ": " + (reasons.size() - MAX_REVIEWS)
                        + " more to review, in the patch");
            }
        }
        return lines;
    }

    /** Returns the line with the name of its file, which those of the fix's own file leave out. */
    private static String withFile(String reason, Fix fix) {
        return fix.hazards().stream().filter(each -> each.file().isPresent()
                        && reason.startsWith(each.line(each.file()))).findFirst()
                .map(each -> each.line(Optional.empty()) + reason.substring(each.line(each.file()).length()))
                .orElse(reason);
    }
}
