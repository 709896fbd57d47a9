package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.output.OutputFile;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that turn fixes into a patch or apply them. */
public final class FixOptions {
    private static final String DEFAULT_PATCH = "perfhint.patch";
    private static final String STANDARD_OUTPUT = "-";

    @Option(names = "--fix", description = "Write fixes as a unified diff (compile-checked).")
    private boolean fix;

    @Option(names = "--patch", paramLabel = "FILE",
            description = "Where --fix writes (default: perfhint.patch); - is standard output.")
    private String patch;

    @Option(names = "--force", description = "Replace the patch file even if perfhint did not write it.")
    private boolean force;

    @Option(names = "--apply", description = "Edit the source files instead of writing a diff; all or nothing.")
    private boolean apply;

    @Option(names = "--safe-only", description = "Write safe fixes only.")
    private boolean safeOnly;

    @Option(names = "--unsafe-fixes", description = "Apply unsafe fixes too; a patch has them anyway.")
    private boolean unsafe;

    @Option(names = "--explain-fix", description = "Show all hazards of each fix.")
    private boolean explain;

    @Option(names = "--assume", paramLabel = "none",
            description = "With 'none', no fix that rests on an assumption is safe.")
    private String assume;

    private String assumeOrigin = "--assume";
    private Optional<OutputFile> patchFile = Optional.empty();

    /** Checks the options against each other, and that the patch can be written, before any work. */
    public void check(boolean sources, OutputOptions outputs, List<String> recordings, boolean verified) {
        if (!wanted() && (patch != null || unsafe || safeOnly || force)) {
            throw new CliException((patch != null ? "--patch" : unsafe ? "--unsafe-fixes"
                    : safeOnly ? "--safe-only" : "--force") + " needs --fix or --apply");
        }
        if (unsafe && safeOnly) {
            throw new CliException("--safe-only excludes --unsafe-fixes");
        }
        if (!wanted()) {
            return;
        }
        if (!sources) {
            throw new CliException("--fix and --apply need sources: name their directory with --source, or run in the"
                    + " project");
        }
        if (apply && patch != null) {
            throw new CliException("--apply excludes --patch: it changes the sources instead of writing a diff");
        }
        if (STANDARD_OUTPUT.equals(patch) && outputs.namesStandardOutput()) {
            throw new CliException("the report and the patch would both go to standard output");
        }
        if (!apply && !STANDARD_OUTPUT.equals(patch)) {
            patchFile = Optional.of(OutputFile.checked(
                    patch != null ? patch : verified ? VerifiedPatch.DEFAULT : DEFAULT_PATCH));
            patchFile.get().refuseToReplace("# perfhint", force, "a patch that perfhint wrote");
            OutputOptions.refuseRecording(patchFile.get(), recordings);
            outputs.refuseReport(patchFile.get(), "patch");
        }
    }

    /** Takes from the configuration what was not named on the command line. */
    public void complete(Config config) {
        if (assume == null && !config.list(Config.Key.ASSUME).isEmpty()) {
            assume = config.list(Config.Key.ASSUME).get(0);
            assumeOrigin = config.origin(Config.Key.ASSUME).orElseThrow() + ": assume";
        }
    }

    /** Returns whether a safe fix may rest on its assumptions. */
    public boolean assuming() {
        if (assume != null && !assume.equals("none")) {
            throw new CliException(assumeOrigin + " takes 'none' only, not '" + assume + "'");
        }
        return assume == null;
    }

    public boolean wanted() {
        return fix || apply;
    }

    public boolean apply() {
        return apply;
    }

    /**
     * Returns whether fixes are taken that are not safe: a patch has them, and they are applied where that is asked for
     * or where they have passed the runs.
     */
    public boolean unsafe(boolean verified) {
        return !safeOnly && (!apply || unsafe || verified);
    }

    public boolean explain() {
        return explain;
    }

    public boolean toStandardOutput() {
        return wanted() && STANDARD_OUTPUT.equals(patch);
    }

    /** Returns the file to write the patch to; empty with {@code --apply} and for standard output. */
    public Optional<OutputFile> patchFile() {
        return patchFile;
    }
}
