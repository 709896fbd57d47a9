package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.verify.VerifyOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of {@code analyze} that run the program with the fixes. */
public final class VerifyFlags {
    private static final int RUNS = 3;

    @Option(names = "--verify-run", paramLabel = "COMMAND",
            description = "Run this with and without the fixes; keep those that put out the same.")
    private String run;

    @Option(names = "--verify-build", paramLabel = "COMMAND",
            description = "Builds the program, once in each copy of the tree.")
    private String build;

    @Option(names = "--verify-output", paramLabel = "PATH",
            description = "File that the run writes; compared byte for byte. Repeatable.")
    private List<Path> outputs = List.of();

    @Option(names = "--verify-test-reports", paramLabel = "DIR",
            description = "Directory of JUnit reports that the run writes: compared test by test, not the output.")
    private Path testReports;

    @Option(names = "--verify-time-limit", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "For one run (default: 60s).")
    private Duration timeLimit = Duration.ofSeconds(60);

    /** Checks that there are fixes to run. */
    public void check(boolean fixesWanted) {
        boolean any = run != null || build != null || testReports != null || !outputs.isEmpty();
        if (any && (run == null || run.isBlank())) {
            throw new CliException("--verify-run is missing: write the command that runs the program or its tests");
        }
        if (any && !fixesWanted) {
            throw new CliException("--verify-run needs --fix or --apply");
        }
    }

    public boolean wanted() {
        return run != null;
    }

    public VerifyOptions options(Path tree, Path patched) {
        return new VerifyOptions(tree, patched, run, Optional.ofNullable(build), outputs,
                Optional.ofNullable(testReports), RUNS, timeLimit, false);
    }
}
