package dev.perfhint.cli.output.fleet;

import dev.perfhint.cli.output.json.Json;
import dev.perfhint.rules.fleet.FleetChange;
import dev.perfhint.rules.fleet.FleetReport;
import dev.perfhint.rules.fleet.FleetReport.FindingLine;
import dev.perfhint.rules.fleet.FleetReport.ServiceLine;
import java.util.List;

/** The fleet's report and comparison as JSON, schema version 1. */
public final class FleetJson {
    private FleetJson() {}

    public static String of(FleetReport report, FleetCoverage coverage, String version) {
        return Json.text(Json.document(version)
                .put("coverage", new Json()
                        .put("recordings", coverage.recordings())
                        .put("services", coverage.services())
                        .put("hosts", coverage.hosts())
                        .put("unlabelled", coverage.unlabelled())
                        .put("damaged", coverage.damaged())
                        .put("dates", coverage.dates())
                        .put("bad", coverage.bad()))
                .put("findings", report.findings(), FleetJson::finding)
                .put("services", report.services(), FleetJson::service)
                .put("changes", report.changes(), FleetJson::change));
    }

    public static String of(List<FleetChange> changes, String before, String after, String version) {
        return Json.text(Json.document(version)
                .put("before", before)
                .put("after", after)
                .put("changes", changes, FleetJson::change));
    }

    private static Json finding(FindingLine line) {
        return new Json()
                .put("id", line.id())
                .put("rule", line.rule())
                .put("place", line.place())
                .put("message", line.message())
                .put("fixKind", line.fixKind())
                .put("evidence", line.evidence().label())
                .put("samples", line.samples())
                .put("systemNanos", line.systemNanos())
                .put("savedCores", List.of(line.saved().low(), line.saved().high()))
                .put("fleetSavedCores", List.of(line.fleetSaved().low(), line.fleetSaved().high()))
                .put("extrapolated", line.extrapolated())
                .put("services", line.services());
    }

    private static Json service(ServiceLine line) {
        return new Json()
                .put("service", line.service())
                .put("evidence", line.evidence().label())
                .put("hosts", line.hosts())
                .put("hostsOfLowerGrade", line.otherHosts())
                .put("recordedSeconds", line.recordedSeconds())
                .put("samples", line.samples())
                .put("cpuNanos", line.cpuNanos())
                .put("systemNanos", line.systemNanos())
                .put("cores", line.cores())
                .put("systemCores", line.systemCores())
                .put("instances", line.instances())
                .put("trend", line.trend(), point -> new Json()
                        .put("hourMillis", point.hourMillis())
                        .put("cores", point.cores())
                        .put("systemCores", point.systemCores()));
    }

    private static Json change(FleetChange change) {
        return new Json()
                .put("service", change.service())
                .put("finding", change.findingId())
                .put("rule", change.rule())
                .put("place", change.place())
                .put("outcome", change.outcome().label())
                .put("effect", finite(change.effect()))
                .put("interval", List.of(finite(change.low()), finite(change.high())))
                .put("cores", change.cores())
                .put("adjustedP", change.adjustedP())
                .put("hostsBefore", change.hostsBefore())
                .put("hostsAfter", change.hostsAfter())
                .put("paired", change.paired())
                .put("hostsNeeded", change.hostsNeeded());
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : Double.MAX_VALUE;
    }
}
