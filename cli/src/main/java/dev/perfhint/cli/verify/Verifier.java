package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Measures a patch before it is merged: copies of the tree, without and with it, built, then run in turn.
 *
 * <p>Runs alternate so that a drift of the machine hits both alike. Where the fixes differ together from the program
 * without them, those that do are searched. The user's tree is only read.
 */
public final class Verifier {
    private static final int LOG_LINES = 20;

    private final VerifyOptions options;
    private final PrintStream err;
    private final Terminal terminal;
    private volatile boolean ending;

    /** Prepares the runs; each is reported on standard error. */
    public Verifier(VerifyOptions options, PrintStream err, Terminal terminal) {
        this.options = options;
        this.err = err;
        this.terminal = terminal;
    }

    /** What is done in a temporary directory. */
    private interface Work {
        Verification in(Path scratch) throws IOException;
    }

    /** Verifies a patch file; the fixes that it holds are told apart by its heading, else by hunks. */
    public Verification run(Path patch) {
        if (!Files.isReadable(patch) || !Files.isRegularFile(patch)) {
            throw new CliException(patch + ": cannot be read: name a patch that perfhint analyze --fix wrote");
        }
        return inScratch(scratch -> {
            VerifyOptions placed = options.in(PatchPlace.of(options.tree(), PatchTool.paths(patch)));
            FixSubsets fixes = FixSubsets.of(patch, placed, Files.createDirectory(scratch.resolve("split")));
            return run(trials(scratch), placed, fixes);
        });
    }

    /** Returns the directory that the paths of a patch are relative to: the tree or one below it. */
    public Path directory(Path patch) {
        try {
            return options.tree().resolve(PatchPlace.of(options.tree(), PatchTool.paths(patch))).normalize();
        } catch (IOException e) {
            throw new CliException(patch + ": " + e.getMessage(), e);
        }
    }

    /** Verifies fixes. */
    public Verification run(FixSubsets fixes) {
        return inScratch(scratch -> run(trials(scratch), options, fixes));
    }

    /** Finds fixes for what a recorded run shows. */
    public interface Proposer {
        /**
         * Returns the fixes to verify; empty if there is none.
         *
         * @param scratch a directory for files that last as long as the verification
         */
        Optional<FixSubsets> of(RecordedRun run, Path scratch) throws IOException;
    }

    /**
     * Records the command in the copy, has fixes proposed and verifies them; empty if there are none.
     *
     * @param placed options of the verification, for the fixes that were proposed
     */
    public Optional<Verification> run(Proposer proposer, Supplier<VerifyOptions> placed) {
        return Optional.ofNullable(inScratch(scratch -> {
            Trials trials = trials(scratch);
            TrialTree base = trials.tree(List.of());
            refuseUnbuilt(base, "without the patch");
            RecordedRun recorded = trials.record();
            refuseFailing(recorded.run(), base);
            if (recorded.run().hung()) {
                throw new CliException("the program was ended: " + recorded.run().hang().get() + ": give it longer with"
                        + " --time-limit, or for a server its load with --load");
            }
            Optional<FixSubsets> fixes = proposer.of(recorded, scratch);
            return fixes.isEmpty() ? null : run(trials, placed.get(), fixes.get());
        }));
    }

    /** Says what will be run, and what a copy does not isolate. */
    public void announce(int runs) {
        try {
            long bytes = WorkingCopy.checkedBytes(options.tree(), options.build().isPresent() ? 4 : 1);
            err.println("perfhint: 1 run recorded by a profiler, 1 observed (the calls of each stream are"
                    + " counted), then " + runs + " without and " + runs + " with the fixes, in a copy of "
                    + options.tree() + " (" + WorkingCopy.megabytes(bytes) + "), with empty standard input");
            err.println("perfhint: not isolated: files named by absolute paths, the network, databases, other"
                    + " processes");
        } catch (IOException e) {
            throw new CliException(options.tree() + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private Trials trials(Path scratch) throws IOException {
        return new Trials(options, scratch, new RunLog(err, terminal, () -> ending));
    }

    private Verification inScratch(Work work) {
        try {
            Path scratch = Files.createTempDirectory("perfhint-verify-").toRealPath();
            Thread hook = new Thread(() -> abandon(scratch), "perfhint-signal");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                return work.in(scratch);
            } finally {
                if (ending) {
                    awaitEnd(); // Ctrl-C took the files away: what then fails is no result
                }
                Runtime.getRuntime().removeShutdownHook(hook);
                TreeCopy.delete(scratch);
            }
        } catch (IOException e) {
            throw new CliException("cannot use the temporary directory: " + e.getMessage(), e);
        }
    }

    /** Ctrl-C: what runs is ended first, or it would go on writing into what is deleted. */
    private void abandon(Path scratch) {
        ending = true;
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        try {
            TreeCopy.delete(scratch);
        } catch (IOException e) {
            // The temporary directory's own cleaning will take it.
        }
    }

    private static void awaitEnd() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Verification run(Trials trials, VerifyOptions placed, FixSubsets fixes) throws IOException {
        trials.begin(placed, fixes);
        TrialTree base = trials.tree(List.of());
        refuseUnbuilt(base, "without the patch");
        if (placed.build().isPresent() && fixes.names().size() == 1) {
            refuseUnbuilt(trials.tree(fixes.all()), "with the patch");
        }
        Run first = trials.run(base, "without the patch");
        refuseFailing(first, base);
        refuseMissing(first);
        if (first.hung()) {
            return trials.measure(new FixSearch.Outcome(fixes.all(), Map.of()));
        }
        trials.checkUnpatched();
        trials.announce();
        Verification verification = trials.measure(trials.search());
        if (verification.verdict() == Verification.Verdict.UNTRIED) {
            throw new CliException("no fix can be tried: " + verification.untried().values().iterator().next());
        }
        return verification;
    }

    private void refuseUnbuilt(TrialTree tree, String which) throws IOException {
        if (tree.buildFailure().isPresent()) {
            printEnd(tree.buildLog());
            throw new CliException(tree.buildFailure().get().replaceFirst("the build fails( \\(.*?\\)).*",
                    "the build fails " + which + "$1: ") + options.build().orElseThrow());
        }
    }

    private void refuseFailing(Run unpatched, TrialTree tree) throws IOException {
        boolean tests = options.testReports().isPresent() && !unpatched.outputs().isEmpty()
                || options.load().isPresent() && !unpatched.counts().isEmpty();
        if (!unpatched.hung() && unpatched.exitCode() != 0 && !tests) {
            printEnd(tree.standardError());
            throw new CliException("the unpatched program fails (exit code " + unpatched.exitCode()
                    + "), so nothing can be compared: check --run and --build: " + options.run());
        }
    }

    private void refuseMissing(Run unpatched) {
        for (Path output : unpatched.hung() ? List.<Path>of() : options.outputs()) {
            if (unpatched.outputs().get(output.toString()).equals(Produced.MISSING)) {
                throw new CliException(output + ": the run without the patch does not write it: check --output,"
                        + " relative to the top of the tree");
            }
        }
        if (!unpatched.hung() && options.testReports().isPresent()
                && unpatched.outputs().size() == options.outputs().size()) {
            throw new CliException(options.testReports().get()
                    + ": the run without the patch writes no JUnit reports there: check --test-reports, relative to"
                    + " the top of the tree");
        }
    }

    private void printEnd(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
        lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()).forEach(err::println);
    }
}
