package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import dev.perfhint.fleet.format.ParquetFile;
import dev.perfhint.fleet.format.ParquetFile.Column;
import dev.perfhint.fleet.format.ParquetFile.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The third step of collecting: one Parquet file for each table and date, from the rows of all its partitions. */
public final class FactsStep {
    private static final Map<String, List<Column>> TABLES = tables();

    private FactsStep() {}

    /** Returns the files' contents by table, from the rows of the partitions in the order of their keys. */
    public static Map<String, byte[]> run(List<byte[]> rows) {
        Map<String, List<Map<String, String>>> byTable = new TreeMap<>();
        FactRows.TABLES.forEach(table -> byTable.put(table, new ArrayList<>()));
        for (byte[] partition : rows) {
            for (String line : new String(partition, StandardCharsets.UTF_8).split("\n")) {
                if (!line.isEmpty()) {
                    Map<String, String> row = FlatJson.read(line);
                    byTable.get(row.get("table")).add(row);
                }
            }
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        byTable.forEach((table, lines) -> files.put(table, ParquetFile.of(table, TABLES.get(table), lines)));
        return files;
    }

    private static Map<String, List<Column>> tables() {
        List<Column> start = texts("service", "version", "date", "evidence");
        List<Column> unit = new ArrayList<>(start);
        unit.addAll(texts("host"));
        unit.addAll(numbers("hour", "hour_millis"));
        List<Column> units = new ArrayList<>(unit);
        units.addAll(numbers("samples", "system_nanos", "cpu_nanos"));
        units.add(new Column("recorded_seconds", Type.DOUBLE));
        List<Column> findings = new ArrayList<>(unit);
        findings.addAll(texts("finding", "rule", "cause", "performer", "site", "fix", "severity"));
        findings.addAll(numbers("samples", "system_nanos"));
        findings.add(new Column("saved_cores_low", Type.DOUBLE));
        findings.add(new Column("saved_cores_high", Type.DOUBLE));
        List<Column> account = new ArrayList<>(start);
        account.addAll(texts("cause", "performer", "object", "verdict", "why", "finding"));
        account.addAll(numbers("samples", "system_nanos"));
        return Map.of("units", units, "findings", findings, "account", account);
    }

    private static List<Column> texts(String... names) {
        return java.util.Arrays.stream(names).map(name -> new Column(name, Type.TEXT)).toList();
    }

    private static List<Column> numbers(String... names) {
        return java.util.Arrays.stream(names).map(name -> new Column(name, Type.LONG)).toList();
    }
}
