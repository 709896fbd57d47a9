package dev.perfhint.cli.command.report;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.DurationConverter;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.PositiveNumber;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.VerifiedPatch;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.verify.PatchAnnotation;
import dev.perfhint.cli.verify.Verification;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.cli.verify.Verifier;
import dev.perfhint.cli.verify.VerifyOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code perfhint verify}: runs the program with and without a patch and compares output, system calls and CPU. */
@Command(name = "verify",
        description = "Run the program with and without a patch, in copies of the tree, and compare output and cost.")
public final class VerifyCommand implements Callable<Integer> {
    private static final int NOT_RECOMMENDED = 1;

    private final Session session;

    @Option(names = "--patch", paramLabel = "FILE", required = true,
            description = "The patch, relative to the top of the tree.")
    private Path patch;

    @Option(names = "--run", paramLabel = "COMMAND", required = true,
            description = "Shell command that runs the program and ends.")
    private String run;

    @Option(names = "--build", paramLabel = "COMMAND", description = "Shell command that builds it, once in each copy.")
    private String build;

    @Option(names = "--check", paramLabel = "COMMAND",
            description = "Shell command, such as tests, that has to succeed with the patch too.")
    private String check;

    @Option(names = "--load", paramLabel = "COMMAND",
            description = "--run starts a server: run this when it listens, then stop it.")
    private String load;

    @Option(names = "--output", paramLabel = "PATH",
            description = "File that the run must write; all that it writes is compared. Repeatable.")
    private List<Path> outputs = List.of();

    @Option(names = "--tree", paramLabel = "DIR",
            description = "What to copy (default: the git top level, else this directory).")
    private Path tree;

    @Option(names = "--test-reports", paramLabel = "DIR",
            description = "Directory of JUnit reports that the run writes: compared test by test, not the output.")
    private Path testReports;

    @Option(names = "--strace", description = "List the system calls of a part of a run by name.")
    private boolean strace;

    @Option(names = "--verified-patch", paramLabel = "FILE", defaultValue = VerifiedPatch.DEFAULT,
            description = "Patch file for fixes that pass when others fail (default: perfhint-verified.patch).")
    private String verifiedPatch;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "3",
            converter = PositiveNumber.class, description = "Runs of each copy (default: 3).")
    private int runs;

    @Option(names = "--time-limit", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "For one run; a hang of the patched program is a suspected deadlock (default: 60s).")
    private Duration timeLimit = Duration.ofSeconds(60);

    @Option(names = "--annotate", description = "Write the result into the patch file as a header comment.")
    private boolean annotate;

    public VerifyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (run.isBlank()) {
            throw new CliException("--run is empty: write the command that runs the program");
        }
        Path top = tree != null ? tree.toAbsolutePath().normalize() : top();
        if (!Files.isDirectory(top)) {
            throw new CliException(top + ": is no directory: name the tree that the patch applies to");
        }
        OutputFile verified = VerifiedPatch.checked(verifiedPatch);
        VerifyOptions options = new VerifyOptions(top, Path.of(""), Path.of(""), run, Optional.ofNullable(build),
                Optional.ofNullable(check), Optional.ofNullable(load), outputs, Optional.ofNullable(testReports), runs,
                timeLimit, strace);
        Verifier verifier = new Verifier(options, session.err(), session.terminal());
        Verification verification = verifier.run(patch);
        List<String> lines = VerificationText.lines(verification);
        lines.forEach(line -> session.print(line + "\n"));
        if (verification.isPassed() && !verification.failed().isEmpty()) {
            VerifiedPatch.write(session, verified, verification, verifier.directory(patch));
        } else if (annotate) {
            PatchAnnotation.write(patch, lines);
        }
        session.tell(VerificationText.total(verification));
        if (verification.isRecommended() && verification.failed().isEmpty()) {
            session.tell(VerifiedPatch.apply(verifier.directory(patch), patch));
        }
        return verification.isRecommended() ? ExitCode.DONE : NOT_RECOMMENDED;
    }

    private static Path top() {
        Path here = Path.of("").toAbsolutePath();
        for (Path directory = here; directory != null; directory = directory.getParent()) {
            if (Files.exists(directory.resolve(".git"))) {
                return directory;
            }
        }
        return here;
    }
}
