package dev.perfhint.cli.output.json;

import dev.perfhint.cli.output.text.CpuText;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.CallerTree;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.profile.view.ThreadTimes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The tables of {@code hotspots}, {@code callers} and {@code callees} as JSON, schema version 1 of
 * {@code tables.schema.json}. Rows count system CPU, or all CPU time where {@code measure} is {@code cpu}.
 */
public final class TablesJson {
    private final CpuTotals cpu;
    private final boolean systemOnly;

    private TablesJson(CpuTotals cpu, String measure) {
        this.cpu = cpu;
        this.systemOnly = measure.equals("system");
    }

    /**
     * Returns the hotspots, kernel tables and threads.
     *
     * @param counted the profile whose system part is what the rows count
     * @param totals user and system time of the recording
     */
    public static String hotspots(
            Profile counted, CpuTotals totals, List<Hotspot> rows, String measure, String version) {
        TablesJson table = new TablesJson(CpuTotals.best(counted), measure);
        KernelTime kernel = KernelTime.of(counted, totals.evidence());
        return Json.text(document(totals, measure, version)
                .put("methods", rows, table::method)
                .put("syscalls", kernel.syscalls(), table::kernel)
                .put("subsystems", kernel.subsystems(), table::kernel)
                .put("threads", ThreadTimes.of(counted, totals.evidence()), row -> new Json()
                        .put("group", row.threadGroup())
                        .put("samples", row.systemSamples())
                        .put("nanos", row.systemNanos())));
    }

    /** Returns both sides of the table around a method, callers and callees. */
    public static String butterfly(
            Profile counted, CpuTotals totals, Butterfly butterfly, Optional<CallerTree> tree, String measure,
            String version) {
        Hotspot centre = butterfly.centre().orElseThrow();
        TablesJson table = new TablesJson(CpuTotals.best(counted), measure);
        return Json.text(document(totals, measure, version)
                .put("methods", List.of(table.method(centre)))
                .put("callers", butterfly.callers(), edge -> table.edge(edge, centre))
                .put("callees", butterfly.callees(), edge -> table.edge(edge, centre))
                .put("callerTree", tree, root -> callers(root, root)));
    }

    private static Json callers(CallerTree node, CallerTree centre) {
        return named(node.method(), node.kind()).put("samples", node.samples()).put("nanos", node.nanos())
                .put("share", node.share(centre)).put("callers", node.callers(), each -> callers(each, centre));
    }

    private static Json document(CpuTotals totals, String measure, String version) {
        return Json.document(version).put("measure", measure).put("cpu", new Json()
                .put("evidence", totals.evidence().label())
                .put("samples", totals.samples())
                .put("systemSamples", totals.systemSamples())
                .put("nanos", totals.nanos())
                .put("systemNanos", totals.systemNanos()));
    }

    private Json method(Hotspot row) {
        return named(row.method(), row.kind())
                .put("exclusive", row.exclusive())
                .put("inclusive", row.inclusive())
                .put("exclusiveNanos", row.exclusiveNanos())
                .put("inclusiveNanos", row.inclusiveNanos())
                .put("exclusiveShare", CpuText.shareOfSystem(cpu, row.exclusive(), row.exclusiveNanos()))
                .put("inclusiveShare", CpuText.shareOfSystem(cpu, row.inclusive(), row.inclusiveNanos()));
    }

    private Json edge(Butterfly.Edge edge, Hotspot centre) {
        return named(edge.method(), edge.kind())
                .put("samples", edge.samples())
                .put("nanos", edge.nanos())
                .put("share", edge.share(centre))
                .put("cause", systemOnly ? edge.cause().cause().label() : null);
    }

    private static Json named(String method, FrameKind kind) {
        return new Json().put("method", method).put("kind", kind.name().toLowerCase(Locale.ROOT));
    }

    private Json kernel(KernelTime.Row row) {
        return new Json()
                .put("name", row.name())
                .put("samples", row.samples())
                .put("nanos", row.nanos())
                .put("share", CpuText.shareOfSystem(cpu, row.samples(), row.nanos()));
    }
}
