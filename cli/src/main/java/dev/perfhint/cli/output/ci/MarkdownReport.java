package dev.perfhint.cli.output.ci;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.text.CpuText;
import dev.perfhint.cli.output.text.Headline;
import dev.perfhint.cli.output.text.SuppressedText;
import dev.perfhint.cli.output.text.UnsureText;
import dev.perfhint.cli.output.text.WaitingText;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Fix;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A report as a comment in Markdown: a table of the findings, then each with its diff folded. At most 60 KB, as a
 * comment may not be longer: the details that would not fit are left out, and said to be.
 */
public final class MarkdownReport {
    private static final int MAX_BYTES = 60_000;
    private static final int MAX_ROWS = 50;
    private static final int MAX_CELL = 160;

    private final Report report;
    private final Function<Fix, String> diffs;
    private final StringBuilder text = new StringBuilder();

    private MarkdownReport(Report report, Function<Fix, String> diffs) {
        this.report = report;
        this.diffs = diffs;
    }

    /** Returns the comment; {@code diffs} gives the unified diff of one fix. */
    public static String of(Report report, Function<Fix, String> diffs) {
        return new MarkdownReport(report, diffs).write();
    }

    private String write() {
        text.append("### perfhint\n\n");
        report.waiting().ifPresent(program -> WaitingText
                .of(program, Palette.plain(), new Headline(report).program()).lines()
                .forEach(line -> text.append(escape(line)).append("  \n")));
        CpuText.summary(report.profile(), Palette.plain()).lines()
                .forEach(line -> text.append(escape(line.strip())).append("  \n"));
        text.append('\n');
        text.append(suppressed());
        List<Finding> unsure = report.unsure().stream().filter(finding -> !finding.isFaint()).toList();
        unsure.forEach(finding -> text.append("low confidence: ").append(cell(where(finding))).append(' ')
                .append(escape(UnsureText.sentence(finding, report.profile()))).append("  \n"));
        if (report.counting().isEmpty()) {
            return text.append("No findings.\n").toString();
        }
        text.append(unsure.isEmpty() ? "" : "\n");
        text.append("| | finding | where | system CPU | all CPU | saves, of all CPU | fix |\n");
        text.append("|---|---|---|---:|---:|---:|---|\n");
        report.counting().stream().limit(MAX_ROWS).forEach(this::row);
        if (report.counting().size() > MAX_ROWS) {
            text.append("\n... and ").append(Figures.count(report.counting().size() - MAX_ROWS)).append(" more\n");
        }
        text.append('\n');
        int left = 0;
        for (Finding finding : report.counting()) {
            String details = details(finding);
            if (bytes(text) + bytes(details) + 100 <= MAX_BYTES) {
                text.append(details);
            } else {
                left++;
            }
        }
        if (left > 0) {
            text.append("\nThe details of ").append(Figures.plural(left, "finding")).append(" would not fit here.\n");
        }
        return text.toString();
    }

    private String suppressed() {
        return report.suppressed().isEmpty() ? "" : SuppressedText.line(report) + "\n\n";
    }

    private void row(Finding finding) {
        text.append("| ").append(finding.severity().label());
        text.append(" | `").append(finding.rule()).append('`');
        text.append(" | ").append(cell(where(finding)));
        text.append(" | ").append(share(finding.systemShare()));
        text.append(" | ").append(share(finding.cpuShare()));
        text.append(" | ").append(saving(finding));
        text.append(" | ").append(finding.fix().map(fix -> fix.applicability().label()).orElse("")).append(" |\n");
    }

    private static String saving(Finding finding) {
        return finding.savingCpuShare().map(FindingLine::range).orElseGet(() -> finding.ceilingCpuShare().stream()
                .mapToObj(most -> "at most " + Figures.percent(most)).findFirst().orElse(""));
    }

    private String details(Finding finding) {
        StringBuilder details = new StringBuilder("<details><summary><b>");
        details.append(html(finding.message())).append("</b> ").append(html(where(finding))).append("</summary>\n\n");
        finding.seen().ifPresent(seen -> seen.lines()
                .forEach(fact -> details.append("- observed: ").append(escape(fact)).append('\n')));
        finding.notes().forEach(note -> details.append("- ").append(escape(note)).append('\n'));
        details.append('\n');
        StringBuilder chain = new StringBuilder();
        finding.chain().forEach(frame -> chain.append("at ").append(Printable.name(frame.text())).append("  ")
                .append(Figures.percent(frame.share())).append('\n'));
        block(details, "", chain.toString());
        finding.fix().ifPresent(fix -> fix(details, fix));
        if (finding.fix().isEmpty()) {
            finding.help().forEach(help -> details.append("- help: ").append(escape(help)).append('\n'));
        }
        return details.append("\n</details>\n").toString();
    }

    private void fix(StringBuilder details, Fix fix) {
        details.append("**Fix**, ").append(fix.applicability().label()).append(": ").append(escape(fix.title()))
                .append("\n\n");
        fix.reasons().forEach(reason -> details.append("- review: ").append(escape(reason)).append('\n'));
        details.append('\n');
        if (!fix.edits().isEmpty()) {
            block(details, "diff", diffs.apply(fix));
        }
    }

    private static String where(Finding finding) {
        Optional<Site> place = FindingLine.place(finding);
        return place.map(site -> site.path() + ":" + Math.max(1, site.line()))
                .orElse(finding.site().className() + "." + finding.site().methodName());
    }

    private static String share(java.util.OptionalDouble share) {
        return share.isPresent() ? Figures.percent(share.getAsDouble()) : "";
    }

    /** A fence is longer than any run of backticks in the text. */
    private static void block(StringBuilder text, String language, String content) {
        String fence = "```";
        while (content.contains(fence)) {
            fence += "`";
        }
        text.append(fence).append(language).append('\n').append(content);
        text.append(content.endsWith("\n") || content.isEmpty() ? "" : "\n").append(fence).append("\n\n");
    }

    private static String cell(String text) {
        return escape(Printable.fit(text, MAX_CELL)).replace("|", "\\|");
    }

    /** Nothing of a recording or source becomes markup, a mention or a link. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : Printable.line(text).toCharArray()) {
            if ("\\`*_[]#~".indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '@' ? "&#64;"
                    : String.valueOf(c));
        }
        return escaped.toString();
    }

    private static String html(String text) {
        return Printable.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("@", "&#64;");
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
