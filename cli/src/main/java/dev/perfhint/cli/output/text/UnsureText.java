package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.List;
import java.util.Set;

/** Findings of low confidence, one line each: what they may be, on how many samples, and what would settle it. */
public final class UnsureText {
    private static final int MAX_LINES = 3;
    private static final long FINEST_NANOS = 1_500_000;

    private UnsureText() {}

    /** Returns a line for each, those with most samples first; empty for none. */
    static String of(Report report, SiteText places, Palette palette, boolean all) {
        List<Finding> unsure = report.unsure().stream().filter(finding -> all || !finding.isFaint())
                .sorted((a, b) -> Long.compare(b.samples(), a.samples())).toList();
        StringBuilder text = new StringBuilder();
        for (Finding finding : all ? unsure : unsure.stream().limit(MAX_LINES).toList()) {
            text.append(palette.dim("low confidence:")).append(' ')
                    .append(line(finding, places, report.profile())).append('\n');
        }
        if (!all && unsure.size() > MAX_LINES) {
            text.append("low confidence: ").append(report.unsure().size() - MAX_LINES)
                    .append(" more, see --verbose\n");
        }
        return text.toString();
    }

    private static String line(Finding finding, SiteText places, Profile profile) {
        return places.text(finding.created().orElse(finding.site())) + ": " + sentence(finding, profile);
    }

    /** Returns message, rule, samples and advice without a place. */
    public static String sentence(Finding finding, Profile profile) {
        return Printable.line(finding.message()) + " [" + finding.rule() + "] ("
                + Figures.plural(finding.samples(), "sample") + "); " + settled(finding, profile);
    }

    /** Returns what settles the finding: a finer interval, else more time, which a program that ends has in runs. */
    private static String settled(Finding finding, Profile profile) {
        Object settledBy = finding.facts().get(Finding.SETTLED_BY);
        if (settledBy != null) {
            return settledBy.toString();
        }
        Object seconds = finding.facts().get(Finding.RECORD_SECONDS);
        double recorded = profile.recordings().stream().mapToLong(Recording::durationMillis).sum() / 1e3;
        long needed = seconds == null ? 0 : ((Number) seconds).longValue();
        if (recorded <= 0 || needed <= recorded) {
            return more(profile);
        }
        long millis = (long) (intervalNanos(profile) / 1e6 * recorded / needed);
        String longer = "record " + duration(needed) + " in one or several runs";
        return millis < 1 ? longer : isTicked(profile) ? longer + ", or with --engine perf --interval " + millis + "ms"
                : "record with --interval " + millis + "ms";
    }

    /** Returns how to get more samples. */
    static String more(Profile profile) {
        return intervalNanos(profile) <= FINEST_NANOS ? "record longer or several runs"
                : isTicked(profile) ? "record longer, several runs, or with --engine perf --interval 1ms"
                : "record with --interval 1ms";
    }

    /** Samples of these engines come no faster than the kernel's tick. */
    private static boolean isTicked(Profile profile) {
        return profile.recordings().stream().map(Recording::engine).anyMatch(Set.of("ctimer", "itimer")::contains);
    }

    private static long intervalNanos(Profile profile) {
        return profile.recordings().stream().filter(recording -> recording.evidence() != Evidence.JFR_ESTIMATE)
                .mapToLong(Recording::intervalNanos).min().orElse(0);
    }

    private static String duration(long seconds) {
        return seconds > 60 ? seconds / 60 + " min" : seconds + " s";
    }
}
