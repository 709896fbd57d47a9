package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.CountedCalls;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Fix;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A finding as text: in one line; on the first screen with its lines of code and what to do; or with all that is known,
 * the calls in the form of a stack trace so that consoles link them.
 */
final class FindingText {
    private static final int MAX_HAZARDS = 2;
    private static final int MAX_REASON = 160;
    private static final int MAX_CALLERS = 4;
    private static final int MAX_INDENT = 60;

    private final SiteText places;
    private final CpuTotals cpu;
    private final SourceLines sources;
    private final TextReport.Options options;
    private final Palette palette;
    private final SourceSnippet snippet;

    FindingText(Report report, SourceLines sources, TextReport.Options options) {
        this.places = new SiteText(report.sourceBase(), options.directory());
        this.cpu = CpuTotals.best(report.profile());
        this.sources = sources;
        this.options = options;
        this.palette = options.palette();
        this.snippet = new SourceSnippet(palette, options.columns());
    }

    /** Returns all of a finding in one line: place, severity, message, share of CPU time, rule. */
    String line(Finding finding) {
        return title(finding, ", " + cost(finding) + inPatch(finding).map(FindingText::inPatch).orElse(""));
    }

    /** Returns the finding's fix if the patch that is written has it. */
    Optional<Fix> inPatch(Finding finding) {
        return finding.fix().filter(fix -> options.patched() && !fix.edits().isEmpty() && fix.conflictsWith().isEmpty())
                .filter(fix -> fix.applicability() == Applicability.SAFE
                        || fix.applicability() == Applicability.UNSAFE && options.unsafeFixes());
    }

    private static String inPatch(Fix fix) {
        return ", " + fix.applicability().label() + " fix in the patch" + fix.reasons().stream().findFirst()
                .map(reason -> ": review " + Printable.fit(Printable.line(reason), MAX_REASON)).orElse("");
    }

    /** Returns the title, the lines of code, and the fix. */
    String brief(Finding finding) {
        return title(finding, "") + code(finding) + remedy(finding);
    }

    /** Returns the title, the evidence with the call chain, and all that is known of the fix. */
    String all(Finding finding) {
        StringBuilder text = new StringBuilder(title(finding, ""));
        if (finding.created().isPresent()) {
            text.append(places.text(finding.site())).append(": note: called here, in ")
                    .append(SiteText.method(finding.site())).append('\n');
        }
        note(text, saving(finding));
        note(text, evidence(finding));
        finding.counted().ifPresent(counted -> counted.savedSeconds()
                .ifPresent(seconds -> note(text, seconds(counted, seconds))));
        finding.seen().ifPresent(seen -> seen.lines()
                .forEach(fact -> line(text, "    " + palette.cyan("observed:") + " ", fact)));
        finding.notes().forEach(note -> note(text, note));
        chain(text, finding);
        finding.fix().ifPresent(fix -> fix(text, finding, fix));
        if (finding.fix().filter(Fix::isOffered).isEmpty()) {
            finding.help().forEach(help -> help(text, help));
        }
        finding.advice().forEach(advice -> advice(text, advice));
        finding.libraryReport().ifPresent(markdown -> libraryReport(text, markdown));
        return text.toString();
    }

    /** Returns one line on a finding whose sources changed since the recording. */
    String stale(Finding finding) {
        return places.text(finding.created().orElse(finding.site())) + ": stale: "
                + Printable.line(finding.changed().orElse("")) + " [" + finding.rule() + "]\n";
    }

    private String title(Finding finding, String after) {
        Site site = finding.created().orElse(finding.site());
        String place = places.text(site) + ":";
        return palette.bold(places.file(site)
                        .map(file -> palette.link(place, file, Math.max(site.line(), 1), Math.max(site.column(), 1)))
                        .orElse(place))
                + ' ' + label(finding.severity()) + ' '
                + palette.bold(Printable.line(finding.message())) + after + " [" + finding.rule() + "]\n";
    }

    private String label(Severity severity) {
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
        String placed = cost + MarkedCall.places(finding);
        if (calling.isEmpty()) {
            return created.map(this::expression).orElse("") + callers(finding, cost);
        }
        boolean same = created.filter(site -> site.path().equals(call.path()) && site.line() == call.line())
                .isPresent();
        if (same) {
            return snippet.expression(call.line(), calling.get(), created.get().column(), placed,
                    MarkedCall.caller(finding));
        }
        String home = finding.created().orElse(call).path();
        return created.map(this::expression).orElse("")
                + snippet.call(call.line(), calling.get(), MarkedCall.callee(finding),
                        call.path().equals(home) ? "" : call.file(), placed, MarkedCall.caller(finding));
    }

    private String expression(Site site) {
        return snippet.expression(site.line(), line(site).orElseThrow(), site.column(), "", "");
    }

