package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A copy of the tree with some fixes, built once and run as often as asked.
 *
 * @param buildFailure why the build failed; empty for one that can be run
 */
record TrialTree(VerifyOptions options, Path tree, Path scratch, Outputs outputs, Optional<String> buildFailure) {
    /**
     * Copies, patches and builds.
     *
     * @param scratch a directory that does not exist yet, for the copy and what its commands print
     * @param diff what to apply; may be empty
     */
    static TrialTree make(VerifyOptions options, byte[] diff, Path scratch) throws IOException {
        Path tree = Files.createDirectories(scratch).resolve("tree");
        TreeCopy.copy(options.tree(), tree);
        if (diff.length > 0) {
            Path patch = Files.write(scratch.resolve("fixes.patch"), diff);
            PatchTool.apply(patch, tree.resolve(options.patched()));
        }
        Optional<String> failure = build(options, tree, scratch.resolve("build.log"));
        return new TrialTree(options, tree, scratch,
                Outputs.keep(options.outputs(), tree, scratch.resolve("kept")), failure);
    }

    private static Optional<String> build(VerifyOptions options, Path tree, Path log) throws IOException {
        if (options.build().isEmpty()) {
            return Optional.empty();
        }
        try {
            Process process = new ProcessBuilder("sh", "-c", options.build().get())
                    .directory(tree.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            int code = process.waitFor();
            String why = LogLine.of(log);
            return code == 0 ? Optional.empty()
                    : Optional.of("the build fails (exit code " + code + ")" + (why.isEmpty() ? "" : ": " + why));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }

    /** Runs the command from the state after the build. */
    Run run(Duration limit, boolean perf) throws IOException {
        outputs.restore();
        if (options.testReports().isPresent()) {
            TestReports.delete(tree.resolve(options.testReports().get()));
        }
        return MeasuredRun.of(options, tree, scratch, limit, perf);
    }

    Path buildLog() {
        return scratch.resolve("build.log");
    }

    Path standardError() {
        return scratch.resolve("stderr");
    }
}
