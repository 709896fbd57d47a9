package dev.perfhint.cli.output.fleet;

import dev.perfhint.rules.fleet.FleetChange;
import dev.perfhint.rules.fleet.FleetReport;
import java.util.Locale;

/** The fleet's report as Markdown. */
public final class FleetMarkdown {
    private FleetMarkdown() {}

    public static String of(FleetReport report, FleetCoverage coverage) {
        StringBuilder text = new StringBuilder("# Fleet\n\n" + coverage.line() + "\n\n## Findings by saved cores\n\n"
                + "| cores | rule | place | services | fix |\n|---|---|---|---|---|\n");
        report.findings().forEach(line -> text.append("| ").append(FleetText.cores(line.fleetSaved()))
                .append(line.extrapolated() ? " (extrapolated)" : "").append(" | ").append(line.rule()).append(" | ")
                .append(cell(line.place())).append(" | ").append(cell(FleetText.services(line.services())))
                .append(" | ").append(line.fixKind()).append(" |\n"));
        text.append("\n## Services by system-CPU cores\n\n"
                + "| system cores | cores | share | service | hosts | evidence |\n|---|---|---|---|---|---|\n");
        report.services().forEach(line -> text.append(String.format(Locale.ROOT,
                "| %.2f | %.2f | %s | %s | %d%s | %s |", line.systemCores(), line.cores(), FleetText.share(line),
                cell(line.service()), line.hosts(), FleetText.otherHosts(line), line.evidence().label()))
                .append('\n'));
        text.append("\n## Last version against the one before\n\n| outcome | service | rule | place | change |\n"
                + "|---|---|---|---|---|\n");
        for (FleetChange change : report.changes()) {
            if (change.isChange()) {
                text.append("| ").append(change.outcome().label()).append(" | ").append(cell(change.service()))
                        .append(" | ").append(change.rule()).append(" | ").append(cell(change.place())).append(" | ")
                        .append(FleetText.verdict(change)).append(" |\n");
            }
        }
        text.append('\n').append(FleetText.others(report.changes())).append('\n');
        if (!coverage.bad().isEmpty()) {
            text.append("\n## Unreadable recordings\n\n");
            coverage.bad().forEach(line -> text.append("- ").append(cell(line)).append('\n'));
        }
        return text.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace('\n', ' ');
    }
}
