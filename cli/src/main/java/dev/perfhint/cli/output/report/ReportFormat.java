package dev.perfhint.cli.output.report;

import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.cli.output.ci.GithubAnnotations;
import dev.perfhint.cli.output.ci.GitlabReport;
import dev.perfhint.cli.output.ci.MarkdownReport;
import dev.perfhint.cli.output.ci.RdjsonReport;
import dev.perfhint.cli.output.ci.SarifReport;
import dev.perfhint.cli.output.html.HtmlReport;
import dev.perfhint.cli.output.json.JsonReport;
import dev.perfhint.cli.output.text.TextReport;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The formats of a report, in the order in which the help names them. */
public enum ReportFormat {
    TEXT(false, input -> TextReport.of(input.report(), input.lines(), input.text())),
    JSON(false, input -> JsonReport.of(input.report(), input.version(), input.verified())),
    SARIF(false, input -> SarifReport.of(input.report(), input.version())),
    MARKDOWN(false, input -> MarkdownReport.of(input.report(), input::diff)),
    HTML(false, input -> HtmlReport.of(input.page(), input.version())),
    GITHUB(false, input -> GithubAnnotations.of(input.report())),
    RDJSON(true, input -> RdjsonReport.of(input.report(), input.lines())),
    GITLAB(true, input -> GitlabReport.of(input.report()));

    private final boolean needsSource;
    private final Function<Input, String> writer;

    ReportFormat(boolean needsSource, Function<Input, String> writer) {
        this.needsSource = needsSource;
        this.writer = writer;
    }

    /**
     * A report, and what some format needs beside it.
     *
     * @param verified what runs with the fixes showed, by the fix's id
     * @param text how the text looks
     */
    public record Input(Report report, Optional<Sources> sources, List<String> appPackages,
            Map<String, FixVerification> verified, TextReport.Options text, String version) {
        SourceLines lines() {
            return new SourceLines(sources);
        }

        HtmlReport.Input page() {
            return new HtmlReport.Input(report, sources, appPackages);
        }

        String diff(Fix fix) {
            return sources.map(known -> new String(Patch.of(known, fix).unifiedDiff(), StandardCharsets.UTF_8))
                    .orElse("");
        }
    }

    public String write(Input input) {
        return writer.apply(input);
    }

    /** Returns whether the format has no place for a finding without a source file. */
    public boolean needsSource() {
        return needsSource;
    }

    /** Returns whether the format names nothing of the machine once the profile's names are pseudonyms. */
    public boolean isShared() {
        return this == JSON || this == MARKDOWN || this == HTML;
    }

    /** Returns the name as it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