    private Optional<String> line(Site site) {
        return site.path().isEmpty() ? Optional.empty() : sources.line(site.path(), site.line())
                .filter(line -> !line.isBlank());
    }

    private String cost(Finding finding) {
        if (finding.cpuShare().isPresent()) {
            return Figures.whole(finding.cpuShare().getAsDouble()) + " of all CPU time (kernel)";
        }
        return finding.systemShare().isPresent()
                ? Figures.whole(finding.systemShare().getAsDouble()) + " of system time"
                : "CPU time unknown";
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
        String saving = briefSaving(finding);
        finding.seen().ifPresent(seen -> line(text, "   " + palette.cyan("observed:") + " ", seen.lines().get(0)));
        finding.fix().ifPresent(fix -> briefFix(text, fix, saving));
        if (finding.fix().isEmpty()) {
            Stream.concat(finding.advice().stream().map(advice -> advice.advice().text()), finding.help().stream())
                    .findFirst()
                    .ifPresent(help -> line(text, "   " + palette.green("help" + saving + ":") + " ", help));
            finding.libraryReport().ifPresent(report -> line(text, "   " + palette.green("help:") + " ",
                    "the call is in a library; --explain-fix prints a report for its maintainers"));
        }
        return text.toString();
    }

    private String briefSaving(Finding finding) {
        // a form of fix may reach only some of the calls
        Optional<Range> own = finding.fix().isPresent() ? finding.fixSaving().cpuShare() : finding.savingCpuShare();
        double saving = own.map(range -> (range.low() + range.high()) / 2).orElse(0.0);
        if (saving <= 0) {
            OptionalDouble most = finding.savingCpuShare().map(range -> OptionalDouble.of(range.high()))
                    .orElse(finding.ceilingCpuShare());
            return most.isEmpty() ? "" : " (at most " + Figures.whole(most.getAsDouble()) + " of CPU time)";
        }
        // the kernel share is printed beside it: say why the saving is larger
        boolean more = finding.cpuShare().isPresent() && saving > finding.cpuShare().getAsDouble();
        return " (saves about " + Figures.whole(saving) + (more ? ", user time included)" : ")");
    }

    private void briefFix(StringBuilder text, Fix fix, String saving) {
        if (fix.applicability() == Applicability.SAFE) {
            line(text, "   " + palette.green("safe fix" + saving + ":") + " ", fix.title()
                    + (fix.assumed().isEmpty() ? "" : " (assumes " + String.join("; ", fix.assumed()) + ")"));
            return;
        }
        boolean unsafe = fix.applicability() == Applicability.UNSAFE;
        line(text, "   " + palette.yellow((unsafe ? "unsafe fix" : "suggestion") + saving + ":") + " ", fix.title()
                + (fix.checks().compiled() == Checks.Compiled.PARTIAL ? " (class path incomplete)" : ""));
        lines(text, "   review: ", fix.reasons().stream().limit(MAX_HAZARDS).toList());
        int more = fix.reasons().size() - MAX_HAZARDS;
        if (more > 0) {
            line(text, "   review: ", more + " more, see --explain-fix");
        }
    }

    private String evidence(Finding finding) {
        if (finding.systemShare().isEmpty()) {
            return "system CPU unknown (" + finding.evidence().label() + ")";
        }
        double share = finding.systemShare().getAsDouble();
        boolean best = finding.evidence() == cpu.evidence();
        StringBuilder note = new StringBuilder();
        note.append(best && !CpuText.estimated(cpu)
                ? Figures.sampledPercent(share, cpu.systemSamples())
                : Figures.percent(share));
        note.append(" of system CPU");
        finding.cpuShare()
                .ifPresent(cpuShare -> note.append(", ").append(Figures.percent(cpuShare)).append(" of all CPU"));
        note.append(": ").append(best
                ? CpuText.part(cpu, finding.samples(), finding.nanos(), cpu.systemSamples(), cpu.systemNanos(),
                        "sample")
                : Figures.plural(finding.samples(), "sample"));
        return note.append(" (").append(finding.evidence().label()).append(')').toString();
    }

    private static String saving(Finding finding) {
        StringBuilder note = new StringBuilder("severity ").append(finding.severity().label());
        if (finding.savingSystemShare().isPresent()) {
            note.append(": removing it saves ").append(FindingLine.range(finding.savingSystemShare().get()))
                    .append(" of the system CPU");
            finding.savingCpuShare().map(FindingLine::range)
                    .ifPresent(range -> note.append(", ").append(range).append(" of all CPU"));
        } else if (finding.boundSystemShare().isPresent()) {
            note.append(": at most ").append(Figures.percent(finding.boundSystemShare().getAsDouble()));
            note.append(" of the system CPU could be saved");
        }
        return note.toString();
    }

