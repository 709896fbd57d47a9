package dev.perfhint.cli.command.report;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ConfigFlags;
import dev.perfhint.cli.command.option.DurationConverter;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.PositiveNumber;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.SourceFlags;
import dev.perfhint.cli.fix.FixPatches;
import dev.perfhint.cli.fix.FixProposal;
import dev.perfhint.cli.fix.FixText;
import dev.perfhint.cli.fix.UncomparedFixes;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.cli.verify.FixSubsets;
import dev.perfhint.cli.verify.RecordedRun;
import dev.perfhint.cli.verify.Verification;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.cli.verify.Verifier;
import dev.perfhint.cli.verify.VerifyOptions;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.source.file.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perfhint fix}: records a program, repairs it, runs it with and without the repair. */
@Command(name = "fix", sortOptions = false,
        description = "Record a program, write the patch that removes its system CPU, and verify it by running both.",
        customSynopsis = "perfhint fix [OPTION...] -- COMMAND [ARGUMENT...]")
public final class FixCommand implements Callable<Integer> {
    private static final int FAILED = 1;

    private final Session session;

    @ArgGroup(validate = false, heading = "%nSources:%n")
    private SourceFlags sourceFlags = new SourceFlags();

    @ArgGroup(validate = false, heading = "%nConfiguration:%n")
    private ConfigFlags config = new ConfigFlags();

    @Option(names = "--build", paramLabel = "COMMAND",
            description = "Shell command that builds the program, once in each copy (default: no build is needed).")
    private String build;

    @Option(names = "--check", paramLabel = "COMMAND",
            description = "Shell command, such as tests, that has to succeed with the fixes too.")
    private String check;

    @Option(names = "--load", paramLabel = "COMMAND",
            description = "The program is a server: run this when it listens, then stop it.")
    private String load;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "3", converter = PositiveNumber.class,
            description = "Runs without and with the fixes (default: 3).")
    private int runs;

    @Option(names = "--time-limit", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "For one run (default: 10m).")
    private Duration timeLimit = Duration.ofMinutes(10);

    @Option(names = "--tree", paramLabel = "DIR",
            description = "What to copy: this directory or one above it (default: this directory).")
    private Path tree;

    @Option(names = "--apply", description = "Edit the source files with the verified fixes.")
    private boolean apply;

    @Option(names = "--patch", paramLabel = "FILE", defaultValue = "perfhint.patch",
            description = "Where the verified fixes are written (default: perfhint.patch).")
    private String patch;

    @Option(names = "--force", description = "Replace the patch file even if perfhint did not write it.")
    private boolean force;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The program, after --.")
    private List<String> command;

    private Optional<FixProposal> proposal = Optional.empty();

    public FixCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws SourceException {
        if (command.get(0).isBlank()) {
            throw new CliException("the command is empty: write perfhint fix -- COMMAND");
        }
        OutputFile file = OutputFile.checked(session.directory().map(here -> here.resolve(patch).toString())
                .orElse(patch));
        file.refuseToReplace("# perfhint", force, "a patch that perfhint wrote");
        sourceFlags.complete(config.read(session), session.directory());
        VerifyOptions options = options();
        Verifier verifier = new Verifier(options, session.err(), session.terminal());
        verifier.announce(runs);
        Optional<Verification> verification = verifier.run(this::propose, () -> options.in(options.tree()
                .relativize(proposal.orElseThrow().fixes().sources().base())));
        if (verification.isEmpty()) {
            session.print(nothing());
            return ExitCode.DONE;
        }
        return write(verification.get(), file);
    }

    private VerifyOptions options() {
        Path here = session.directory().orElse(Path.of("")).toAbsolutePath().normalize();
        Path top = tree == null ? here : here.resolve(tree).normalize();
        if (!Files.isDirectory(top) || !here.startsWith(top)) {
            throw new CliException("--tree " + tree + ": is not this directory or one above it");
        }
        String run = command.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
        return new VerifyOptions(top, Path.of(""), top.relativize(here), run, Optional.ofNullable(build),
                Optional.ofNullable(check), Optional.ofNullable(load), List.of(), Optional.empty(), runs, timeLimit,
                false);
    }

    private Optional<FixSubsets> propose(RecordedRun run, Path scratch) throws IOException {
        if (run.recordings().isEmpty()) {
            throw new CliException(command.get(0) + ": left no recording: it starts no JVM, or one that does not take"
                    + " JAVA_TOOL_OPTIONS");
        }
        try (Progress progress = Progress.start(session.terminal(), session.err(), "analysing")) {
            Profile profile = Recordings.read(run.recordings(), ReadOptions.DEFAULTS);
            proposal = FixProposal.of(profile, run, options().tree(), sourceFlags.given(), scratch);
        } catch (UnreadableRecordingException | SourceException e) {
            throw new CliException(e.getMessage(), e);
        }
        if (proposal.isEmpty()) {
            throw new CliException("no sources of what ran: name their directory with --source");
        }
        return proposal.get().subsets();
    }

    private String nothing() {
        boolean findings = !proposal.orElseThrow().report().counting().isEmpty();
        return "no fix to try: " + (findings
                ? "the findings have none that edits; " + FixText.more(load != null) + " shows them"
                : "nothing to gain from fewer system calls here") + "\n";
    }

    /** Prints the result and writes the patch of what passed. */
    private int write(Verification verification, OutputFile file) throws SourceException {
        FixProposal proposed = proposal.orElseThrow();
        Set<Integer> uncompared = UncomparedFixes.of(proposed.fixes(), proposed.report(), verification);
        List<String> lines = FixText.lines(proposed, verification, uncompared,
                session.directory().orElse(Path.of("")).toAbsolutePath(), load != null);
        lines.forEach(line -> session.print(line + "\n"));
        try {
            List<String> written = FixPatches.write(proposed, verification, uncompared, file, apply,
                    VerificationText.lines(verification), command);
            session.print("\n" + written.stream().map(line -> line + "\n").collect(Collectors.joining()));
        } catch (IOException e) {
            throw new CliException("cannot write the patched library: " + e.getMessage(), e);
        }
        session.tell(VerificationText.total(verification));
        return verification.failed().isEmpty() && uncompared.isEmpty() && verification.isPassed() ? ExitCode.DONE
                : FAILED;
    }
}
