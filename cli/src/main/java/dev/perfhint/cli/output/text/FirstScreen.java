package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.JointSaving;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.Applicability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report on one screen: estimated savings, findings with source lines, causes, and the next command. */
final class FirstScreen {
    private static final int MAX_LINES = 30;
    private static final int MAX_TITLES = 6;
    private static final int MAX_CAUSES = 5;
    private static final double MIN_CAUSE = 0.02;
    private static final int MAX_REASON = 160;
    // a command that names sources, and finds no line in them, finds none when it is typed again
    private static final String OTHER_SOURCES = " --source DIR";

    private final Report report;
    private final TextReport.Options options;
    private final Palette palette;
    private final Headline headline;
    private final FindingText format;

    FirstScreen(Report report, SourceLines sources, TextReport.Options options) {
        this.report = report;
        this.options = options;
        this.palette = options.palette();
        this.headline = new Headline(report);
        this.format = new FindingText(report, sources, options);
    }

    String text() {
        StringBuilder head = new StringBuilder();
        report.waiting().ifPresent(program -> head.append(WaitingText.of(program, palette, headline.program())));
        if (report.waiting().isEmpty()) {
            head.append(palette.bold(headline.text())).append('\n');
        } else if (!Headline.open(report).isEmpty()) {
            head.append(headline.amounts()).append('\n');
        }
        Headline.stale(report).ifPresent(line -> head.append(line).append('\n'));
        String tail = tail();
        return head + findings(MAX_LINES - lines(head) - lines(tail)) + tail;
    }

    /** Returns the headline and one line for each finding. */
    String quiet() {
        StringBuilder text = new StringBuilder(headline.text()).append('\n');
        Headline.open(report).forEach(each -> text.append(format.line(each)));
        return text.toString();
    }

    // the first ones with their code, as many as fit; the others in one line each
    private String findings(int room) {
        List<Finding> open = Headline.open(report);
        StringBuilder text = new StringBuilder();
        StringBuilder titles = new StringBuilder();
        int named = 0;
        int used = 0;
        for (int index = 0; index < open.size(); index++) {
            String whole = "\n" + format.brief(open.get(index));
            int others = open.size() - index - 1;
            int reserved = others == 0 ? 0 : Math.min(others, MAX_TITLES) + 2;
            if (named == 0 && (index == 0 || used + lines(whole) + reserved <= room)) {
                text.append(whole);
                used += lines(whole);
            } else if (named < MAX_TITLES) {
                titles.append(named == 0 ? "\n" : "").append(format.line(open.get(index)));
                named++;
            } else {
                long patched = open.stream().skip(index).filter(each -> format.inPatch(each).isPresent()).count();
                titles.append(Figures.plural(open.size() - index, "more finding"))
                        .append(patched == 0 ? "" : ", " + Figures.count(patched) + " with a fix in the patch")
                        .append(": --verbose\n");
                break;
            }
        }
        return text.append(titles).toString();
    }

    private String tail() {
        StringBuilder text = new StringBuilder();
        boolean quiet = report.counting().isEmpty() && (report.waiting().isPresent() || headline.isQuiet());
        String unsure = UnsureText.of(report, new SiteText(report.sourceBase(), options.directory()), palette, false);
        text.append(unsure.isEmpty() || quiet ? "" : "\n" + unsure);
        causes().filter(line -> !quiet).ifPresent(line -> text.append('\n').append(line).append('\n'));
        if (!report.suppressed().isEmpty()) {
            text.append(text.isEmpty() ? "\n" : "").append(SuppressedText.line(report)).append('\n');
        }
        next().ifPresent(line -> text.append(text.isEmpty() && !quiet ? "\n" : "").append(palette.green("next:"))
                .append(' ').append(line).append('\n'));
        return text.toString();
    }

    private Optional<String> causes() {
        CpuTotals cpu = CpuTotals.best(report.profile());
        List<AccountRow> rows = report.account();
        if (!cpu.evidence().measuresCpu() || cpu.systemSamples() == 0 || rows.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Double> causes = new LinkedHashMap<>();
        rows.forEach(row -> causes.merge(row.cause().label(), row.share(), Double::sum));
        List<Map.Entry<String, Double>> shown = causes.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .filter(cause -> cause.getValue() >= MIN_CAUSE && !cause.getKey().equals(Cause.OTHER.label()))
                .limit(MAX_CAUSES).toList();
        StringBuilder line = new StringBuilder("system time by cause: ");
        shown.forEach(cause -> line.append(cause.getKey()).append(' ').append(Figures.whole(cause.getValue()))
                .append(shown.get(0).equals(cause) ? why(rows, cause.getKey()) : "").append(", "));
        double other = 1 - shown.stream().mapToDouble(Map.Entry::getValue).sum();
        line.append(other >= MIN_CAUSE ? "other " + Figures.whole(other) + ", " : "");
        line.setLength(line.length() - 2);
        return Optional.of(line + (options.command().isEmpty() ? "" : "  (--account lists all)"));
    }

    /** Returns why the largest part of a cause is in no finding; empty where there are findings to read first. */
    private String why(List<AccountRow> rows, String cause) {
        return !Headline.open(report).isEmpty() ? "" : rows.stream()
                .filter(row -> row.cause().label().equals(cause) && !row.why().isEmpty()).findFirst()
                .map(row -> " (" + Printable.fit(row.why(), MAX_REASON) + ")").orElse("");
    }

    private Optional<String> next() {
        if (options.command().isEmpty()) {
            return Optional.empty();
        }
        if (report.waiting().isPresent()) {
            return Optional.of(WaitingText.next(report.waiting().get(), report.profile().recordings().get(0)));
        }
        long safe = JointSaving.of(report, List.of(Applicability.SAFE)).fixes();
        long unsafe = JointSaving.of(report, List.of(Applicability.UNSAFE)).fixes();
        List<Finding> open = Headline.open(report);
        if (safe + unsafe > 0) {
            return Optional.of(options.command() + " --fix (writes " + Figures.plural(safe + unsafe, "fix")
                    + (safe == 0 ? ", with what to review)" : ", " + safe + " of them safe)"));
        }
        String recording = ShellWord.quoted(report.profile().recordings().get(0).path());
        if (open.isEmpty() && !CpuTotals.best(report.profile()).evidence().measuresCpu()) {
            return Optional.empty();
        }
        if (open.isEmpty()) {
            return Optional.of("perfhint hotspots --cpu " + recording + " (CPU time by method)");
        }
        boolean located = open.stream().anyMatch(finding -> FindingLine.place(finding).isPresent());
        return Optional.of(!located && options.command().endsWith(OTHER_SOURCES)
                ? options.command() + " (finds the lines to change)"
                : "perfhint explain " + open.get(0).rule());
    }

    private static int lines(CharSequence text) {
        return (int) text.chars().filter(character -> character == '\n').count();
    }
}
