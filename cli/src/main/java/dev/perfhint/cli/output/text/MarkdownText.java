package dev.perfhint.cli.output.text;

import java.util.regex.Pattern;

/** Fills the paragraphs and list items of a Markdown page to a terminal's width; tables and code stay as they are. */
public final class MarkdownText {
    private static final Pattern ITEM = Pattern.compile("(?:[-*]|\\d+\\.) .*");
    private static final Pattern WHOLE = Pattern.compile("#.*|\\|.*|\\s*");

    private final int columns;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder paragraph = new StringBuilder();

    private MarkdownText(int columns) {
        this.columns = columns;
    }

    public static String of(String markdown, int columns) {
        MarkdownText page = new MarkdownText(columns);
        boolean code = false;
        for (String line : markdown.lines().toList()) {
            boolean fence = line.startsWith("```");
            code ^= fence;
            if (fence || code || WHOLE.matcher(line).matches()) {
                page.fill();
                page.text.append(line).append('\n');
            } else {
                if (ITEM.matcher(line).matches()) {
                    page.fill();
                }
                page.paragraph.append(page.paragraph.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        page.fill();
        return page.text.toString();
    }

    private void fill() {
        String indent = ITEM.matcher(paragraph).matches() ? "  " : "";
        int used = 0;
        for (String word : paragraph.isEmpty() ? new String[0] : paragraph.toString().split(" ")) {
            boolean first = used == 0;
            boolean breaks = !first && used + 1 + word.length() > columns;
            text.append(first ? "" : breaks ? "\n" + indent : " ").append(word);
            used = first ? word.length() : breaks ? indent.length() + word.length() : used + 1 + word.length();
        }
        text.append(paragraph.isEmpty() ? "" : "\n");
        paragraph.setLength(0);
    }
}
