package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.fleet.JudgedFinding;
import dev.perfhint.rules.fleet.JudgedService;
import dev.perfhint.rules.fleet.JudgedUnit;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Range;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the facts say of one partition: rows of three tables, one JSON object a line. */
final class FactRows {
    static final List<String> TABLES = List.of("units", "findings", "account");

    private FactRows() {}

    /** Judges the merged profile of a partition. */
    static String of(PartitionKey key, Profile profile) {
        JudgedService judged = JudgedService.of(KernelScale.of(profile));
        StringBuilder lines = new StringBuilder();
        for (JudgedUnit unit : judged.units()) {
            if (unit.recordedSeconds() > 0 || unit.samples() > 0) { // else of another grade
                add(lines, unit(base("units", key, judged, unit), unit));
            }
        }
        for (JudgedFinding finding : judged.findings()) {
            Optional<Range> saved = judged.savedCores(finding);
            double all = finding.unitSystemNanos().stream().mapToLong(Long::longValue).sum();
            for (int i = 0; i < judged.units().size(); i++) {
                if (finding.unitSamples().get(i) > 0) {
                    add(lines, finding(base("findings", key, judged, judged.units().get(i)), finding, i,
                            all == 0 ? 0 : finding.unitSystemNanos().get(i) / all, saved));
                }
            }
        }
        for (AccountRow row : judged.report().account()) {
            Map<String, Object> line = start("account", key, judged);
            line.put("cause", row.cause().label());
            line.put("performer", row.performer().label());
            line.put("object", row.object());
            line.put("verdict", row.verdict().label());
            line.put("why", row.why());
            line.put("finding", row.findings().isEmpty() ? "" : row.findings().get(0));
            line.put("samples", row.samples());
            line.put("system_nanos", row.nanos());
            add(lines, line);
        }
        return lines.toString();
    }

    private static Map<String, Object> unit(Map<String, Object> line, JudgedUnit unit) {
        line.put("samples", unit.samples());
        line.put("system_nanos", unit.systemNanos());
        line.put("cpu_nanos", unit.cpuNanos());
        line.put("recorded_seconds", unit.recordedSeconds());
        return line;
    }

    private static Map<String, Object> finding(Map<String, Object> line, JudgedFinding judged, int unit, double part,
            Optional<Range> saved) {
        Finding finding = judged.finding();
        line.put("finding", finding.id());
        line.put("rule", finding.rule());
        line.put("cause", finding.cause().label());
        line.put("performer", finding.owner().label());
        line.put("site", judged.place());
        line.put("fix", judged.fixKind());
        line.put("severity", finding.severity().label());
        line.put("samples", judged.unitSamples().get(unit));
        line.put("system_nanos", judged.unitSystemNanos().get(unit));
        line.put("saved_cores_low", part * saved.map(Range::low).orElse(0.0));
        line.put("saved_cores_high", part * saved.map(Range::high).orElse(0.0));
        return line;
    }

    private static Map<String, Object> base(String table, PartitionKey key, JudgedService judged, JudgedUnit unit) {
        Map<String, Object> line = start(table, key, judged);
        line.put("host", unit.host());
        line.put("hour", Instant.ofEpochMilli(unit.hourMillis()).atZone(ZoneOffset.UTC).getHour());
        line.put("hour_millis", unit.hourMillis());
        return line;
    }

    private static Map<String, Object> start(String table, PartitionKey key, JudgedService judged) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("table", table);
        line.put("service", key.service());
        line.put("version", key.version());
        line.put("date", key.date());
        line.put("evidence", judged.evidence().label());
        return line;
    }

    private static void add(StringBuilder lines, Map<String, Object> line) {
        lines.append(FlatJson.write(line)).append('\n');
    }
}
