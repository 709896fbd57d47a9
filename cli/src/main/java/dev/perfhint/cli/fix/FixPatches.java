package dev.perfhint.cli.fix;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.cli.record.ObserverJar;
import dev.perfhint.cli.verify.Verification;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.fix.Patch;
import dev.perfhint.source.patch.FileChange;
import dev.perfhint.source.patch.PatchHeading;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes or applies what passed: the program's own sources as one patch, each library as patch, jar and report. */
public final class FixPatches {
    private FixPatches() {}

    /**
     * Writes them.
     *
     * @param file of the patch; what is of a library is written beside it
     * @param uncompared fixes whose files were not compared: the runs had them, what is written has not
     * @param heading what the runs showed
     * @return what was written and how it is used, one line each
     */
    public static List<String> write(FixProposal proposal, Verification verification, Set<Integer> uncompared,
            OutputFile file, boolean apply, List<String> heading, List<String> command)
            throws IOException, SourceException {
        GroupedFixes fixes = proposal.fixes();
        List<Integer> passed = verification.isPassed() ? verification.passed() : List.of();
        if (passed.isEmpty()) {
            return List.of("no patch written: no fix passed");
        }
        List<Integer> own = new ArrayList<>(passed);
        own.removeAll(uncompared);
        List<String> headed = new ArrayList<>(heading);
        uncompared.forEach(fix -> headed.add(verification.names().get(fix)
                + ": in these runs, not in this patch; " + UncomparedFixes.WHY));
        List<String> said = new ArrayList<>();
        for (LibraryPatch library : proposal.libraries()) {
            List<Integer> its = own.stream().filter(fix -> library.holds(fixes.file(fixes.groups().get(fix)))).toList();
            if (!its.isEmpty()) {
                own.removeAll(its);
                said.addAll(write(library, fixes, its, verification, uncompared, file, command));
            }
        }
        uncompared.forEach(fix -> said.add((apply ? "not applied" : "not in a patch") + ": fix " + (fix + 1) + ": "
                + UncomparedFixes.WHY));
        if (!own.isEmpty()) {
            Patch patch = fixes.patch(own);
            String what = (own.size() == 1 ? "1 fix" : own.size() + " fixes") + " in "
                    + Figures.plural(patch.files().size(), "file");
            if (apply) {
                patch.apply();
                said.add(0, "applied " + what);
            } else {
                file.write(PatchHeading.verified(patch.unifiedDiff(), headed));
                said.add(0, "wrote " + file.path() + ": " + what + "; apply with: git -C "
                        + ShellWord.quoted(fixes.sources().base().toString()) + " apply "
                        + ShellWord.quoted(file.path().toString()));
            }
        }
        return said;
    }

    private static List<String> write(LibraryPatch library, GroupedFixes fixes, List<Integer> its,
            Verification verification, Set<Integer> uncompared, OutputFile beside, List<String> command)
            throws IOException {
        List<String> heading = VerificationText.shareable(verification);
        String name = "perfhint-patched-" + library.name();
        Path directory = beside.path().getParent();
        List<FileChange> changes = library.changes(fixes.patch(its).changes());
        byte[] diff = LibraryPatch.diff(changes);
        Path patch = directory.resolve(name + ".patch");
        Path report = directory.resolve(name + ".md");
        OutputFile.checked(patch.toString()).write(PatchHeading.verified(diff, heading));
        OutputFile.checked(report.toString())
                .write(report(library, fixes.fixes(its), diff, heading).getBytes(StandardCharsets.UTF_8));
        List<String> said = new ArrayList<>();
        said.add("wrote " + patch + ": against the sources of " + library.coordinates() + " (license: "
                + library.license() + ")");
        said.add("wrote " + report + ": the report for its maintainers");
        if (uncompared.stream().anyMatch(fix -> library.holds(fixes.file(fixes.groups().get(fix))))) {
            said.add("no " + name + ".jar: the classes that ran hold a fix that is not in the patch");
            return said;
        }
        Map<String, byte[]> classes = LibraryPatch.classes(changes, verification.classes());
        if (!classes.isEmpty()) {
            Path jar = directory.resolve(name + ".jar");
            OutputFile.checked(jar.toString()).write(library.patchedJar(classes));
            said.add("wrote " + jar + ": " + Figures.plural(classes.size(), "class").replace("classs", "classes")
                    + "; used with: " + use(library, jar, command));
        }
        return said;
    }

    /** Returns the line that puts the patched classes to work. */
    private static String use(LibraryPatch library, Path jar, List<String> command) throws IOException {
        int option = Math.max(command.indexOf("-cp"), Math.max(command.indexOf("-classpath"),
                command.indexOf("--class-path")));
        if (option >= 0 && option + 1 < command.size() && !library.isSigned()) {
            List<String> changed = new ArrayList<>(command);
            changed.set(option + 1, jar + File.pathSeparator + command.get(option + 1));
            return String.join(" ", changed.stream().map(FixPatches::word).toList());
        }
        return "JAVA_TOOL_OPTIONS=-javaagent:" + ObserverJar.find().orElseThrow() + "=patch=" + jar + " "
                + String.join(" ", command.stream().map(FixPatches::word).toList());
    }

    /** An option needs no quotes. */
    private static String word(String text) {
        return text.matches("-[\\w./+@%,:=-]+") ? text : ShellWord.quoted(text);
    }

    private static String report(LibraryPatch library, List<Fix> fixes, byte[] diff, List<String> heading)
            throws IOException {
        StringBuilder text = new StringBuilder("# " + library.coordinates() + ": " + fixes.get(0).title() + "\n\n");
        text.append("Measured in an application that uses ").append(library.coordinates()).append(" (license: ")
                .append(library.license()).append("), which ran without and with this change in turn:\n\n```\n");
        heading.forEach(line -> text.append(line).append('\n'));
        text.append("```\n\n");
        for (Fix fix : fixes) {
            text.append("- ").append(fix.title()).append(fix.measured().isEmpty() ? "" : ": " + fix.measured())
                    .append('\n');
            fix.reasons().forEach(reason -> text.append("  - to review: ").append(reason).append('\n'));
        }
        text.append("\n```diff\n").append(new String(diff, StandardCharsets.UTF_8)).append("```\n");
        return text.toString();
    }
}
