package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Fix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A finding on the first screen: what, where in the user's own lines, how much, and what to do. */
final class FirstFinding {
    private static final int MAX_HAZARDS = 2;
    private static final int MAX_CALLERS = 4;

    private final SiteText places;
    private final SourceLines sources;
    private final Palette palette;
    private final SourceSnippet snippet;
    private final double scale;

    /** Prints shares of CPU time multiplied by {@code scale}: as shares of the CPU time that the headline names. */
    FirstFinding(SiteText places, SourceLines sources, Palette palette, int columns, double scale) {
        this.scale = scale;
        this.places = places;
        this.sources = sources;
        this.palette = palette;
        this.snippet = new SourceSnippet(palette, columns);
    }

    /** Returns all of a finding in one line: place, severity, message, share of CPU time, rule. */
    String line(Finding finding) {
        return title(finding, ", " + cost(finding));
    }

    private String title(Finding finding, String after) {
        Site site = finding.created().orElse(finding.site());
        String place = places.text(site) + ":";
        return palette.bold(places.file(site)
                        .map(file -> palette.link(place, file, Math.max(site.line(), 1), Math.max(site.column(), 1)))
                        .orElse(place))
                + ' ' + label(finding.severity(), palette) + ' '
                + palette.bold(Printable.line(finding.message())) + after + " [" + finding.rule() + "]\n";
    }

    /** Returns the title, the lines of code, and the fix. */
    String of(Finding finding) {
        return title(finding, "") + code(finding) + remedy(finding);
    }

    static String label(Severity severity, Palette palette) {
        String label = severity.label() + ":";
        return switch (severity) {
            case HIGH -> palette.red(label);
            case INFO -> palette.cyan(label);
            default -> palette.yellow(label);
        };
    }

    private String code(Finding finding) {
        Site call = finding.site();
        Optional<Site> created = finding.created().filter(site -> line(site).isPresent());
        Optional<String> calling = line(call);
        String cost = cost(finding);
        if (calling.isEmpty()) {
            return created.map(site -> expression(site, "")).orElse("") + callers(finding, cost);
        }
        boolean same = created.filter(site -> site.path().equals(call.path()) && site.line() == call.line())
                .isPresent();
        if (same) {
            return expression(created.get(), cost + caller(finding));
        }
        String home = finding.created().orElse(call).path();
        return created.map(site -> expression(site, "")).orElse("")
                + snippet.call(call.line(), calling.get(), callee(finding), call.path().equals(home) ? "" : call.file(),
                        cost + caller(finding));
    }

    private String expression(Site site, String after) {
        return snippet.expression(site.line(), line(site).orElseThrow(), site.column(), "", after);
    }

    private Optional<String> line(Site site) {
        return site.path().isEmpty() ? Optional.empty() : sources.line(site.path(), site.line())
                .filter(line -> !line.isBlank());
    }

    private String cost(Finding finding) {
        if (finding.cpuShare().isPresent()) {
            return Figures.whole(Math.min(1, finding.cpuShare().getAsDouble() * scale)) + " of all CPU time (kernel)";
        }
        return finding.systemShare().isPresent()
                ? Figures.whole(finding.systemShare().getAsDouble()) + " of system time"
                : "CPU time unknown";
    }

    /** Returns the simple name of the method that the call site calls. */
    private static String callee(Finding finding) {
        int site = siteFrame(finding);
        String name = site > 0 ? FrameName.method(finding.chain().get(site - 1).text())
                : String.valueOf(finding.facts().getOrDefault("callee", ""));
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return simple.equals("<init>") ? name.replaceAll("\\.<init>$", "").replaceAll(".*[.$]", "") : simple;
    }

    private static int siteFrame(Finding finding) {
        String method = finding.site().className() + "." + finding.site().methodName();
        for (int index = 0; index < finding.chain().size(); index++) {
            if (FrameName.method(finding.chain().get(index).text()).equals(method)) {
                return index;
            }
        }
        return -1;
    }

    private static String caller(Finding finding) {
        int next = siteFrame(finding) + 1;
        return next == 0 || next >= finding.chain().size() ? ""
                : ", in " + method(finding.chain().get(next - 1)).replaceAll(":\\d+$", "") + ", called by "
                        + method(finding.chain().get(next));
    }

    private static String method(ChainFrame frame) {
        return Printable.fit(FrameName.brief(frame.text()).replaceAll("lambda\\$(\\w+)\\$\\d+", "$1"), 60);
    }

    private static String callers(Finding finding, String cost) {
        List<ChainFrame> chain = finding.chain();
        return chain.isEmpty() ? "    " + cost + "\n"
                : "    " + cost + ", at " + chain.stream().limit(MAX_CALLERS)
                        .map(frame -> Printable.fit(FrameName.brief(frame.text()), 50))
                        .collect(Collectors.joining(" < ")) + "\n";
    }

    private String remedy(Finding finding) {
        StringBuilder text = new StringBuilder();
        String saving = saving(finding);
        finding.fix().ifPresent(fix -> fix(text, fix, saving));
        if (finding.fix().isEmpty()) {
            List<String> helps = new ArrayList<>();
            finding.advice().forEach(advice -> helps.add(advice.advice().text()));
            helps.addAll(finding.help());
            helps.stream().limit(1).forEach(help -> line(text, palette.green("help" + saving + ":"), help));
        }
        finding.libraryReport().filter(report -> finding.fix().isEmpty())
                .ifPresent(report -> line(text, palette.green("help:"),
                        "the call is in a library; --explain-fix prints a report for its maintainers"));
        return text.toString();
    }

    private String saving(Finding finding) {
        double saving = Headline.saving(finding);
        if (saving <= 0) {
            return finding.ceilingCpuShare().isEmpty() ? "" : " (at most "
                    + Figures.whole(Math.min(1, finding.ceilingCpuShare().getAsDouble() * scale)) + " of CPU time)";
        }
        // the kernel share is printed beside it: say why the saving is larger
        boolean more = finding.cpuShare().isPresent() && saving > finding.cpuShare().getAsDouble();
        return " (saves about " + Figures.whole(Math.min(1, saving * scale)) + (more ? ", user time included)" : ")");
    }

    private void fix(StringBuilder text, Fix fix, String saving) {
        if (fix.applicability() == Applicability.SAFE) {
            line(text, palette.green("safe fix" + saving + ":"), fix.title() + (fix.assumed().isEmpty() ? ""
                    : " (assumes " + String.join("; ", fix.assumed()) + ")"));
            return;
        }
        boolean unsafe = fix.applicability() == Applicability.UNSAFE;
        line(text, palette.yellow((unsafe ? "unsafe fix" : "suggestion") + saving + ":"), fix.title()
                + (fix.checks().compiled() == Checks.Compiled.PARTIAL ? " (class path incomplete)" : ""));
        fix.reasons().stream().limit(MAX_HAZARDS).forEach(reason -> line(text, "review:", reason));
        int more = fix.reasons().size() - MAX_HAZARDS;
        if (more > 0) {
            line(text, "review:", more + " more, see --explain-fix");
        }
    }

    private static void line(StringBuilder text, String title, String line) {
        text.append("   ").append(title).append(' ').append(Printable.line(line)).append('\n');
    }
}
