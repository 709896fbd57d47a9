package dev.perfhint.cli.output.text;

import dev.perfhint.cli.calibrate.CostDifference;
import dev.perfhint.cli.calibrate.JvmCosts;
import dev.perfhint.cli.calibrate.PrimitiveTimes;
import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.Table;
import java.util.List;
import java.util.Map;

/** What primitives cost, as text: a table for each JVM, and one for each that is set beside the first. */
public final class CalibrationText {
    private CalibrationText() {}

    public static String of(String host, List<JvmCosts> jvms, int columns, Palette palette) {
        StringBuilder text = new StringBuilder();
        text.append("host ").append(Printable.name(host)).append(", ")
                .append(Figures.plural(Runtime.getRuntime().availableProcessors(), "processor")).append(", files on ")
                .append(Printable.name(jvms.get(0).fileSystem())).append('\n');
        for (JvmCosts jvm : jvms) {
            text.append('\n').append(title(jvm, palette)).append('\n');
            costs(text, jvm, columns, palette);
        }
        for (JvmCosts other : jvms.subList(1, jvms.size())) {
            text.append('\n').append(title(other, palette)).append("\n  against ").append(title(jvms.get(0), palette))
                    .append('\n');
            differences(text, jvms.get(0), other, columns, palette);
        }
        return text.toString();
    }

    private static String title(JvmCosts jvm, Palette palette) {
        return palette.bold(Printable.name(jvm.name() + " " + jvm.version())) + " in " + Printable.name(jvm.home())
                + ", " + Figures.plural(jvm.rounds(), "round");
    }

    private static void costs(StringBuilder text, JvmCosts jvm, int columns, Palette palette) {
        Table table = new Table(List.of("average", "deviation", "maximum", "99 %", "median", "best", "primitive"));
        for (Map.Entry<String, PrimitiveTimes> each : jvm.primitives().entrySet()) {
            PrimitiveTimes times = each.getValue();
            table.add(List.of(DurationText.of(times.mean()), DurationText.of(times.deviation()),
                    DurationText.of(times.max()),
                    DurationText.of(times.percentile(99)), DurationText.of(times.percentile(50)),
                    DurationText.of(times.best()), each.getKey()));
        }
        table.print(text, columns, palette);
    }

    private static void differences(StringBuilder text, JvmCosts first, JvmCosts other, int columns, Palette palette) {
        Table table = new Table(List.of("median", "beside", "difference", "95 % interval", "primitive"));
        List<CostDifference> all = CostDifference.of(first, other);
        for (CostDifference each : all.stream().filter(CostDifference::different).toList()) {
            table.add(List.of(DurationText.of(first.primitives().get(each.primitive()).percentile(50)),
                    DurationText.of(other.primitives().get(each.primitive()).percentile(50)), change(each.ratio()),
                    change(each.low()) + " to " + change(each.high()), each.primitive()));
        }
        List<String> same = all.stream().filter(each -> !each.different()).map(CostDifference::primitive).toList();
        if (same.size() < all.size()) {
            table.print(text, columns, palette);
        }
        if (!same.isEmpty()) {
            text.append("  no difference beyond chance: ").append(String.join(", ", same)).append('\n');
        }
    }

    private static String change(double ratio) {
        return (ratio >= 1 ? "+" : "") + Figures.percent(ratio - 1);
    }
}
