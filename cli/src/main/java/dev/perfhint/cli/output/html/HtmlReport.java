package dev.perfhint.cli.output.html;

import dev.perfhint.cli.output.json.ComparisonJson;
import dev.perfhint.cli.output.json.Json;
import dev.perfhint.cli.output.json.JsonReport;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.view.FlameGraph;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.file.Sources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A report, or a comparison of two, as one file of HTML that asks for nothing from anywhere.
 *
 * <p>The page holds the JSON report as it is, for its numbers, and beside it what JSON has not: the stacks, the time
 * slices, lines of the sources and diffs. Names never become markup: they stand in the JSON, and the page's program
 * sets text only.
 *
 * <p>At most {@value #MAX_BYTES} bytes: the smallest frames are left out until it fits.
 */
public final class HtmlReport {
    private static final int MAX_BYTES = 1_450_000;
    private static final int MAX_FRAMES = 20_000;
    private static final int MIN_FRAMES = 500;
    private static final int MAX_ROWS = 500;

    private HtmlReport() {}

    /**
     * One report to show.
     *
     * @param appPackages what {@code --app-package} named
     */
    public record Input(Report report, Optional<Sources> sources, List<String> appPackages) {
        /** Returns a short name of what was recorded: the program's main class, else the first file. */
        String title() {
            return report.profile().recordings().stream()
                    .map(recording -> recording.mainClass().isEmpty() ? recording.path() : recording.mainClass())
                    .findFirst().orElse("");
        }
    }

    /** Returns the page of one report. */
    public static String of(Input input, String version) {
        Evidence grade = CpuTotals.best(input.report().profile()).evidence();
        return page(input.title(), List.of(input), Optional.empty(), grade, version);
    }

    /** Returns the page of a comparison of two reports. */
    public static String of(Comparison comparison, Input before, Input after, String version) {
        return page(before.title() + ": before and after", List.of(before, after), Optional.of(comparison),
                comparison.evidence(), version);
    }

    private static String page(
            String title, List<Input> inputs, Optional<Comparison> comparison, Evidence grade, String version) {
        FlameGraph graph = FlameGraph.of(inputs.stream().map(input -> input.report().profile()).toList(), grade);
        String page = "";
        for (int frames = MAX_FRAMES, rows = MAX_ROWS; frames >= MIN_FRAMES; frames = frames * 2 / 3,
                rows = rows * 3 / 4) {
            page = PageText.of(title, data(inputs, comparison, graph, grade, frames, rows, version));
            if (page.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) {
                return page;
            }
        }
        return page;
    }

    private static String data(List<Input> inputs, Optional<Comparison> comparison, FlameGraph graph, Evidence grade,
            int maxFrames, int maxRows, String version) {
        Json page = new Json().put("reports", inputs, input -> JsonReport.of(input.report(), version, maxRows));
        comparison.ifPresent(change -> page.put("comparison", ComparisonJson.json(change, version)));
        page.put("programs", inputs, Input::title);
        FindingDetails.add(page, inputs);
        page.put("graph", GraphJson.of(inputs, graph.pruned(maxFrames), grade));
        return Json.inHtml(page);
    }
}
