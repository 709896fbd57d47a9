package dev.perfhint.cli.output;

import java.util.ArrayList;
import java.util.List;

/**
 * Aligned columns of text: numbers to the right, then one name, which gets the width that is left and is shortened to
 * fit, or stands on lines of its own below its numbers. The name column is the last one.
 */
public final class Table {
    private static final int LEAST_NAME_COLUMNS = 16;
    private final List<String> header;
    private static final String FOLDED_INDENT = "      ";
    private final List<List<String>> rows = new ArrayList<>();
    private boolean folding;

    /** Starts a table with its column titles, the name's last. */
    public Table(List<String> header) {
        this.header = List.copyOf(header);
    }

    /** Lets a name that does not fit go on below its numbers, whole, where it would be shortened else. */
    public Table folding() {
        folding = true;
        return this;
    }

    /** Adds a row with as many cells as there are titles. */
    public void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /** Appends the table to {@code text}, no line wider than {@code columns} unless the numbers alone are. */
    public void print(StringBuilder text, int columns, Palette palette) {
        int last = header.size() - 1;
        int[] widths = new int[last];
        for (int i = 0; i < last; i++) {
            widths[i] = header.get(i).length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        int used = 0;
        for (int width : widths) {
            used += width + 2;
        }
        int nameColumns = Math.max(LEAST_NAME_COLUMNS, columns - used - 2);
        text.append(palette.bold(line(header, widths, nameColumns))).append('\n');
        for (List<String> row : rows) {
            String name = Printable.name(row.get(last));
            if (folding && name.codePointCount(0, name.length()) > nameColumns) {
                text.append(figures(row, widths)).append('\n');
                text.append(WordWrap.of(FOLDED_INDENT + name, columns));
            } else {
                text.append(line(row, widths, nameColumns)).append('\n');
            }
        }
    }

    /** Appends a title and the table below it; nothing where it has no rows. */
    public void print(StringBuilder text, String title, int columns, Palette palette) {
        if (!rows.isEmpty()) {
            text.append('\n').append(palette.cyan(title)).append('\n');
            print(text, columns, palette);
        }
    }

    /** Returns a line on the rows that are left out; empty for none. */
    public static String more(int left, Palette palette) {
        return left <= 0 ? "" : palette.dim("  ... and " + Figures.count(left) + " more (--top)") + "\n";
    }

    private static String line(List<String> cells, int[] widths, int nameColumns) {
        return figures(cells, widths) + "  " + Printable.fitName(cells.get(widths.length), nameColumns);
    }

    private static String figures(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            line.append("  ").append(" ".repeat(widths[i] - cell.length())).append(cell);
        }
        return line.toString();
    }
}
