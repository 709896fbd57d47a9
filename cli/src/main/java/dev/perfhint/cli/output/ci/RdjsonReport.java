package dev.perfhint.cli.output.ci;

import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.cli.output.json.Json;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import java.util.List;

/**
 * A report in the form that reviewdog reads. It needs a file for each finding: those without a source are left out. A
 * suggestion belongs to the finding's file, so a fix that changes others too is named only.
 *
 * <p>Columns are counted in bytes there, so they need the sources' lines.
 */
public final class RdjsonReport {
    private final Report report;
    private final SourceLines lines;

    private RdjsonReport(Report report, SourceLines lines) {
        this.report = report;
        this.lines = lines;
    }

    public static String of(Report report, SourceLines lines) {
        RdjsonReport form = new RdjsonReport(report, lines);
        return Json.text(new Json()
                .put("source", new Json().put("name", "perfhint"))
                .put("diagnostics", report.counting().stream()
                        .flatMap(finding -> FindingLine.place(finding).stream()
                                .map(place -> form.diagnostic(finding, place)))
                        .toList()));
    }

    private Json diagnostic(Finding finding, Site place) {
        Json diagnostic = new Json()
                .put("message", FindingLine.message(finding) + finding.fix()
                        .map(fix -> "; fix: " + fix.title() + " (" + fix.applicability().label() + ")").orElse(""))
                .put("location", new Json().put("path", place.path()).put("range", new Json().put("start",
                        position(place.path(), Math.max(1, place.line()), place.column()))))
                .put("severity", severity(finding.severity()))
                .put("code", new Json().put("value", finding.rule()));
        List<Edit> edits = finding.fix().filter(Fix::isOffered).map(Fix::edits).orElse(List.of());
        boolean here = edits.stream().allMatch(edit -> path(edit).equals(place.path()));
        return here && !edits.isEmpty() ? diagnostic.put("suggestions", edits, this::suggestion) : diagnostic;
    }

    private Json suggestion(Edit edit) {
        Json range = new Json()
                .put("start", position(path(edit), edit.startLine(), edit.startColumn()))
                .put("end", position(path(edit), edit.endLine(), edit.endColumn()));
        return new Json().put("range", range).put("text", edit.text());
    }

    private Json position(String path, int line, int column) {
        Json position = new Json().put("line", line);
        return column > 0 ? position.put("column", lines.byteColumn(path, line, column)) : position;
    }

    private String path(Edit edit) {
        return FindingLine.path(edit, report.sourceBase());
    }

    private static String severity(Severity severity) {
        return switch (severity) {
            case HIGH -> "ERROR";
            case MEDIUM -> "WARNING";
            case LOW, INFO -> "INFO";
        };
    }
}
