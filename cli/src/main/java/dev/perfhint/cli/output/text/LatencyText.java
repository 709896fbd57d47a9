package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.Table;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSetting;
import dev.perfhint.rules.latency.Distribution;
import dev.perfhint.rules.latency.LatencyAdvice.Remedy;
import dev.perfhint.rules.latency.LatencyComparison;
import dev.perfhint.rules.latency.LatencyReport;
import dev.perfhint.rules.latency.LatencyReport.Group;
import dev.perfhint.rules.latency.LatencyReport.Slice;
import dev.perfhint.rules.latency.Operations.Offer;
import dev.perfhint.rules.latency.Outlier;
import dev.perfhint.rules.latency.WaitCause;
import dev.perfhint.rules.stack.SourceFileName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The distribution of operations and what the slow ones waited for, as text. */
public final class LatencyText {
    /** Percentiles shown, as in the JSON form. */
    public static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
    private static final int BAR_COLUMNS = 34;
    private static final int MAX_DETAILS = 5;
    private static final int MAX_FRAMES = 3;

    private final LatencyReport report;
    private final int top;
    private final int columns;
    private final Palette palette;
    private final StringBuilder text = new StringBuilder();

    private LatencyText(LatencyReport report, int top, int columns, Palette palette) {
        this.report = report;
        this.top = top;
        this.columns = columns;
        this.palette = palette;
    }

    /** @param top groups and single outliers to show */
    public static String of(LatencyReport report, int top, int columns, Palette palette) {
        LatencyText view = new LatencyText(report, top, columns, palette);
        view.print();
        return view.text.toString();
    }

    /** Returns two recordings side by side, as text. */
    public static String of(LatencyComparison comparison, int columns, Palette palette) {
        Table table = new Table(List.of("baseline", "now", "", "what"));
        for (LatencyComparison.Row row : comparison.rows()) {
            table.add(List.of(number(row, row.before().value()), number(row, row.after().value()), row.canBeChance()
                    ? "can be chance" : row.after().value() < row.before().value() ? "less" : "more", row.what()));
        }
        StringBuilder text = new StringBuilder();
        table.print(text, columns, palette);
        return text.append('\n').toString();
    }

    private static String number(LatencyComparison.Row row, double value) {
        return row.nanos() ? DurationText.of(value) : ScalingText.number(value);
    }

    /** Returns the operations that recordings offer, as text. */
    public static String offers(List<Offer> offers, int columns, Palette palette) {
        Table table = new Table(List.of("count", "median", "maximum", "operation"));
        for (Offer offer : offers) {
            Distribution times = offer.distribution();
            table.add(List.of(Figures.count(times.count()), DurationText.of(times.percentileNanos(50)),
                    DurationText.of(times.maxNanos()), offer.eventName() + cut(offer.setting())));
        }
        StringBuilder text = new StringBuilder();
        table.print(text, columns, palette);
        return text.toString();
    }

    private static String cut(EventSetting setting) {
        String threshold = setting.thresholdNanos() > 0
                ? ", of " + DurationText.of(setting.thresholdNanos()) + " and more" : "";
        return threshold + (setting.isThrottled() ? ", at most " + setting.throttle() : "");
    }

    private void print() {
        String grouped = report.by().isEmpty() ? "" : ", by " + report.by();
        line(palette.bold(Printable.name(report.operation()) + cut(report.setting()) + grouped));
        if (report.setting().isThrottled()) {
            line("some operations were not recorded: counts are too low, the longest may be missing");
        }
        boolean many = report.groups().size() > 1;
        if (many) {
            overview();
        }
        report.groups().stream().limit(many ? Math.min(top, 3) : 1).forEach(this::group);
        for (String absence : report.absences()) {
            line(palette.yellow("note: ") + absence);
        }
        report.advice().forEach(this::remedy);
    }

