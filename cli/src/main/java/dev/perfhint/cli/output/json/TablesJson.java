package dev.perfhint.cli.output.json;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.text.CpuText;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.profile.view.ThreadTimes;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The tables of {@code hotspots}, {@code callers} and {@code callees} as JSON, schema version 1 of
 * {@code tables.schema.json}. Rows count system CPU, or all CPU time where {@code measure} is {@code cpu}.
 */
public final class TablesJson {
    private final JsonWriter json;
    private final CpuTotals cpu;
    private boolean systemOnly;

    private TablesJson(JsonWriter json, CpuTotals cpu) {
        this.json = json;
        this.cpu = cpu;
    }

    /**
     * Returns the hotspots, kernel tables and threads.
     *
     * @param counted the profile whose system part is what the rows count
     * @param totals user and system time of the recording
     */
    public static String hotspots(
            Profile counted, CpuTotals totals, List<Hotspot> rows, String measure, String version) {
        return JsonText.of(json -> {
            TablesJson table = new TablesJson(json, CpuTotals.best(counted));
            table.begin(totals, measure, version);
            table.methods(rows);
            KernelTime kernel = KernelTime.of(counted, totals.evidence());
            table.kernel("syscalls", kernel.syscalls());
            table.kernel("subsystems", kernel.subsystems());
            table.threads(ThreadTimes.of(counted, totals.evidence()));
            json.endObject();
        });
    }

    /** Returns both sides of the table around a method, callers and callees. */
    public static String butterfly(
            Profile counted, CpuTotals totals, Butterfly butterfly, String measure, String version) {
        Hotspot centre = butterfly.centre().orElseThrow();
        return JsonText.of(json -> {
            TablesJson table = new TablesJson(json, CpuTotals.best(counted));
            table.begin(totals, measure, version);
            table.methods(List.of(centre));
            table.edges("callers", butterfly.callers(), centre);
            table.edges("callees", butterfly.callees(), centre);
            json.endObject();
        });
    }

    private void begin(CpuTotals totals, String measure, String version) throws IOException {
        systemOnly = measure.equals("system");
        json.beginObject().name("schemaVersion").value(1);
        json.name("tool").beginObject().name("name").value("perfhint").name("version").value(version).endObject();
        json.name("measure").value(measure);
        json.name("cpu").beginObject().name("evidence").value(totals.evidence().label());
        json.name("samples").value(totals.samples()).name("systemSamples").value(totals.systemSamples());
        json.name("nanos").value(totals.nanos()).name("systemNanos").value(totals.systemNanos()).endObject();
    }

    private void methods(List<Hotspot> rows) throws IOException {
        json.name("methods").beginArray();
        for (Hotspot row : rows) {
            name(row.method(), row.kind());
            json.name("exclusive").value(row.exclusive()).name("inclusive").value(row.inclusive());
            json.name("exclusiveNanos").value(row.exclusiveNanos());
            json.name("inclusiveNanos").value(row.inclusiveNanos());
            json.name("exclusiveShare").value(CpuText.shareOfSystem(cpu, row.exclusive(), row.exclusiveNanos()));
            json.name("inclusiveShare").value(CpuText.shareOfSystem(cpu, row.inclusive(), row.inclusiveNanos()));
            json.endObject();
        }
        json.endArray();
    }

    private void edges(String name, List<Butterfly.Edge> edges, Hotspot centre) throws IOException {
        json.name(name).beginArray();
        for (Butterfly.Edge edge : edges) {
            name(edge.method(), edge.kind());
            json.name("samples").value(edge.samples()).name("nanos").value(edge.nanos());
            json.name("share").value(edge.share(centre));
            json.name("cause").value(systemOnly ? edge.cause().cause().label() : null).endObject();
        }
        json.endArray();
    }

    private void name(String method, FrameKind kind) throws IOException {
        json.beginObject().name("method").value(method).name("kind").value(kind.name().toLowerCase(Locale.ROOT));
    }

    private void kernel(String name, List<KernelTime.Row> rows) throws IOException {
        json.name(name).beginArray();
        for (KernelTime.Row row : rows) {
            json.beginObject().name("name").value(row.name()).name("samples").value(row.samples());
            json.name("nanos").value(row.nanos());
            json.name("share").value(CpuText.shareOfSystem(cpu, row.samples(), row.nanos())).endObject();
        }
        json.endArray();
    }

    private void threads(List<ThreadTimes.Row> rows) throws IOException {
        json.name("threads").beginArray();
        for (ThreadTimes.Row row : rows) {
            json.beginObject().name("group").value(row.threadGroup());
            json.name("samples").value(row.systemSamples()).name("nanos").value(row.systemNanos()).endObject();
        }
        json.endArray();
    }
}
