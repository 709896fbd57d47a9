package dev.perfhint.cli.output;

import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.Comparison;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a comparison as Markdown, for a comment on a pull request. */
public final class ComparisonMarkdown {
    private ComparisonMarkdown() {}

    public static String of(Comparison comparison) {
        StringBuilder text = new StringBuilder();
        text.append("### perfhint: ").append(ComparisonRows.summary(comparison)).append("\n\n");
        List<String> titles = ComparisonRows.titles();
        text.append(row(titles)).append(row(List.of("---", "---:", "---:", "---:", "---:", "---:", "---")));
        for (Change change : comparison.changes()) {
            List<String> cells = ComparisonRows.cells(comparison, change);
            String verdict = change.kind().isDifferent() ? "**" + cells.get(0) + "**" : cells.get(0);
            text.append(
                    row(List.of(verdict, cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5),
                            code(cells.get(6)))));
        }
        ComparisonRows.common(comparison).ifPresent(line -> text.append('\n').append(line).append(".\n"));
        return text.append('\n').append(ComparisonRows.method(comparison)).append(".\n").toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    // names come from recordings: in a code span nothing of them is markup, but for the cell's own border
    private static String code(String name) {
        return "`" + name.replace('`', '\'').replace("|", "\\|") + "`";
    }
}
