package dev.perfhint.cli.output.ci;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.cli.output.json.JsonText;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

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
        return JsonText.of(new RdjsonReport(report, lines)::write);
    }

    private void write(JsonWriter json) throws IOException {
        json.beginObject();
        json.name("source").beginObject().name("name").value("perfhint").endObject();
        json.name("diagnostics").beginArray();
        for (Finding finding : report.counting()) {
            Optional<Site> place = FindingLine.place(finding);
            if (place.isPresent()) {
                diagnostic(json, finding, place.get());
            }
        }
        json.endArray();
        json.endObject();
    }

    private void diagnostic(JsonWriter json, Finding finding, Site place) throws IOException {
        json.beginObject();
        json.name("message").value(FindingLine.message(finding)
                + finding.fix().map(fix -> "; fix: " + fix.title() + " (" + fix.applicability().label() + ")")
                .orElse(""));
        json.name("location").beginObject();
        json.name("path").value(place.path());
        json.name("range").beginObject();
        position(json, "start", place.path(), Math.max(1, place.line()), place.column());
        json.endObject();
        json.endObject();
        json.name("severity").value(severity(finding.severity()));
        json.name("code").beginObject().name("value").value(finding.rule()).endObject();
        List<Edit> edits = finding.fix().filter(Fix::isOffered).map(Fix::edits).orElse(List.of());
        boolean here = edits.stream().allMatch(edit -> path(edit).equals(place.path()));
        if (here && !edits.isEmpty()) {
            json.name("suggestions").beginArray();
            for (Edit edit : edits) {
                suggestion(json, edit);
            }
            json.endArray();
        }
        json.endObject();
    }

    private void suggestion(JsonWriter json, Edit edit) throws IOException {
        json.beginObject();
        json.name("range").beginObject();
        position(json, "start", path(edit), edit.startLine(), edit.startColumn());
        position(json, "end", path(edit), edit.endLine(), edit.endColumn());
        json.endObject();
        json.name("text").value(edit.text());
        json.endObject();
    }

    private void position(JsonWriter json, String name, String path, int line, int column) throws IOException {
        json.name(name).beginObject();
        json.name("line").value(line);
        if (column > 0) {
            json.name("column").value(lines.byteColumn(path, line, column));
        }
        json.endObject();
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
