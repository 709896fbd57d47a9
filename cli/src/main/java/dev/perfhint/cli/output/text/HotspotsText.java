package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Table;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.MainCause;
import dev.perfhint.profile.view.CauseView;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.profile.view.ThreadTimes;
import java.util.ArrayList;
import java.util.List;

/**
 * The hotspots of a profile as text: methods, then system calls, kernel subsystems and threads. All numbers are system
 * CPU of the best grade present, which the first line names.
 */
public final class HotspotsText {
    private static final int NARROW_COLUMNS = 90;
    private static final int TINY_COLUMNS = 70;
    private static final int TOP_KERNEL = 10;

    /** Which system CPU of a method decides its place. */
    public enum Order {
        EXCLUSIVE,
        INCLUSIVE;

        /** Returns rows in this order; they come in that of exclusive CPU. */
        public List<Hotspot> of(List<Hotspot> rows) {
            return this == EXCLUSIVE ? rows : rows.stream().sorted(Hotspot.byInclusive()).toList();
        }
    }

    /**
     * What to show.
     *
     * @param top rows of the method table
     * @param nativeFrames whether kernel and native functions stand for themselves
     */
    public record Options(Order order, boolean nativeFrames, int top) {}

    private final Profile profile;
    private final CpuTotals cpu;
    private final int columns;
    private final Palette palette;
    private final StringBuilder text = new StringBuilder();

    private HotspotsText(Profile profile, int columns, Palette palette) {
        this.profile = profile;
        this.cpu = CpuTotals.best(profile);
        this.columns = columns;
        this.palette = palette;
    }

    public static String of(CauseText shown, Options options, int columns, Palette palette) {
        HotspotsText view = new HotspotsText(shown.shown(), columns, palette);
        view.text.append(shown.heading());
        if (view.cpu.evidence().measuresCpu() && view.cpu.systemSamples() > 0) {
            view.methods(options);
            view.kernel();
            view.threads();
        }
        return view.text.toString();
    }

    private void methods(Options options) {
        boolean inclusive = options.order() == Order.INCLUSIVE;
        List<Hotspot> hotspots = options.order().of(Hotspots.of(profile, cpu.evidence(), options.nativeFrames()));
        boolean narrow = columns < NARROW_COLUMNS;
        String first = inclusive ? "inclusive %" : "exclusive %";
        String second = inclusive ? "exclusive %" : "inclusive %";
        boolean tiny = columns < TINY_COLUMNS;
        Table table = new Table(tiny ? List.of(first, "s", "samples", "method") : narrow
                ? List.of(first.substring(0, 4) + " %", "s", "samples", second.substring(0, 4) + " %", "s", "samples",
                        "method")
                : List.of(first, "seconds", "samples", second, "seconds", "samples", "cause", "method"));
        List<Hotspot> top = hotspots.subList(0, Math.min(options.top(), hotspots.size()));
        List<MainCause> causes = narrow ? List.of()
                : CauseView.of(profile, cpu.evidence(), options.nativeFrames(), top);
        for (int place = 0; place < top.size(); place++) {
            Hotspot hotspot = top.get(place);
            List<String> cells = new ArrayList<>();
            addCells(cells, inclusive ? hotspot.inclusive() : hotspot.exclusive(),
                    inclusive ? hotspot.inclusiveNanos() : hotspot.exclusiveNanos());
            if (!tiny) {
                addCells(cells, inclusive ? hotspot.exclusive() : hotspot.inclusive(),
                        inclusive ? hotspot.exclusiveNanos() : hotspot.inclusiveNanos());
            }
            if (!narrow) {
                cells.add(CauseText.of(causes.get(place)));
            }
            cells.add(FrameText.of(hotspot.method(), hotspot.kind()));
            table.add(cells);
        }
        table.print(text, "system CPU by method", columns, palette);
        text.append(Table.more(hotspots.size() - options.top(), palette));
    }

    private void kernel() {
        KernelTime kernel = KernelTime.of(profile, cpu.evidence());
        kernelTable(kernel.syscalls(), "system call").print(text, "system CPU by system call", columns, palette);
        kernelTable(kernel.subsystems(), "subsystem").print(text, "system CPU by kernel subsystem", columns, palette);
    }

    private Table kernelTable(List<KernelTime.Row> rows, String title) {
        Table table = new Table(List.of("%", "seconds", "samples", title));
        for (KernelTime.Row row : rows.subList(0, Math.min(TOP_KERNEL, rows.size()))) {
            List<String> cells = new ArrayList<>();
            addCells(cells, row.samples(), row.nanos());
            cells.add(row.name());
            table.add(cells);
        }
        return table;
    }

    private void threads() {
        Table table = new Table(List.of("%", "seconds", "samples", "of its CPU %", "thread"));
        for (ThreadTimes.Row row : ThreadTimes.of(profile, cpu.evidence())) {
            if (row.systemSamples() == 0 && row.systemNanos() == 0) {
                continue;
            }
            List<String> cells = new ArrayList<>();
            addCells(cells, row.systemSamples(), row.systemNanos());
            cells.add(Figures.points(row.nanos() > 0
                    ? Figures.share(row.systemNanos(), row.nanos())
                    : Figures.share(row.systemSamples(), row.samples())));
            cells.add(row.threadGroup());
            table.add(cells);
        }
        table.print(text, "system CPU by thread group", columns, palette);
    }

    private void addCells(List<String> cells, long samples, long nanos) {
        cells.add(Figures.points(CpuText.shareOfSystem(cpu, samples, nanos)));
        cells.add(cpu.systemNanos() > 0 ? Figures.seconds(nanos) : "-");
        cells.add(Figures.count(samples));
    }
}
