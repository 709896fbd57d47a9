package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.List;

/** Findings of low confidence, one line each: what they may be, on how many samples, and what would settle it. */
public final class UnsureText {
    private static final int MAX_LINES = 3;

    private UnsureText() {}

    /** Returns a line for each, those with most samples first; empty for none. */
    static String of(Report report, SiteText places, Palette palette, boolean all) {
        List<Finding> unsure = report.unsure().stream()
                .sorted((a, b) -> Long.compare(b.samples(), a.samples())).toList();
        StringBuilder text = new StringBuilder();
        for (Finding finding : all ? unsure : unsure.stream().limit(MAX_LINES).toList()) {
            text.append(palette.dim("low confidence:")).append(' ').append(line(finding, places)).append('\n');
        }
        int more = all ? 0 : unsure.size() - MAX_LINES;
        return text.append(more <= 0 ? "" : "low confidence: " + more + " more, see --verbose\n").toString();
    }

    private static String line(Finding finding, SiteText places) {
        return places.text(finding.created().orElse(finding.site())) + ": " + sentence(finding);
    }

    /** Returns message, rule, samples and advice without a place. */
    public static String sentence(Finding finding) {
        Object seconds = finding.facts().get(Finding.RECORD_SECONDS);
        return Printable.line(finding.message()) + " [" + finding.rule() + "] ("
                + Figures.plural(finding.samples(), "sample") + "); record "
                + (seconds == null ? "longer" : "about " + duration(((Number) seconds).longValue()));
    }

    private static String duration(long seconds) {
        return seconds > 60 ? seconds / 60 + " min" : seconds + " s";
    }
}
