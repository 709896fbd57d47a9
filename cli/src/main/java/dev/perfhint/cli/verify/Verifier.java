package dev.perfhint.cli.verify;

import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures a patch before it is merged: two copies of the tree, one patched, built, then run in turn.
 *
 * <p>Runs alternate so that a drift of the machine hits both alike. The user's tree is only read.
 */
public final class Verifier {
    private static final int LOG_LINES = 20;

    private final VerifyOptions options;
    private final PrintStream err;
    private final Terminal terminal;
    private volatile boolean ending;

    /** Prepares the runs; only on a terminal it is shown which one is going on. */
    public Verifier(VerifyOptions options, PrintStream err, Terminal terminal) {
        this.options = options;
        this.err = err;
        this.terminal = terminal;
    }

    public Verification run() throws VerifyException {
        if (!Files.isReadable(options.patch()) || !Files.isRegularFile(options.patch())) {
            throw new VerifyException(options.patch()
                    + ": cannot be read: name a patch that perfhint analyze --fix wrote");
        }
        try {
            Path scratch = Files.createTempDirectory("perfhint-verify-").toRealPath();
            Thread hook = new Thread(() -> abandon(scratch), "perfhint-signal");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                return run(scratch);
            } finally {
                if (ending) {
                    awaitEnd(); // Ctrl-C took the files away: what then fails is no result
                }
                Runtime.getRuntime().removeShutdownHook(hook);
                TreeCopy.delete(scratch);
            }
        } catch (IOException e) {
            throw new VerifyException("cannot use the temporary directory: " + e.getMessage(), e);
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

    private Verification run(Path scratch) throws VerifyException, IOException {
        Path before = scratch.resolve("before");
        Path after = scratch.resolve("after");
        TreeCopy.copy(options.tree(), before);
        TreeCopy.copy(options.tree(), after);
        TreeCopy.apply(options.patch(), after);
        try (Progress progress = Progress.start(terminal, err, "building")) {
            build(before, scratch, "without the patch");
            build(after, scratch, "with the patch");
        }
        Outputs outputsBefore = Outputs.keep(options.outputs(), before, scratch.resolve("kept-before"));
        Outputs outputsAfter = Outputs.keep(options.outputs(), after, scratch.resolve("kept-after"));
        List<Run> runsBefore = new ArrayList<>();
        List<Run> runsAfter = new ArrayList<>();
        for (int i = 0; i < options.runs(); i++) {
            outputsBefore.restore();
            outputsAfter.restore();
            try (Progress progress = Progress.start(terminal, err, "run " + (i + 1) + " of " + options.runs())) {
                runsBefore.add(MeasuredRun.of(options, before, scratch));
                refuseFailing(runsBefore.get(i), scratch);
                refuseMissing(runsBefore.get(i));
                runsAfter.add(MeasuredRun.of(options, after, scratch));
            }
            refuseUncompiled(before, after);
            if (runsBefore.get(i).timedOut() || runsAfter.get(i).timedOut()) {
                break; // a second hang proves no more than the first
            }
        }
        if (options.runs() == 1
                && !Verification.of(options, runsBefore, runsAfter, Map.of(), Map.of()).differences().isEmpty()) {
            // a program whose own output differs from run to run would be blamed on the patch
            outputsBefore.restore();
            runsBefore.add(MeasuredRun.of(options, before, scratch));
        }
        boolean hung = runsBefore.stream().anyMatch(Run::timedOut) || runsAfter.stream().anyMatch(Run::timedOut);
        try (Progress progress = Progress.start(terminal, err, "counting system calls")) {
            Map<String, Long> straceBefore = hung ? Map.of() : Strace.count(options, before, scratch);
            Map<String, Long> straceAfter = straceBefore.isEmpty() ? Map.of() : Strace.count(options, after, scratch);
            return Verification.of(options, runsBefore, runsAfter,
                    straceAfter.isEmpty() ? Map.of() : straceBefore, straceAfter);
        }
    }

    private void refuseUncompiled(Path before, Path after) throws VerifyException, IOException {
        if (options.build().isEmpty() && ClassFiles.areStale(options.patch(), before, after)) {
            throw new VerifyException(
                    "the patch changes Java sources, but the class files are the same with and without it:"
                    + " give --build COMMAND, which compiles them");
        }
    }

    private void refuseFailing(Run unpatched, Path scratch) throws VerifyException, IOException {
        if (!unpatched.timedOut() && unpatched.exitCode() != 0) {
            printEnd(scratch.resolve("stderr"));
            throw new VerifyException("the unpatched program fails (exit code " + unpatched.exitCode()
                    + "), so nothing can be compared: check --run and --build: " + options.run());
        }
    }

    private void refuseMissing(Run unpatched) throws VerifyException {
        for (int i = 0; i < options.outputs().size() && !unpatched.timedOut(); i++) {
            if (unpatched.outputs().get(i + 1).equals(Run.MISSING)) {
                throw new VerifyException(options.outputs().get(i)
                        + ": the run without the patch does not write it: check --output, relative to the top of the "
                        + "tree");
            }
        }
    }

    private void build(Path tree, Path scratch, String which) throws VerifyException, IOException {
        if (options.build().isEmpty()) {
            return;
        }
        Path log = scratch.resolve("build.log");
        try {
            Process process = new ProcessBuilder("sh", "-c", options.build().get())
                    .directory(tree.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor() != 0) {
                printEnd(log);
                throw new VerifyException("the build fails " + which + " (exit code " + process.exitValue() + "): "
                        + options.build().get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new VerifyException("interrupted", e);
        }
    }

    private void printEnd(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
        lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()).forEach(err::println);
    }
}
