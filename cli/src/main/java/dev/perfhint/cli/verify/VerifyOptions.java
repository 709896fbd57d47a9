package dev.perfhint.cli.verify;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to verify.
 *
 * @param tree the directory that is copied, never touched
 * @param patched the directory in the tree that the patch applies to, relative to it; empty for its top
 * @param run shell command, run in the copy
 * @param build shell command, run once in each copy; empty if the run builds for itself
 * @param outputs files that the run writes, relative to the tree, compared byte for byte
 * @param testReports directory of JUnit reports that the run writes, relative to the tree: compared test by test in
 *     place of the standard output
 * @param runs measured runs of each copy
 * @param timeLimit for one run; a run that takes longer is killed and reported as a suspected deadlock
 * @param strace whether the calls of a part of a run are listed by name
 */
public record VerifyOptions(
        Path tree,
        Path patched,
        String run,
        Optional<String> build,
        List<Path> outputs,
        Optional<Path> testReports,
        int runs,
        Duration timeLimit,
        boolean strace) {
    public VerifyOptions {
        outputs = List.copyOf(outputs);
    }

    /** Returns the same for a patch that applies to another directory of the tree. */
    VerifyOptions in(Path directory) {
        return new VerifyOptions(tree, directory, run, build, outputs, testReports, runs, timeLimit, strace);
    }
}
