package dev.perfhint.cli.output.fleet;

import dev.perfhint.cli.output.Printable;
import dev.perfhint.fleet.PartitionKey;
import dev.perfhint.rules.fleet.FleetChange;
import dev.perfhint.rules.fleet.FleetChange.Outcome;
import dev.perfhint.rules.fleet.FleetReport;
import dev.perfhint.rules.fleet.FleetReport.FindingLine;
import dev.perfhint.rules.fleet.FleetReport.ServiceLine;
import dev.perfhint.rules.fleet.FleetReport.TrendPoint;
import dev.perfhint.rules.fleet.JudgedFinding;
import dev.perfhint.rules.model.Range;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The fleet's numbers as text. */
public final class FleetText {
    private static final int MAX_HOURS = 24;
    private static final int MAX_INCONCLUSIVE = 10;

    private FleetText() {}

    /** Returns the report's first screen; for one service with its trend. */
    public static String of(FleetReport report, FleetCoverage coverage, int top, String store) {
        boolean grades = report.services().stream().map(ServiceLine::evidence).distinct().count() > 1;
        StringBuilder text = new StringBuilder(coverage.line()).append("\n\n");
        if (report.findings().isEmpty()) {
            text.append("no findings with a predicted saving\n");
        } else {
            text.append("findings by saved cores\n");
            report.findings().stream().limit(top).forEach(line -> text.append(finding(line, grades)));
            more(text, report.findings().size(), top);
        }
        text.append("\nservices by system-CPU cores\n");
        report.services().stream().limit(top).forEach(line -> text.append(service(line)));
        more(text, report.services().size(), top);
        if (!report.changes().isEmpty()) {
            List<FleetChange> changed = report.changes().stream().filter(FleetChange::isChange).toList();
            text.append("\nlast version against the one before\n");
            changed.stream().limit(top).forEach(change -> text.append(change(change)));
            more(text, changed.size(), top);
            text.append("  ").append(others(report.changes())).append('\n');
        }
        if (report.services().size() == 1) {
            trend(text, report.services().get(0).trend());
        }
        report.findings().stream().filter(line -> line.fixKind().equals(JudgedFinding.SOURCE_FIX)).findFirst()
                .ifPresent(line -> text.append("\nnext: perfhint analyze ").append(store).append("/tree/service=")
                        .append(PartitionKey.escaped(line.services().get(0)))
                        .append("/*/*/tree-*.php --source SRC --fix\n"));
        return text.toString();
    }

    private static void trend(StringBuilder text, List<TrendPoint> trend) {
        if (trend.size() < 2) {
            return;
        }
        text.append("\nsystem-CPU cores by hour (UTC)\n");
        for (TrendPoint point : trend.subList(Math.max(0, trend.size() - MAX_HOURS), trend.size())) {
            String hour = Instant.ofEpochMilli(point.hourMillis()).toString().substring(0, 13).replace('T', ' ');
            text.append(String.format(Locale.ROOT, "  %7.2f of %.2f cores  %s:00%n", point.systemCores(),
                    point.cores(), hour).replace("\r", ""));
        }
    }

    /** Returns a comparison. */
    public static String changes(List<FleetChange> changes, String before, String after, int services) {
        StringBuilder text = new StringBuilder(before + " and " + after + ", " + count(services, "service") + ", "
                + count(changes.size(), "finding") + " compared host by host (5 % false discoveries)\n");
        changes.stream().filter(FleetChange::isChange).forEach(change -> text.append(change(change)));
        List<FleetChange> open = changes.stream().filter(change -> change.outcome() == Outcome.INCONCLUSIVE).toList();
        open.stream().limit(MAX_INCONCLUSIVE).forEach(change -> text.append(change(change)));
        more(text, open.size(), MAX_INCONCLUSIVE, "--format json");
        return text.append(others(changes)).append('\n').toString();
    }

    /** Counts the findings that are not said to have changed. */
    static String others(List<FleetChange> changes) {
        long unchanged = changes.stream().filter(change -> change.outcome() == Outcome.UNCHANGED).count();
        long open = changes.stream().filter(change -> change.outcome() == Outcome.INCONCLUSIVE).count();
        return count((int) unchanged, "finding") + " unchanged, " + open + " inconclusive";
    }

    private static String finding(FindingLine line, boolean grades) {
        return "  " + cores(line.fleetSaved()) + " cores" + (line.extrapolated() ? " (extrapolated to all instances)"
                : "") + "  " + line.rule() + "  " + Printable.name(line.place()) + "  "
                + services(line.services()) + "  fix: " + line.fixKind()
                + (grades ? ", " + line.evidence().label() : "") + "\n";
    }

    static String services(List<String> names) {
        return names.size() == 1 ? names.get(0) : "in " + names.size() + " services";
    }

    private static String service(ServiceLine line) {
        return String.format(Locale.ROOT, "  %7.2f of %.2f cores (%s)  %s, %s%s%n", line.systemCores(), line.cores(),
                share(line), Printable.name(line.service()), count(line.hosts(), "host") + otherHosts(line),
                line.evidence().measuresCpu() ? ", " + line.evidence().label() : ", no CPU samples")
                .replace("\r", "");
    }

    static String otherHosts(ServiceLine line) {
        return line.otherHosts() == 0 ? "" : " (" + line.otherHosts() + " of a lower grade not counted)";
    }

    static String share(ServiceLine line) {
        return line.cpuNanos() == 0 ? "unknown" : percent((double) line.systemNanos() / line.cpuNanos()) + " system";
    }

    private static String change(FleetChange change) {
        String what = "  " + change.outcome().label() + ": " + change.service() + ": " + change.rule() + "  "
                + Printable.name(change.place()) + "  ";
        return what + verdict(change) + "\n";
    }

    static String verdict(FleetChange change) {
        if (change.outcome() == Outcome.INCONCLUSIVE) {
            return effect(change.effect()) + " on " + change.hostsBefore() + " and " + change.hostsAfter()
                    + " hosts; about " + change.hostsNeeded() + " hosts a side would settle it";
        }
        return String.format(Locale.ROOT, "%s (%s to %s), %+.2f cores, %d and %d hosts", effect(change.effect()),
                effect(change.low()), effect(change.high()), change.cores(), change.hostsBefore(), change.hostsAfter());
    }

    private static String effect(double effect) {
        return effect > 1e6 ? "new" : String.format(Locale.ROOT, "%+.0f %%", 100 * effect);
    }

    static String cores(Range range) {
        return number(range.low()) + " to " + number(range.high());
    }

    private static String number(double cores) {
        return String.format(Locale.ROOT, cores >= 10 ? "%.0f" : cores >= 1 ? "%.1f" : "%.2f", cores);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share >= 0.1 ? "%.0f %%" : "%.1f %%", 100 * share);
    }

    static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static void more(StringBuilder text, int size, int top) {
        more(text, size, top, "--top");
    }

    private static void more(StringBuilder text, int size, int top, String option) {
        if (size > top) {
            text.append("  and ").append(size - top).append(" more (").append(option).append(")\n");
        }
    }
}
