package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.command.option.ConfigFlags;
import dev.perfhint.cli.command.option.FixOptions;
import dev.perfhint.cli.command.option.OutputOptions;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.RuleOptions;
import dev.perfhint.cli.command.option.SelectionOptions;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.SourceFlags;
import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.lsp.LspServer;
import dev.perfhint.cli.lsp.LspSetup;
import dev.perfhint.rules.analysis.AnalysisOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code perfhint lsp}: findings in an editor, through the Language Server Protocol. */
@Command(name = "lsp",
        description = "Show findings and fixes in an editor: a language server on standard input and output.",
        sortOptions = false)
public final class LspCommand implements Callable<Integer> {
    private static final long POLL_MILLIS = 3_000;

    private final Session session;

    @Option(names = "--recording", paramLabel = "FILE",
            description = "The recording to show (default: what perfhint.toml names, else the newest .jfr file in the "
                    + "editor's directory or a target or build directory below it).")
    private Path recording;

    @Option(names = "--stdio", hidden = true, description = "What it does anyway; editors ask for it.")
    private boolean standardStreams;

    @Option(names = "--poll-millis", hidden = true, description = "How often the recording is looked at.")
    private long pollMillis = POLL_MILLIS;

    @ArgGroup(validate = false, heading = "%nSources:%n")
    private SourceFlags sourceFlags = new SourceFlags();

    @ArgGroup(validate = false, heading = "%nConfiguration:%n")
    private ConfigFlags config = new ConfigFlags();

    public LspCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return LspServer.serve(session.in(), session.out(), session.err(), this::setup, Root.version(), pollMillis);
    }

    private LspSetup setup(Path directory) {
        Session opened = new Session(session.in(), session.out(), session.err(), session.terminal(),
                Optional.of(directory), session.launcher());
        Config configured = config.read(opened);
        FixOptions fixes = new FixOptions();
        RuleOptions rules = new RuleOptions();
        SelectionOptions selection = new SelectionOptions();
        sourceFlags.complete(configured, opened.directory());
        fixes.complete(configured);
        rules.complete(configured);
        selection.complete(configured);
        selection.check(true, new OutputOptions(), java.util.List.of());
        AnalysisOptions options =
                new AnalysisOptions(rules.only(), rules.ignore(), rules.minShare(), sourceFlags.appPackages(),
                true, true, fixes.assuming(), selection.suppressors(Optional.empty()));
        Optional<Path> named = Optional.ofNullable(recording)
                .or(() -> configured.text(Config.Key.RECORDING).map(Path::of));
        return new LspSetup(sourceFlags.options(directory), options, named.map(Path::toAbsolutePath));
    }
}
