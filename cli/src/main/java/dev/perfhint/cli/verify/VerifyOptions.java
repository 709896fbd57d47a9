package dev.perfhint.cli.verify;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to verify.
 *
 * @param tree the directory that the patch applies to; it is copied, never touched
 * @param patch a unified diff
 * @param run shell command, run in the copy
 * @param build shell command, run once in each copy; empty if the run builds for itself
 * @param outputs files that the run writes, relative to the tree, compared byte for byte
 * @param runs measured runs of each copy
 * @param timeLimit for one run; a run that takes longer is killed and reported as a suspected deadlock
 */
public record VerifyOptions(
        Path tree, Path patch, String run, Optional<String> build, List<Path> outputs, int runs, Duration timeLimit) {
    public VerifyOptions {
        outputs = List.copyOf(outputs);
    }
}
