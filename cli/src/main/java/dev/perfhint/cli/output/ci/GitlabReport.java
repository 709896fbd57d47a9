package dev.perfhint.cli.output.ci;

import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.json.Json;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;

/**
 * A report in the form of GitLab's code quality. It needs a file for each finding: those without a source are left out.
 */
public final class GitlabReport {
    private GitlabReport() {}

    public static String of(Report report) {
        return Json.text(report.counting().stream()
                .flatMap(finding -> FindingLine.place(finding).stream().map(place -> issue(finding, place))).toList());
    }

    private static Json issue(Finding finding, Site place) {
        Json lines = new Json().put("begin", Math.max(1, place.line()));
        return new Json()
                .put("description", FindingLine.message(finding))
                .put("check_name", finding.rule())
                .put("fingerprint", finding.id())
                .put("severity", severity(finding.severity()))
                .put("location", new Json().put("path", place.path()).put("lines", lines));
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
