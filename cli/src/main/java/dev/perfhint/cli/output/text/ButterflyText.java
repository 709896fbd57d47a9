package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.Table;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspot;
import java.util.List;

/** The callers or callees of one method as text, each with the system CPU attributed to it. */
public final class ButterflyText {
    private static final int OTHER_CENTRES = 5;

    /** Which side of the method to show. */
    public enum Side {
        CALLERS,
        CALLEES
    }

    private ButterflyText() {}

    /** Shows the side of the table around {@code butterfly}'s centre, which must be present. */
    public static String of(CauseText shown, Butterfly butterfly, Side side, int top, int columns, Palette palette) {
        Hotspot centre = butterfly.centre().orElseThrow();
        CpuTotals cpu = CpuTotals.best(shown.shown());
        StringBuilder text = new StringBuilder(shown.heading());
        text.append('\n').append(palette.bold(Printable.name(FrameText.of(centre.method(), centre.kind()))))
                .append('\n');
        text.append("  inclusive ").append(amount(cpu, centre.inclusive(), centre.inclusiveNanos())).append('\n');
        text.append("  exclusive ").append(amount(cpu, centre.exclusive(), centre.exclusiveNanos())).append('\n');
        others(text, butterfly.centres(), palette);
        List<Butterfly.Edge> edges = side == Side.CALLERS ? butterfly.callers() : butterfly.callees();
        edges(text, edges, centre, side, top, columns, palette);
        return text.toString();
    }

    private static String amount(CpuTotals cpu, long samples, long nanos) {
        return Figures.percent(CpuText.shareOfSystem(cpu, samples, nanos)) + " of system CPU ("
                + CpuText.part(cpu, samples, nanos, cpu.systemSamples(), cpu.systemNanos(), "sample") + ")";
    }

    private static void others(StringBuilder text, List<Hotspot> centres, Palette palette) {
        for (Hotspot other : centres.subList(1, Math.min(centres.size(), OTHER_CENTRES + 1))) {
            text.append(palette.dim("  also fits: " + Printable.name(other.method()))).append('\n');
        }
        if (centres.size() > OTHER_CENTRES + 1) {
            text.append(palette.dim("  and " + (centres.size() - OTHER_CENTRES - 1) + " more")).append('\n');
        }
    }

    private static void edges(
            StringBuilder text, List<Butterfly.Edge> edges, Hotspot centre, Side side, int top, int columns,
            Palette palette) {
        boolean callers = side == Side.CALLERS;
        text.append('\n').append(palette.cyan(callers ? "called by" : "calls")).append('\n');
        if (edges.isEmpty()) {
            text.append(callers ? "  nothing: it is the outermost frame\n" : "  nothing that burns system CPU\n");
            return;
        }
        Table table = new Table(List.of("share %", "seconds", "samples", "cause", callers ? "caller" : "callee"));
        for (Butterfly.Edge edge : edges.subList(0, Math.min(top, edges.size()))) {
            table.add(List.of(
                    Figures.points(edge.share(centre)),
                    centre.inclusiveNanos() > 0 ? Figures.seconds(edge.nanos()) : "-",
                    Figures.count(edge.samples()),
                    CauseText.of(edge.cause()),
                    FrameText.of(edge.method(), edge.kind())));
        }
        table.print(text, columns, palette);
        text.append(Table.more(edges.size() - top, palette));
    }
}
