package dev.perfhint.cli.output.ci;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.json.JsonText;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import java.io.IOException;
import java.util.Optional;

/**
 * A report in the form of GitLab's code quality. It needs a file for each finding: those without a source are left out.
 */
public final class GitlabReport {
    private GitlabReport() {}

    public static String of(Report report) {
        return JsonText.of(json -> {
            json.beginArray();
            for (Finding finding : report.counting()) {
                Optional<Site> place = FindingLine.place(finding);
                if (place.isPresent()) {
                    issue(json, finding, place.get());
                }
            }
            json.endArray();
        });
    }

    private static void issue(JsonWriter json, Finding finding, Site place) throws IOException {
        json.beginObject();
        json.name("description").value(FindingLine.message(finding));
        json.name("check_name").value(finding.rule());
        json.name("fingerprint").value(finding.id());
        json.name("severity").value(severity(finding.severity()));
        json.name("location").beginObject();
        json.name("path").value(place.path());
        json.name("lines").beginObject();
        json.name("begin").value(Math.max(1, place.line()));
        json.endObject();
        json.endObject();
        json.endObject();
    }

    private static String severity(Severity severity) {
        return switch (severity) {
            case HIGH -> "critical";
            case MEDIUM -> "major";
            case LOW -> "minor";
            case INFO -> "info";
        };
    }
}