    private void overview() {
        line("");
        Table table = new Table(List.of("count", "mean", "median", "99 %", "maximum", "outliers", report.by()));
        for (Group group : report.groups().stream().limit(top).toList()) {
            Distribution times = group.distribution();
            table.add(List.of(Figures.count(times.count()), DurationText.of(times.meanNanos()),
                    DurationText.of(times.percentileNanos(50)),
                    DurationText.of(times.percentileNanos(99)), DurationText.of(times.maxNanos()),
                    Figures.count(group.outliers().size()), group.name()));
        }
        table.print(text, columns, palette);
        text.append(Table.more(report.groups().size() - top, palette));
    }

    private void group(Group group) {
        Distribution times = group.distribution();
        line("");
        if (!group.name().isEmpty()) {
            line(palette.cyan(Printable.name(group.name())));
        }
        line("count " + Figures.count(times.count()) + ", mean " + DurationText.of(times.meanNanos())
                + ", standard deviation "
                + DurationText.of(times.deviationNanos()) + ", minimum " + DurationText.of(times.bestNanos())
                + ", maximum " + DurationText.of(times.maxNanos()));
        List<String> percentiles = new ArrayList<>();
        for (double percent : PERCENTILES) {
            percentiles.add(plain(percent) + " % " + DurationText.of(times.percentileNanos(percent)));
        }
        line(String.join(", ", percentiles));
        bars(times);
        slices(group);
        outliers(group);
    }

    /** Returns a percentage without decimals that say nothing. */
    public static String plain(double percent) {
        return percent == Math.rint(percent) ? Integer.toString((int) percent) : Double.toString(percent);
    }

    private void bars(Distribution times) {
        line("");
        line(Figures.pad("duration", 22) + Figures.pad("count", 11) + "           bars: logarithm of the count");
        long most = times.bars().stream().mapToLong(Distribution.Bar::count).max().orElse(1);
        for (Distribution.Bar bar : times.bars()) {
            // a logarithm shows single operations beside a hundred thousand
            int length = bar.count() == 0 ? 0
                    : Math.max(1, (int) Math.round(BAR_COLUMNS * Math.log1p(bar.count()) / Math.log1p(most)));
            line((Figures.pad(DurationText.of(bar.fromNanos()), 9) + " to "
                    + Figures.pad(DurationText.of(bar.toNanos()), 9) + Figures.pad(Figures.count(bar.count()), 12)
                    + Figures.pad(Figures.percent(Figures.share(bar.count(), times.count())), 9)
                    + "  " + "#".repeat(length)).stripTrailing());
        }
    }

    private void slices(Group group) {
        line("");
        Table table = new Table(List.of("count", "median", "99 %", "maximum", "outliers", "began after"));
        for (Slice slice : group.slices()) {
            Distribution times = slice.distribution();
            boolean none = times.count() == 0;
            table.add(List.of(Figures.count(times.count()), none ? "-" : DurationText.of(times.percentileNanos(50)),
                    none ? "-" : DurationText.of(times.percentileNanos(99)),
                    none ? "-" : DurationText.of(times.maxNanos()), Figures.count(slice.outliers()),
                    DurationText.of(slice.fromNanos())));
        }
        table.print(text, columns, palette);
    }

    private void outliers(Group group) {
        line("");
        if (group.outliers().isEmpty()) {
            line("no outlier: none took " + DurationText.of(group.slowerThanNanos()) + " or more");
            return;
        }
        long all = group.excessNanos();
        line(palette.bold(Figures.plural(group.outliers().size(), "outlier") + " of "
                + DurationText.of(group.slowerThanNanos())
                + " and more") + ": of " + DurationText.of(all) + " above the median,");
        line("  " + shares(group, all));
        for (WaitCause cause : causes(group)) {
            details(group, cause, all);
        }
        line("");
        Table table = new Table(List.of("duration", "began after", "thread: what it waited for"));
        for (Outlier outlier : group.outliers().stream().limit(top).toList()) {
            table.add(List.of(DurationText.of(outlier.durationNanos()), DurationText.of(outlier.sinceStartNanos()),
                    outlier.thread() + ": " + causes(outlier)));
        }
        table.print(text, columns, palette);
        text.append(Table.more(group.outliers().size() - top, palette));
    }

