package dev.perfhint.cli.command;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.rules.Finding;
import dev.perfhint.rules.Report;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import dev.perfhint.source.SourceException;
import dev.perfhint.source.Sources;
import dev.perfhint.source.fix.Patch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
        String what = Figures.plural(selected(report, options), "fix").replace("fixs", "fixes") + " in "
                + Figures.plural(patch.get().files().size(), "file");
        if (options.apply()) {
            patch.get().apply();
            session.tell("applied " + what + ": " + names(report, patch.get()));
        } else if (options.toStandardOutput()) {
            byte[] diff = patch.get().unifiedDiff();
            session.out().write(diff, 0, diff.length);
        } else {
            OutputFile file = options.patchFile().orElseThrow();
            file.write(patch.get().unifiedDiff());
            session.tell("wrote " + file.path() + ": " + what + "; apply with: git -C "
                    + ShellWord.quoted(report.sourceBase().map(Path::toString).orElse(".")) + " apply "
                    + ShellWord.quoted(file.path().toString()));
        }
    }

    private static String nothing(Report report, FixOptions options) {
        long unsafe = count(report, Applicability.UNSAFE);
        String nothing = options.apply() ? "nothing applied" : "no patch written";
        if (unsafe > 0 && !options.unsafe()) {
            return nothing + ": " + (unsafe == 1 ? "1 fix is" : Figures.count(unsafe) + " fixes are")
                    + " not proven safe, the reasons stand in the report; --unsafe-fixes takes "
                    + (unsafe == 1 ? "it" : "them");
        }
        return nothing + ": there is no fix to apply";
    }

    private static long selected(Report report, FixOptions options) {
        return count(report, Applicability.SAFE) + (options.unsafe() ? count(report, Applicability.UNSAFE) : 0);
    }

    private static long count(Report report, Applicability applicability) {
        return report.findings().stream()
                .map(Finding::fix)
                .flatMap(Optional::stream)
                .filter(fix -> fix.applicability() == applicability)
                .filter(fix -> !fix.edits().isEmpty() && fix.conflictsWith().isEmpty())
                .map(Fix::id)
                .distinct()
                .count();
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