    private static String seconds(CountedCalls counted, Range seconds) {
        String low = Figures.count(Math.round(counted.saved().low()));
        String high = Figures.count(Math.round(counted.saved().high()));
        return (low.equals(high) ? high : low + " to " + high) + " of " + Figures.plural(counted.calls(), "call")
                + " go: " + DurationText.of(seconds.low() * 1e9) + " to " + DurationText.of(seconds.high() * 1e9)
                + " by the calibration";
    }

    private void chain(StringBuilder text, Finding finding) {
        for (ChainFrame frame : finding.chain()) {
            text.append("    at ").append(Printable.name(frame.text()));
            if (finding.systemShare().isPresent()) {
                text.append(palette.dim("  " + Figures.percent(frame.share())));
            }
            text.append('\n');
        }
    }

    private void fix(StringBuilder text, Finding finding, Fix fix) {
        FixSaving fixSaving = finding.fixSaving();
        String label = fix.applicability().label();
        text.append("    ").append(palette.green("fix:")).append(' ').append(Printable.line(fix.title()));
        text.append(" (")
                .append(fix.applicability() == Applicability.SAFE ? palette.green(label) : palette.yellow(label));
        if (fix.checks().compiled() == Checks.Compiled.PARTIAL) {
            text.append(", not compiled against the full class path");
        }
        boolean left = fix.applicability() == Applicability.UNSAFE && !options.unsafeFixes();
        text.append(left ? ": left out"
                : fix.applicability() == Applicability.DISPLAY ? ": not applied" : "").append(")\n");
        // said once: the note on the severity names what the finding's removal saves
        Optional<String> removal = finding.savingSystemShare().map(FindingLine::range);
        fixSaving.systemShare().map(FindingLine::range).filter(range -> !removal.equals(Optional.of(range)))
                .ifPresent(range -> line(text, "      saves: ", range + " of the system CPU"));
        lines(text, "      assumes ", fix.assumed());
        // with their kinds below where all is explained
        lines(text, "      review: ", fix.reasons().stream().filter(reason -> !options.explainFix()
                || fix.hazards().stream().noneMatch(hazard -> reason.contains(hazard.text()))).toList());
        if (fix.applicability() == Applicability.DISPLAY) {
            fixSaving.preview().ifPresent(preview -> diff(text, preview));
            line(text, "      ", "see 'perfhint explain " + finding.rule() + "'");
        }
        lines(text, "      or: ", fix.alternatives());
        lines(text, "      conflicts with: ", fix.conflictsWith());
        if (options.explainFix()) {
            fix.hazards().forEach(hazard -> line(text, "      " + hazard.kind().id() + ": ",
                    hazard.line(Optional.empty())));
        }
    }

    private void advice(StringBuilder text, AdviceSaving saving) {
        String saves = saving.systemShare().map(FindingLine::range)
                .map(range -> ", saves " + range + " of the system CPU").orElse("");
        help(text, saving.advice().text() + " (" + saving.advice().kind().label() + saves + ")");
        saving.advice().before().ifPresent(lines -> lines.lines().forEach(one -> line(text, "      - ", one)));
        saving.advice().after().ifPresent(lines -> lines.lines().forEach(one -> line(text, "      + ", one)));
    }

    private void libraryReport(StringBuilder text, String markdown) {
        if (!options.explainFix()) {
            help(text, "--explain-fix prints a report for the library's maintainers");
            return;
        }
        help(text, "a report for the library's maintainers:");
        markdown.lines()
                .forEach(line -> text.append("    | ").append(Printable.fit(line, Integer.MAX_VALUE)).append('\n'));
    }

    /** Lines of code keep their indentation, less what all of them have. */
    // long lines are cut, and what changes may be in the part that is not shown
    private static void diff(StringBuilder text, FixSaving.Preview preview) {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        code(before, "", preview.before());
        code(after, "", preview.after());
        if (!before.toString().contentEquals(after)) {
            code(text, "    - ", preview.before());
            code(text, "    + ", preview.after());
        }
    }

    private static void code(StringBuilder text, String title, String lines) {
        lines.replace("\t", "    ").stripIndent().lines().forEach(line -> {
            int indent = Math.min(line.length() - line.stripLeading().length(), MAX_INDENT);
            text.append(title).append(" ".repeat(indent)).append(Printable.line(line)).append('\n');
        });
    }

    private static void lines(StringBuilder text, String title, List<String> lines) {
        lines.forEach(line -> line(text, title, line));
    }

    private void help(StringBuilder text, String help) {
        line(text, "    " + palette.green("help:") + " ", help);
    }

    private void note(StringBuilder text, String note) {
        line(text, "    " + palette.cyan("note:") + " ", note);
    }

    private static void line(StringBuilder text, String title, String line) {
        text.append(title).append(Printable.line(line)).append('\n');
    }
}
