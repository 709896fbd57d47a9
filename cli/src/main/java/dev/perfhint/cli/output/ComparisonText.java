package dev.perfhint.cli.output;

import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.Comparison;

/** Prints a comparison for a terminal. */
public final class ComparisonText {
    private ComparisonText() {}

    public static String of(Comparison comparison, int columns, Palette palette) {
        Table table = new Table(ComparisonRows.titles()).folding();
        for (Change change : comparison.changes()) {
            table.add(ComparisonRows.cells(comparison, change));
        }
        StringBuilder text = new StringBuilder();
        text.append(palette.bold(ComparisonRows.summary(comparison))).append('\n');
        ComparisonRows.common(comparison).ifPresent(line -> text.append(line).append('\n'));
        text.append(ComparisonRows.method(comparison)).append("\n\n");
        table.print(text, columns, palette);
        return text.toString();
    }
}
