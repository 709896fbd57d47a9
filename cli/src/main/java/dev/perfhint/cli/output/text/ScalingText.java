package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Table;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.scaling.Curve;
import dev.perfhint.rules.scaling.ScalabilityLaw;
import dev.perfhint.rules.scaling.Scaling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** One program at several loads, as text. */
public final class ScalingText {
    private ScalingText() {}

    public static String of(Scaling scaling, int columns, Palette palette) {
        StringBuilder text = new StringBuilder();
        boolean work = scaling.steps().stream().allMatch(step -> step.throughput().isPresent());
        boolean kernel = scaling.steps().stream().anyMatch(step -> step.ready().isPresent());
        String per = work ? "unit of work" : "load and second";
        List<String> heads = new ArrayList<>(List.of("work per s", "CPU s", "CPU per " + per, "samples",
                "system share", "GC share"));
        heads.addAll(kernel ? List.of("threads ready", "turns per " + per, "load") : List.of("load"));
        Table steps = new Table(heads);
        for (Scaling.Step step : scaling.steps()) {
            List<String> cells = new ArrayList<>(List.of(number(step.throughput()),
                    step.cpuNanos() > 0 ? Figures.seconds(step.cpuNanos()) : "-",
                    step.cpuNanos() > 0 ? DurationText.of(step.cpuNanosPerUnit()) : "-", Figures.count(step.samples()),
                    share(step.systemShare(), step.systemError()), Figures.percent(step.collectorShare())));
            if (kernel) {
                cells.addAll(List.of(number(step.ready()), number(step.turnsPerUnit())));
            }
            cells.add(number(step.load()));
            steps.add(cells);
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
            text.append("nothing grows faster than the load, beyond chance\n");
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
        String curve = scaling.curve().map(found -> "\nthroughput " + curve(found, scaling.steps()) + "\n").orElse("");
        if (scaling.law().isEmpty()) {
            return curve + "\nUniversal Scalability Law: not fitted: " + scaling.lawRefused() + "\n";
        }
        ScalabilityLaw law = scaling.law().get();
        double highest = scaling.steps().get(scaling.steps().size() - 1).load();
        String peak = law.peakLoad().isPresent() && law.peakLoad().getAsDouble() <= highest
                ? "peak at load " + number(law.peakLoad().getAsDouble()) + " with "
                + number(law.throughput(law.peakLoad().getAsDouble())) + " per s"
                : "no peak up to load " + number(highest);
        return curve + String.format(Locale.ROOT,
                "%nUniversal Scalability Law: contention %.4f, coherency %.6f, %s; throughput of one %s per s, error "
                        + "of the fit %.1f %%%n",
                law.contention(), law.coherency(), peak, number(law.unit()), law.relativeError() * 100);
    }

    private static String curve(Curve curve, List<Scaling.Step> steps) {
        Scaling.Step first = steps.get(0);
        Scaling.Step last = steps.get(steps.size() - 1);
        Scaling.Step best = steps.stream().max(Comparator.comparingDouble(step -> step.throughput().orElse(0)))
                .orElseThrow();
        return switch (curve) {
            case RISES -> "rises from " + at(first) + " to " + at(last);
            case FLAT -> "stays the same from " + at(first) + " to " + at(last);
            case PEAKS -> "rises to " + at(best) + " and falls to " + at(last);
            case FALLS -> "falls from " + at(first) + " to " + at(last) + ": more load, less work done";
        };
    }

    private static String at(Scaling.Step step) {
        return number(step.throughput()) + " per s at load " + number(step.load());
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "-";
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
