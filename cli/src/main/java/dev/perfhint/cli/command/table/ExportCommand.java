package dev.perfhint.cli.command.table;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.AnswerFile;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Filters;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.RedactFlag;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.export.CollapsedExport;
import dev.perfhint.cli.output.export.ExportedStacks;
import dev.perfhint.cli.output.export.PprofExport;
import dev.perfhint.cli.output.export.SpeedscopeExport;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.Readers;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint export}: recordings in the formats of other tools, and as a profile that perfhint reads again. */
@Command(name = "export",
        description = "Write the CPU samples of recordings, or those of --event, for other tools; or all as a profile.",
        sortOptions = false)
public final class ExportCommand implements Callable<Integer> {
    /** The formats of other tools, and perfhint's own. */
    enum Format {
        COLLAPSED,
        SPEEDSCOPE,
        PPROF,
        PROFILE
    }

    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "RECORDING", arity = "1..*", description = Readers.HELP)
    private List<String> recordings;

    @Option(names = "--format", paramLabel = "FORMAT", required = true,
            description = "collapsed (flame-graph tools), speedscope (speedscope.app), pprof (go tool pprof, "
                    + "Pyroscope, Parca; gzip) or profile (everything, for perfhint itself).")
    private Format format;

    @Mixin
    private AnswerFile file;

    @Mixin
    private RedactFlag redact;

    @Mixin
    private Filters filters;

    public ExportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException {
        file.check(recordings);
        boolean binary = format == Format.PPROF || format == Format.PROFILE;
        if (file.isStandardOutput() && binary && session.terminal().isTerminal()) {
            throw new CliException(format.name().toLowerCase(Locale.ROOT)
                    + " is no text for a terminal: name a file with -o");
        }
        ReadOptions wanted = RecordingInput.options(filters);
        Profile profile = redact.of(RecordingInput.read(session, recordings,
                format == Format.PROFILE ? wanted.asSampled() : wanted));
        byte[] content = format == Format.PROFILE ? stored(profile) : exported(profile);
        RecordingInput.warn(session, profile);
        file.write(session, content);
        return ExitCode.DONE;
    }

    private byte[] exported(Profile profile) {
        ExportedStacks stacks = ExportedStacks.of(profile, filters.event)
                .orElseThrow(() -> RecordingInput.nothing(profile));
        return switch (format) {
            case COLLAPSED -> CollapsedExport.of(stacks).getBytes(StandardCharsets.UTF_8);
            case SPEEDSCOPE -> SpeedscopeExport.of(stacks, Root.version()).getBytes(StandardCharsets.UTF_8);
            default -> PprofExport.of(stacks);
        };
    }

    private static byte[] stored(Profile profile) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ProfileFile.write(profile, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
