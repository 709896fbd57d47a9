package dev.perfhint.cli.command.report;

import dev.perfhint.cli.command.option.FixOptions;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import dev.perfhint.source.patch.PatchHeading;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes the joint patch of the selected fixes, or applies it, and says on standard error what was done. */
final class PatchOutput {
    private PatchOutput() {}

    /**
     * Finishes or rolls back what an earlier {@code --apply} left when it was killed; any other run says that it must
     * be.
     */
    static void recover(Session session, Sources sources, FixOptions options) throws SourceException {
        if (!Patch.isPending(sources)) {
            return;
        }
        if (!options.apply()) {
            session.warn(
                    "an earlier run was killed while it changed these sources: run it with --apply again to finish");
            return;
        }
        for (String done : Patch.recover(sources)) {
            session.tell(done);
        }
    }

    static void write(Session session, Report report, FixOptions options) throws SourceException {
        if (!options.wanted()) {
            return;
        }
        Optional<Patch> patch = report.patch().filter(joint -> !joint.isEmpty());
        if (patch.isEmpty()) {
            session.tell(nothing(report, options));
            return;
        }
        write(session, report, options, patch.get(), selected(report, options.unsafe(false)).size(), List.of());
    }

    /** Writes or applies what passed the runs, with their counts in the patch's heading. */
    static void write(Session session, Report report, FixOptions options, Sources sources, VerifiedFixes runs)
            throws SourceException {
        if (runs.verification().isEmpty()) {
            session.tell(nothing(report, options));
        } else if (runs.passed().isEmpty()) {
            session.tell((options.apply() ? "nothing applied" : "no patch written") + ": no fix passed the runs");
        } else {
            write(session, report, options, runs.patch(sources), runs.passed().size(),
                    VerificationText.lines(runs.verification().get()));
        }
    }

    private static void write(
            Session session, Report report, FixOptions options, Patch patch, int fixes, List<String> annotation)
            throws SourceException {
        String what = Figures.plural(fixes, "fix") + " in "
                + Figures.plural(patch.files().size(), "file");
        byte[] diff = PatchHeading.verified(patch.unifiedDiff(), annotation);
        if (options.apply()) {
            patch.apply();
            session.tell("applied " + what + ": " + names(report, patch));
        } else if (options.toStandardOutput()) {
            session.out().write(diff, 0, diff.length);
        } else {
            OutputFile file = options.patchFile().orElseThrow();
            file.write(diff);
            session.tell("wrote " + file.path() + ": " + what + "; apply with: git -C "
                    + ShellWord.quoted(report.sourceBase().map(Path::toString).orElse(".")) + " apply "
                    + ShellWord.quoted(file.path().toString()));
        }
    }

    private static String nothing(Report report, FixOptions options) {
        long unsafe = count(report, Applicability.UNSAFE);
        String nothing = options.apply() ? "nothing applied" : "no patch written";
        if (unsafe > 0 && !options.unsafe(false)) {
            return nothing + ": " + (unsafe == 1 ? "1 fix is" : Figures.count(unsafe) + " fixes are")
                    + " not safe (see the report); " + (options.apply() ? "--verify-run applies what passes a run"
                            : "--fix without --safe-only writes " + (unsafe == 1 ? "it" : "them"));
        }
        return nothing + ": there is no fix to apply";
    }

    /** Returns the fixes of the joint patch. */
    static List<Fix> selected(Report report, boolean unsafe) {
        return fixes(report)
                .filter(fix -> fix.applicability() == Applicability.SAFE
                        || unsafe && fix.applicability() == Applicability.UNSAFE)
                .toList();
    }

    private static long count(Report report, Applicability applicability) {
        return fixes(report).filter(fix -> fix.applicability() == applicability).count();
    }

    private static Stream<Fix> fixes(Report report) {
        Map<String, Fix> byId = new LinkedHashMap<>();
        report.findings().stream()
                .map(Finding::fix)
                .flatMap(Optional::stream)
                .filter(fix -> !fix.edits().isEmpty() && fix.conflictsWith().isEmpty())
                .forEach(fix -> byId.putIfAbsent(fix.id(), fix));
        return byId.values().stream();
    }

    private static String names(Report report, Patch patch) {
        Path base = report.sourceBase().orElseThrow();
        List<String> names = patch.files().stream()
                .map(file -> file.startsWith(base) ? base.relativize(file).toString() : file.toString())
                .limit(5)
                .toList();
        return String.join(", ", names) + (patch.files().size() > names.size() ? " ..." : "");
    }
}
