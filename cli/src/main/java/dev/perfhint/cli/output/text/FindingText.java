package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.CountedCalls;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Fix;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One finding as text: a GNU line at the place of the edit, notes with the evidence, the call chain in the form of a
 * stack trace so that consoles link it, and the fix.
 */
final class FindingText {
    private static final int MAX_INDENT = 60;

    private final SiteText places;
    private final CpuTotals cpu;
    private final boolean explainFix;
    private final boolean unsafeFixes;
    private final Palette palette;

    FindingText(Optional<Path> sourceBase, CpuTotals cpu, TextReport.Options options) {
        this.places = new SiteText(sourceBase, options.directory());
        this.cpu = cpu;
        this.explainFix = options.explainFix();
        this.unsafeFixes = options.unsafeFixes();
        this.palette = options.palette();
    }

    String of(Finding finding) {
        StringBuilder text = new StringBuilder();
        Site place = finding.created().orElse(finding.site());
        text.append(palette.bold(places.text(place) + ":")).append(' ')
                .append(FirstFinding.label(finding.severity(), palette)).append(' ');
        text.append(Printable.line(finding.message())).append(" [").append(finding.rule()).append("]\n");
        if (finding.created().isPresent()) {
            text.append(places.text(finding.site())).append(": note: called here, in ")
                    .append(SiteText.method(finding.site())).append('\n');
        }
        note(text, saving(finding));
        note(text, evidence(finding));
        finding.counted()
                .ifPresent(counted -> counted.savedSeconds()
                        .ifPresent(seconds -> note(text, seconds(counted, seconds))));
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
        String label = fix.applicability() == Applicability.SAFE
                ? palette.green(fix.applicability().label())
                : palette.yellow(fix.applicability().label());
        text.append("    ").append(palette.green("fix:")).append(' ').append(Printable.line(fix.title()));
        text.append(" (").append(label);
        if (fix.checks().compiled() == Checks.Compiled.PARTIAL) {
            text.append(", not compiled against the full class path");
        }
        text.append(fix.applicability() == Applicability.UNSAFE && !unsafeFixes ? ": needs --unsafe-fixes" : "");
        text.append(fix.applicability() == Applicability.DISPLAY ? ": not applied" : "").append(")\n");
        // said once: the note on the severity names what the finding's removal saves
        Optional<String> removal = finding.savingSystemShare().map(FindingLine::range);
        fixSaving.systemShare().map(FindingLine::range).filter(range -> !removal.equals(Optional.of(range)))
                .ifPresent(range -> line(text, "  saves: ", range + " of the system CPU"));
        lines(text, "  assumes ", fix.assumed());
        lines(text, "  review: ", fix.reasons());
        if (fix.applicability() == Applicability.DISPLAY) {
            fixSaving.preview().ifPresent(preview -> {
                code(text, "    - ", preview.before());
                code(text, "    + ", preview.after());
            });
            line(text, "  ", "see 'perfhint explain " + finding.rule() + "'");
        }
        lines(text, "  or: ", fix.alternatives());
        lines(text, "  conflicts with: ", fix.conflictsWith());
        if (explainFix) {
            fix.hazards().forEach(hazard -> line(text, "  " + hazard.kind().id() + ": ",
                    hazard.line(Optional.empty())));
        }
    }

    private void advice(StringBuilder text, AdviceSaving saving) {
        String saves = saving.systemShare().map(FindingLine::range)
                .map(range -> ", saves " + range + " of the system CPU").orElse("");
        help(text, saving.advice().text() + " (" + saving.advice().kind().label() + saves + ")");
        saving.advice().before().ifPresent(lines -> lines.lines().forEach(one -> line(text, "  - ", one)));
        saving.advice().after().ifPresent(lines -> lines.lines().forEach(one -> line(text, "  + ", one)));
    }

    private void libraryReport(StringBuilder text, String markdown) {
        if (!explainFix) {
            help(text, "--explain-fix prints a report for the library's maintainers");
            return;
        }
        help(text, "a report for the library's maintainers:");
        markdown.lines()
                .forEach(line -> text.append("    | ").append(Printable.fit(line, Integer.MAX_VALUE)).append('\n'));
    }

    /** Lines of code keep their indentation, less what all of them have. */
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
        line(text, palette.green("help:") + " ", help);
    }

    private void note(StringBuilder text, String note) {
        line(text, palette.cyan("note:") + " ", note);
    }

    private static void line(StringBuilder text, String title, String line) {
        text.append("    ").append(title).append(Printable.line(line)).append('\n');
    }
}
