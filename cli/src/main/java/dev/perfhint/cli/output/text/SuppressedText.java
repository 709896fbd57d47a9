package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Suppression;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One line on the findings that do not count: how many, and why. */
public final class SuppressedText {
    private static final Map<String, String> BY = Map.of(
            "baseline", "known in the baseline",
            "comment", "ignored by a comment",
            "since", "in lines that did not change");

    private SuppressedText() {}

    public static String line(Report report) {
        Map<String, Long> kinds = report.suppressed().values().stream()
                .collect(Collectors.groupingBy(Suppression::kind, TreeMap::new, Collectors.counting()));
        return Figures.plural(report.suppressed().size(), "finding") + " suppressed: " + kinds.entrySet().stream()
                .map(kind -> Figures.count(kind.getValue()) + " " + BY.getOrDefault(kind.getKey(), kind.getKey()))
                .collect(Collectors.joining(", "));
    }
}
