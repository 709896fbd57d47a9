package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.Table;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.WholeCpu;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of all CPU time, user and system side by side: methods, and the callers or callees of one. In seconds
 * where the sampling interval is known, else in samples.
 */
public final class CpuTablesText {
    private record Method(String name, FrameKind kind) {}

    private final Profile profile;
    private final Evidence grade;
    private final boolean nativeFrames;
    private final CpuTotals cpu;
    private final Map<Method, Hotspot> system = new HashMap<>();
    private final int columns;
    private final Palette palette;
    private final StringBuilder text;

    private CpuTablesText(Profile profile, boolean nativeFrames, int columns, Palette palette) {
        this.profile = profile;
        this.nativeFrames = nativeFrames;
        this.cpu = CpuTotals.best(profile);
        this.grade = cpu.evidence();
        this.columns = columns;
        this.palette = palette;
        this.text = new StringBuilder(CpuText.summary(profile, palette));
        for (Hotspot each : Hotspots.of(profile, grade, nativeFrames)) {
            system.put(new Method(each.method(), each.kind()), each);
        }
    }

    /** Returns the methods by CPU time. */
    public static String hotspots(Profile profile, HotspotsText.Options options, int columns, Palette palette) {
        CpuTablesText view = new CpuTablesText(profile, options.nativeFrames(), columns, palette);
        if (view.grade.measuresCpu()) {
            view.methods(options);
        }
        return view.text.toString();
    }

    /**
     * Returns one side of the table around a method.
     *
     * @param butterfly of the whole CPU time, with a centre
     */
    public static String edges(
            Profile profile, Butterfly butterfly, ButterflyText.Side side, TableSize size, Palette palette) {
        CpuTablesText view = new CpuTablesText(profile, size.nativeFrames(), size.columns(), palette);
        view.around(butterfly, side, size.top());
        return view.text.toString();
    }

    /** Rows and columns of a table. */
    public record TableSize(boolean nativeFrames, int top, int columns) {}

    private void methods(HotspotsText.Options options) {
        List<Hotspot> all = options.order().of(Hotspots.of(WholeCpu.of(profile), grade, nativeFrames));
        String unit = cpu.nanos() > 0 ? " s" : "";
        Table table = new Table(List.of(
                "self %", "user" + unit, "system" + unit, "total %", "user" + unit, "system" + unit, "method"));
        for (Hotspot each : all.subList(0, Math.min(options.top(), all.size()))) {
            Hotspot part = system.get(new Method(each.method(), each.kind()));
            List<String> cells = new ArrayList<>();
            cells(cells, amount(each.exclusive(), each.exclusiveNanos()),
                    part == null ? 0 : amount(part.exclusive(), part.exclusiveNanos()));
            cells(cells, amount(each.inclusive(), each.inclusiveNanos()),
                    part == null ? 0 : amount(part.inclusive(), part.inclusiveNanos()));
            cells.add(FrameText.of(each.method(), each.kind()));
            table.add(cells);
        }
        table.print(text, "CPU time by method", columns, palette);
        text.append(Table.more(all.size() - options.top(), palette));
    }

    private void around(Butterfly whole, ButterflyText.Side side, int top) {
        boolean callers = side == ButterflyText.Side.CALLERS;
        Hotspot centre = whole.centre().orElseThrow();
        Butterfly part = Butterfly.of(profile, grade, centre.method(), nativeFrames);
        Map<Method, Butterfly.Edge> parts = new HashMap<>();
        for (Butterfly.Edge each : callers ? part.callers() : part.callees()) {
            parts.put(new Method(each.method(), each.kind()), each);
        }
        Hotspot systemPart = system.get(new Method(centre.method(), centre.kind()));
        long all = amount(centre.inclusive(), centre.inclusiveNanos());
        text.append('\n').append(palette.bold(Printable.name(FrameText.of(centre.method(), centre.kind()))));
        text.append(": ").append(Figures.percent(Figures.share(all, amount(cpu.samples(), cpu.nanos()))))
                .append(" of the CPU time, ").append(shown(all));
        text.append(cpu.nanos() > 0 ? " s, " : " samples, ");
        text.append(shown(systemPart == null ? 0 : amount(systemPart.inclusive(), systemPart.inclusiveNanos())))
                .append(" of it system time\n");
        String unit = cpu.nanos() > 0 ? " s" : "";
        Table table = new Table(List.of("share %", "user" + unit, "system" + unit, callers ? "caller" : "callee"));
        List<Butterfly.Edge> edges = callers ? whole.callers() : whole.callees();
        for (Butterfly.Edge each : edges.subList(0, Math.min(top, edges.size()))) {
            Butterfly.Edge of = parts.get(new Method(each.method(), each.kind()));
            long amount = amount(each.samples(), each.nanos());
            long kernel = of == null ? 0 : amount(of.samples(), of.nanos());
            table.add(List.of(Figures.points(Figures.share(amount, all)), shown(amount - kernel), shown(kernel),
                    FrameText.of(each.method(), each.kind())));
        }
        table.print(text, callers ? "called by" : "calls", columns, palette);
        text.append(Table.more(edges.size() - top, palette));
    }

    private void cells(List<String> cells, long amount, long kernel) {
        cells.add(Figures.points(Figures.share(amount, amount(cpu.samples(), cpu.nanos()))));
        cells.add(shown(amount - kernel));
        cells.add(shown(kernel));
    }

    private long amount(long samples, long nanos) {
        return cpu.nanos() > 0 ? nanos : samples;
    }

    private String shown(long amount) {
        return cpu.nanos() > 0 ? Figures.seconds(amount) : Figures.count(amount);
    }
}
