package dev.perfhint.cli.output.ci;

import dev.perfhint.cli.output.text.ComparisonRows;
import dev.perfhint.rules.compare.Comparison;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a comparison as Markdown, for a comment on a pull request. */
public final class ComparisonMarkdown {
    private static final Set<String> UNCHANGED = Set.of("same", "unclear");

    private ComparisonMarkdown() {}

    public static String of(Comparison comparison) {
        StringBuilder text = new StringBuilder();
        text.append("### perfhint: ").append(ComparisonRows.summary(comparison)).append("\n\n");
        List<String> titles = ComparisonRows.titles();
        text.append(row(titles)).append(row(List.of("---", "---:", "---:", "---:", "---")));
        for (List<String> cells : ComparisonRows.rows(comparison)) {
            String verdict = UNCHANGED.contains(cells.get(0)) ? cells.get(0) : "**" + cells.get(0) + "**";
            text.append(row(List.of(verdict, cells.get(1), cells.get(2), cells.get(3), code(cells.get(4)))));
        }
        text.append('\n');
        ComparisonRows.notes(comparison).forEach(note -> text.append(note).append(".\n"));
        return text.append(ComparisonRows.method(comparison)).append(".\n").toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    // names come from recordings: in a code span nothing of them is markup, but for the cell's own border
    private static String code(String name) {
        return "`" + name.replace('`', '\'').replace("|", "\\|") + "`";
    }
}
