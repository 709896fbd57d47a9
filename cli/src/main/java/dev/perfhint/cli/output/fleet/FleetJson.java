package dev.perfhint.cli.output.fleet;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.json.JsonText;
import dev.perfhint.rules.fleet.FleetChange;
import dev.perfhint.rules.fleet.FleetReport;
import dev.perfhint.rules.fleet.FleetReport.FindingLine;
import dev.perfhint.rules.fleet.FleetReport.ServiceLine;
import dev.perfhint.rules.model.Range;
import java.io.IOException;
import java.util.List;

/** The fleet's report and comparison as JSON, schema version 1. */
public final class FleetJson {
    private FleetJson() {}

    public static String of(FleetReport report, FleetCoverage coverage, String version) {
        return JsonText.of(json -> {
            start(json, version);
            json.name("coverage").beginObject();
            json.name("recordings").value(coverage.recordings()).name("services").value(coverage.services());
            json.name("hosts").value(coverage.hosts()).name("unlabelled").value(coverage.unlabelled());
            json.name("damaged").value(coverage.damaged());
            texts(json, "dates", coverage.dates());
            texts(json, "bad", coverage.bad());
            json.endObject();
            json.name("findings").beginArray();
            for (FindingLine line : report.findings()) {
                finding(json, line);
            }
            json.endArray().name("services").beginArray();
            for (ServiceLine line : report.services()) {
                service(json, line);
            }
            json.endArray();
            changes(json, report.changes());
            json.endObject();
        });
    }

    public static String of(List<FleetChange> changes, String before, String after, String version) {
        return JsonText.of(json -> {
            start(json, version);
            json.name("before").value(before).name("after").value(after);
            changes(json, changes);
            json.endObject();
        });
    }

    private static void start(JsonWriter json, String version) throws IOException {
        json.beginObject().name("schemaVersion").value(1);
        json.name("tool").beginObject().name("name").value("perfhint").name("version").value(version).endObject();
    }

    private static void finding(JsonWriter json, FindingLine line) throws IOException {
        json.beginObject().name("id").value(line.id()).name("rule").value(line.rule());
        json.name("place").value(line.place()).name("message").value(line.message());
        json.name("fixKind").value(line.fixKind()).name("evidence").value(line.evidence().label());
        json.name("samples").value(line.samples()).name("systemNanos").value(line.systemNanos());
        range(json, "savedCores", line.saved());
        range(json, "fleetSavedCores", line.fleetSaved());
        json.name("extrapolated").value(line.extrapolated());
        texts(json, "services", line.services());
        json.endObject();
    }

    private static void service(JsonWriter json, ServiceLine line) throws IOException {
        json.beginObject().name("service").value(line.service()).name("evidence").value(line.evidence().label());
        json.name("hosts").value(line.hosts()).name("hostsOfLowerGrade").value(line.otherHosts());
        json.name("recordedSeconds").value(line.recordedSeconds());
        json.name("samples").value(line.samples()).name("cpuNanos").value(line.cpuNanos());
        json.name("systemNanos").value(line.systemNanos()).name("cores").value(line.cores());
        json.name("systemCores").value(line.systemCores()).name("instances").value(line.instances());
        json.name("trend").beginArray();
        for (FleetReport.TrendPoint point : line.trend()) {
            json.beginObject().name("hourMillis").value(point.hourMillis()).name("cores").value(point.cores())
                    .name("systemCores").value(point.systemCores()).endObject();
        }
        json.endArray().endObject();
    }

    private static void changes(JsonWriter json, List<FleetChange> changes) throws IOException {
        json.name("changes").beginArray();
        for (FleetChange change : changes) {
            json.beginObject().name("service").value(change.service()).name("finding").value(change.findingId());
            json.name("rule").value(change.rule()).name("place").value(change.place());
            json.name("outcome").value(change.outcome().label()).name("effect").value(finite(change.effect()));
            json.name("interval").beginArray().value(finite(change.low())).value(finite(change.high())).endArray();
            json.name("cores").value(change.cores()).name("adjustedP").value(change.adjustedP());
            json.name("hostsBefore").value(change.hostsBefore()).name("hostsAfter").value(change.hostsAfter());
            json.name("paired").value(change.paired()).name("hostsNeeded").value(change.hostsNeeded()).endObject();
        }
        json.endArray();
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : Double.MAX_VALUE;
    }

    private static void range(JsonWriter json, String name, Range range) throws IOException {
        json.name(name).beginArray().value(range.low()).value(range.high()).endArray();
    }

    private static void texts(JsonWriter json, String name, List<String> texts) throws IOException {
        json.name(name).beginArray();
        for (String text : texts) {
            json.value(text);
        }
        json.endArray();
    }
}
