package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import java.util.List;
import java.util.stream.Collectors;

/** What an editor shows of a finding: one line beside the code, and Markdown for the mouse pointer. */
public final class HoverText {
    private static final int MAX_TITLE = 80;
    private static final int MAX_FRAMES = 12;

    private HoverText() {}

    /** Returns what the finding costs and saves, in one line. */
    public static String message(Finding finding) {
        return Printable.line(FindingLine.message(finding));
    }

    /** Returns the message, and what to check before its fix is applied. */
    public static String diagnostic(Finding finding) {
        return message(finding) + finding.fix().map(HoverText::review).orElse(List.of()).stream().limit(2)
                .map(reason -> "\nreview: " + reason).collect(Collectors.joining());
    }

    /** Returns the share, in a few words. */
    public static String share(Finding finding) {
        return "perfhint: " + FindingLine.cost(finding);
    }

    /** Returns the title of what applies the fix, in at most 80 characters; the hazards are in the hover. */
    public static String action(Fix fix, boolean current) {
        String label = (fix.applicability() == Applicability.SAFE ? "" : fix.applicability().label())
                + (current ? "" : (fix.applicability() == Applicability.SAFE ? "" : ", ") + "sources changed");
        String suffix = label.isEmpty() ? "" : " (" + label + ")";
        String title = Printable.line(fix.title());
        int room = MAX_TITLE - suffix.length();
        return (title.length() <= room ? title : title.substring(0, room - 3) + "...") + suffix;
    }

    /** Returns what to check before the fix is applied, a line each with the worst first. */
    public static List<String> review(Fix fix) {
        return fix.applicability() == Applicability.SAFE ? List.of()
                : fix.reasons().stream().map(Printable::line).toList();
    }

    /** Returns the finding with its evidence, its chain of callers and what its fix rests on, as Markdown. */
    public static String markdown(Finding finding) {
        StringBuilder text = new StringBuilder();
        text.append("**").append(escaped(finding.message())).append("** `").append(finding.rule()).append("`\n\n");
        text.append(FindingLine.cost(finding)).append(" (").append(finding.evidence().label()).append(", ")
                .append(Figures.plural(finding.samples(), "sample")).append(')');
        text.append(FindingLine.saving(finding));
        text.append("\n\n");
        finding.seen().ifPresent(seen -> seen.lines()
                .forEach(fact -> text.append("- observed: ").append(escaped(fact)).append('\n')));
        finding.notes().forEach(note -> text.append("- ").append(escaped(note)).append('\n'));
        finding.fix().ifPresent(fix -> {
            text.append("- ").append(fix.applicability().label()).append(" fix: ").append(escaped(fix.title()))
                    .append('\n');
            review(fix).forEach(reason -> text.append("- review: ").append(escaped(reason)).append('\n'));
            fix.assumed().forEach(assumed -> text.append("- assumes ").append(escaped(assumed)).append('\n'));
        });
        finding.advice().forEach(advice -> text.append("- ").append(escaped(advice.advice().text())).append('\n'));
        text.append("\n```\n");
        finding.chain().stream().limit(MAX_FRAMES)
                .forEach(frame -> text.append("at ").append(Printable.name(frame.text()))
                .append("  ").append(Figures.percent(frame.share())).append('\n'));
        return text.append("```\n").toString();
    }

    private static String escaped(String text) {
        return Printable.line(text).replaceAll("([\\\\`*_{}\\[\\]<>#|])", "\\\\$1");
    }
}
