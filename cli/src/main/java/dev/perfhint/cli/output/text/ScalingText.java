package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Table;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.scaling.ScalabilityLaw;
import dev.perfhint.rules.scaling.Scaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One program at several loads, as text. */
public final class ScalingText {
    private ScalingText() {}

    public static String of(Scaling scaling, int columns, Palette palette) {
        StringBuilder text = new StringBuilder();
        boolean work = scaling.steps().stream().allMatch(step -> step.throughput().isPresent());
        Table steps =
                new Table(List.of("work per s", "CPU s", work ? "CPU per unit of work" : "CPU per load and second",
                        "samples", "system share", "load"));
        for (Scaling.Step step : scaling.steps()) {
            steps.add(List.of(step.throughput().isPresent() ? number(step.throughput().getAsDouble()) : "-",
                    step.cpuNanos() > 0 ? Figures.seconds(step.cpuNanos()) : "-",
                    step.cpuNanos() > 0 ? DurationText.of(step.cpuNanosPerUnit()) : "-", Figures.count(step.samples()),
                    share(step.systemShare(), step.systemError()), number(step.load())));
        }
        steps.print(text, columns, palette);
        text.append('\n').append(palette.cyan("share of system CPU by kernel subsystem"))
                .append(" (" + scaling.evidence().label() + ")\n");
        List<String> titles = new ArrayList<>();
        scaling.steps().forEach(step -> titles.add("load " + number(step.load())));
        titles.add("");
        titles.add("subsystem");
        Table parts = new Table(titles);
        for (Scaling.Part part : scaling.subsystems()) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < part.shares().size(); i++) {
                cells.add(share(part.shares().get(i), part.errors().get(i)));
            }
            cells.add(part.grows() ? "grows" : part.shrinks() ? "shrinks" : "");
            cells.add(part.name());
            parts.add(cells);
        }
        parts.print(text, columns, palette);
        text.append('\n');
        if (!scaling.isFlagged()) {
            text.append("nothing grows faster than the load\n");
        } else if (!scaling.grown().isEmpty()) {
            text.append(palette.cyan("grows faster than the load")).append(", CPU per unit of work\n");
            Table grown = new Table(List.of("vs. other", "lowest load", "highest load", "kind", "what")).folding();
            for (Change change : scaling.grown()) {
                String rest = change.againstRest().isPresent()
                        ? Figures.change(change.againstRest().getAsDouble()) : "-";
                grown.add(List.of(rest,
                        DurationText.of(change.before() * 1e9),
                        DurationText.of(change.after() * 1e9), change.subject().label(), change.name()));
            }
            grown.print(text, columns, palette);
        }
        text.append(law(scaling));
        return text.toString();
    }

    private static String law(Scaling scaling) {
        if (scaling.law().isEmpty()) {
            return "\nUniversal Scalability Law: not fitted: " + scaling.lawRefused() + "\n";
        }
        ScalabilityLaw law = scaling.law().get();
        String peak = law.peakLoad().isPresent()
                ? "peak at load " + number(law.peakLoad().getAsDouble()) + " with "
                + number(law.throughput(law.peakLoad().getAsDouble())) + " per s"
                : "no peak";
        return String.format(Locale.ROOT,
                "%nUniversal Scalability Law: contention %.4f, coherency %.6f, %s; throughput of one %s per s, error "
                        + "of the fit %.1f %%%n",
                law.contention(), law.coherency(), peak, number(law.unit()), law.relativeError() * 100);
    }

    private static String share(double share, double error) {
        return Figures.percent(share) + " ± " + Figures.points(error);
    }

    /** Returns a number with four digits at most, and no decimals that say nothing. */
    public static String number(double value) {
        java.math.BigDecimal rounded = new java.math.BigDecimal(value)
                .round(new java.math.MathContext(value >= 1000 ? 6 : 4)).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }
}
