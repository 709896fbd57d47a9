package dev.perfhint.cli.output.ci;

import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import java.util.Optional;

/**
 * A report as workflow commands of GitHub Actions: a line that a runner prints becomes an annotation of the file and
 * line. Paths are relative to the repository.
 */
public final class GithubAnnotations {
    private GithubAnnotations() {}

    public static String of(Report report) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : report.counting()) {
            text.append("::").append(command(finding.severity())).append(' ');
            Optional<Site> place = FindingLine.place(finding);
            place.ifPresent(site -> {
                text.append("file=").append(property(site.path())).append(",line=").append(Math.max(1, site.line()));
                if (site.column() > 0) {
                    text.append(",col=").append(site.column());
                }
                text.append(',');
            });
            text.append("title=").append(property(finding.rule())).append("::").append(data(message(finding, place)));
            text.append('\n');
        }
        return text.toString();
    }

    private static String message(Finding finding, Optional<Site> place) {
        String where = place.isPresent() ? ""
                : " (" + finding.site().className() + "." + finding.site().methodName() + ")";
        String fix = finding.fix().map(each -> "\nfix: " + each.title() + " (" + each.applicability().label() + ")")
                .orElse("");
        return FindingLine.message(finding) + where + fix;
    }

    private static String command(Severity severity) {
        return switch (severity) {
            case HIGH -> "error";
            case MEDIUM -> "warning";
            case LOW, INFO -> "notice";
        };
    }

    /** The runner takes line ends, and in properties also colons and commas, only when escaped. */
    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
