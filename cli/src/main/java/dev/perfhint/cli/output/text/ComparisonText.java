package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Table;
import dev.perfhint.rules.compare.Comparison;

/** Prints a comparison for a terminal. */
public final class ComparisonText {
    private ComparisonText() {}

    public static String of(Comparison comparison, int columns, Palette palette) {
        Table table = new Table(ComparisonRows.titles()).folding();
        ComparisonRows.rows(comparison).forEach(table::add);
        StringBuilder text = new StringBuilder();
        text.append(palette.bold(ComparisonRows.summary(comparison))).append("\n\n");
        table.print(text, columns, palette);
        text.append('\n');
        ComparisonRows.notes(comparison).forEach(note -> text.append(palette.dim("note: " + note)).append('\n'));
        text.append(palette.dim(ComparisonRows.method(comparison))).append('\n');
        return text.toString();
    }
}