    private static List<WaitCause> causes(Group group) {
        return List.of(WaitCause.values()).stream().filter(cause -> group.excessNanos(cause) > 0)
                .sorted(Comparator.comparing((WaitCause cause) -> cause == WaitCause.NOT_EXPLAINED)
                        .thenComparing(cause -> -group.excessNanos(cause)))
                .toList();
    }

    private String shares(Group group, long all) {
        StringBuilder lines = new StringBuilder();
        int used = 2;
        for (WaitCause cause : causes(group)) {
            String share = cause.label() + " " + Figures.percent(Figures.share(group.excessNanos(cause), all));
            if (used > 2 && used + share.length() > columns) {
                lines.append("\n  ");
                used = 2;
            }
            lines.append(share).append(cause == causes(group).get(causes(group).size() - 1) ? "" : ", ");
            used += share.length() + 2;
        }
        return lines.toString();
    }

    private static String causes(Outlier outlier) {
        long all = outlier.excess().values().stream().mapToLong(Long::longValue).sum();
        return outlier.excess().entrySet().stream()
                .sorted(Map.Entry.<WaitCause, Long>comparingByValue().reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(3)
                .map(cause -> cause.getKey().label() + " " + Figures.percent(Figures.share(cause.getValue(), all)))
                .collect(Collectors.joining(", "));
    }

    private void details(Group group, WaitCause cause, long all) {
        Map<String, Long> sums = new LinkedHashMap<>();
        Map<String, Outlier.Detail> examples = new LinkedHashMap<>();
        for (Outlier outlier : group.outliers()) {
            for (Outlier.Detail detail : outlier.details()) {
                if (detail.cause() == cause) {
                    sums.merge(detail.what(), detail.nanos(), Long::sum);
                    examples.merge(detail.what(), detail, (one, other) -> one.nanos() >= other.nanos() ? one : other);
                }
            }
        }
        line("  " + palette.cyan(cause.label()) + " " + Figures.percent(Figures.share(group.excessNanos(cause), all))
                + ", first cause of "
                + Figures.plural(group.outliers().stream().filter(outlier -> outlier.first() == cause).count(),
                        "outlier"));
        if (cause == WaitCause.NOT_EXPLAINED) {
            long off = group.outliers().stream().mapToLong(Outlier::offProcessorNanos).sum();
            if (off > all / 100) {
                line("    at least " + DurationText.of(off) + " of it off the processor, without a recorded wait");
            }
            return;
        }
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_DETAILS)
                .forEach(sum -> {
                    line("    " + Figures.pad(DurationText.of(sum.getValue()), 9) + "  "
                            + Printable.fit(sum.getKey(), Math.max(24, columns - 15)));
                    frames(examples.get(sum.getKey()));
                });
        if (sums.size() > MAX_DETAILS) {
            line(palette.dim("    ... and " + Figures.count(sums.size() - MAX_DETAILS) + " more"));
        }
    }

    private void frames(Outlier.Detail detail) {
        if (detail.cause() != WaitCause.CLASS_LOADING) {
            detail.where().stream().limit(MAX_FRAMES)
                    .forEach(frame -> line("               at " + Printable.name(frame(frame))));
        }
    }

    private static String frame(CodeLine frame) {
        String file = SourceFileName.of(frame.className());
        return frame.method() + (frame.line() > 0 && !file.isEmpty() ? "(" + file + ":" + frame.line() + ")" : "");
    }

    private void remedy(Remedy remedy) {
        line("");
        line(palette.green("help: ") + remedy.cause().label() + " (" + Figures.percent(remedy.share()) + "): "
                + Printable.line(remedy.text()));
        remedy.lines().forEach(each -> line("    " + Printable.name(each)));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
