package dev.perfhint.cli.command;

import dev.perfhint.cli.output.CollapsedExport;
import dev.perfhint.cli.output.ExportedStacks;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.PprofExport;
import dev.perfhint.cli.output.SpeedscopeExport;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.UnreadableRecordingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint export}: recordings in the formats of other tools. */
@Command(
        name = "export",
        description = "Write the CPU samples of recordings, or those of --event, for other tools.",
        sortOptions = false)
final class ExportCommand implements Callable<Integer> {
    /** The formats of other tools. */
    enum Format {
        COLLAPSED,
        SPEEDSCOPE,
        PPROF
    }

    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "RECORDING", arity = "1..*", description = RecordingHelp.TEXT)
    private List<String> recordings;

    @Option(names = "--format", paramLabel = "FORMAT", required = true,
            description =
                    "collapsed (flame-graph tools), speedscope (speedscope.app) or pprof (go tool pprof, Pyroscope, "
                            + "Parca; gzip).")
    private Format format;

    @Option(names = "-o", paramLabel = "FILE", description = "Write to FILE; without it to standard output.")
    private String file;

    @Mixin
    private Filters filters;

    ExportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException {
        Optional<OutputFile> output = OutputOptions.file(file);
        output.ifPresent(target -> OutputOptions.refuseRecording(target, recordings));
        if (output.isEmpty() && format == Format.PPROF && session.terminal().isTerminal()) {
            throw new UsageException("pprof is no text for a terminal: name a file with -o");
        }
        Profile profile = RecordingInput.read(session, recordings, filters);
        ExportedStacks stacks = ExportedStacks.of(profile, filters.event)
                .orElseThrow(() -> RecordingInput.nothing(profile));
        RecordingInput.warn(session, profile);
        byte[] content = switch (format) {
            case COLLAPSED -> CollapsedExport.of(stacks).getBytes(StandardCharsets.UTF_8);
            case SPEEDSCOPE -> SpeedscopeExport.of(stacks, Root.version()).getBytes(StandardCharsets.UTF_8);
            case PPROF -> PprofExport.of(stacks);
        };
        if (output.isPresent()) {
            output.get().write(content);
        } else {
            session.out().write(content, 0, content.length);
        }
        return ExitCode.DONE;
    }
}
