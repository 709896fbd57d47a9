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
 * @param directory where the commands run, relative to the tree; empty for its top
 * @param run shell command, run in the copy
 * @param build shell command, run once in each copy; empty if the run builds for itself
 * @param check shell command, such as tests, run once on each side: only its exit code is compared
 * @param load shell command that uses the server which {@code run} starts
 * @param outputs files that the run must write, relative to the tree
 * @param testReports directory of JUnit reports that the run writes, relative to the tree: compared test by test in
 *     place of streams and files
 * @param runs measured runs of each copy
 * @param timeLimit for one run; a run that takes longer is killed and reported as a hang
 * @param strace whether the calls of a part of a run are listed by name
 */
public record VerifyOptions(
        Path tree,
        Path patched,
        Path directory,
        String run,
        Optional<String> build,
        Optional<String> check,
        Optional<String> load,
        List<Path> outputs,
        Optional<Path> testReports,
        int runs,
        Duration timeLimit,
        boolean strace) {
    public VerifyOptions {
        outputs = List.copyOf(outputs);
    }

    /** Options of a program that ends by itself, and runs in the top of the tree. */
    public VerifyOptions(Path tree, Path patched, String run, Optional<String> build, List<Path> outputs,
            Optional<Path> testReports, int runs, Duration timeLimit, boolean strace) {
        this(tree, patched, Path.of(""), run, build, Optional.empty(), Optional.empty(), outputs, testReports, runs,
                timeLimit, strace);
    }

    /** Returns the same for a patch that applies to another directory of the tree. */
    public VerifyOptions in(Path place) {
        return new VerifyOptions(tree, place, directory, run, build, check, load, outputs, testReports, runs,
                timeLimit, strace);
    }
}
