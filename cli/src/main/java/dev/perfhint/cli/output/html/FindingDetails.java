package dev.perfhint.cli.output.html;

import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.cli.output.json.Json;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.JointSaving;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.pattern.RulePage;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a page shows of findings beyond the JSON report: lines of the sources, diffs, the rules' pages, the joint
 * saving.
 */
final class FindingDetails {
    private static final int LINES_AROUND = 5;
    private static final int MAX_LINE_CHARS = 400;
    private static final int MAX_DIFF_CHARS = 60_000;

    private FindingDetails() {}

    /** Adds the details of all findings, and the pages of their rules. */
    static void add(Json page, List<HtmlReport.Input> inputs) {
        Map<String, String> pages = new TreeMap<>();
        for (HtmlReport.Input input : inputs) {
            input.report().findings().forEach(
                    finding -> pages.computeIfAbsent(finding.rule(), rule -> RulePage.of(rule).text()));
        }
        page.put("details", inputs, FindingDetails::details).put("rules", pages);
    }

    private static Json details(HtmlReport.Input input) {
        SourceLines lines = new SourceLines(input.sources());
        Json findings = new Json();
        for (Finding finding : input.report().findings()) {
            findings.put(finding.id(), new Json()
                    .put("excerpts", excerpts(finding, lines))
                    .put("diff", diff(input.sources(), finding.fix()))
                    .put("chainShares", finding.chain(), ChainFrame::share));
        }
        return new Json()
                .put("joint", new Json()
                        .put("safe", joint(JointSaving.of(input.report(), List.of(Applicability.SAFE))))
                        .put("all", joint(JointSaving.of(input.report(),
                                List.of(Applicability.SAFE, Applicability.UNSAFE)))))
                .put("findings", findings);
    }

    private static Json joint(JointSaving saving) {
        return new Json()
                .put("fixes", saving.fixes())
                .put("predicted", saving.predicted())
                .put("systemShare", saving.systemShare(), range -> List.of(range.low(), range.high()))
                .put("cpuShare", saving.cpuShare(), range -> List.of(range.low(), range.high()));
    }

    private static List<Json> excerpts(Finding finding, SourceLines lines) {
        List<Json> excerpts = new ArrayList<>();
        boolean same = finding.created().filter(created -> isSameLine(created, finding.site())).isPresent();
        if (!same) {
            finding.created().flatMap(created -> excerpt("created here", created, lines)).ifPresent(excerpts::add);
        }
        excerpt(same ? "created and called here" : "called here", finding.site(), lines).ifPresent(excerpts::add);
        return excerpts;
    }

    private static boolean isSameLine(Site one, Site other) {
        return one.path().equals(other.path()) && one.line() == other.line();
    }

    private static Optional<Json> excerpt(String what, Site site, SourceLines lines) {
        if (site.path().isEmpty() || lines.line(site.path(), site.line()).isEmpty()) {
            return Optional.empty();
        }
        int first = Math.max(1, site.line() - LINES_AROUND);
        return Optional.of(new Json()
                .put("what", what)
                .put("path", site.path())
                .put("line", site.line())
                .put("first", first)
                .put("lines", IntStream.rangeClosed(first, site.line() + LINES_AROUND).boxed()
                        .flatMap(line -> lines.line(site.path(), line).stream())
                        .map(text -> text.substring(0, Math.min(MAX_LINE_CHARS, text.length()))).toList()));
    }

    private static Optional<String> diff(Optional<Sources> sources, Optional<Fix> fix) {
        if (sources.isEmpty() || fix.isEmpty() || fix.get().edits().isEmpty()) {
            return Optional.empty();
        }
        String diff = new String(Patch.of(sources.get(), fix.get()).unifiedDiff(), StandardCharsets.UTF_8);
        return Optional.of(diff).filter(text -> text.length() <= MAX_DIFF_CHARS);
    }
}
