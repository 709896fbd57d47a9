package dev.perfhint.cli.command.report;

import dev.perfhint.cli.command.option.ConfigFlags;
import dev.perfhint.cli.command.option.CostOptions;
import dev.perfhint.cli.command.option.DetailOptions;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Filters;
import dev.perfhint.cli.command.option.FixOptions;
import dev.perfhint.cli.command.option.OutputOptions;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.RedactFlag;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.RuleOptions;
import dev.perfhint.cli.command.option.SelectionOptions;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.SourceFlags;
import dev.perfhint.cli.command.option.TypedCommand;
import dev.perfhint.cli.command.option.VerifyFlags;
import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.report.ReportFormat;
import dev.perfhint.cli.output.text.TextReport;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.timeline.EventSource;
import dev.perfhint.reader.EventLogReader;
import dev.perfhint.reader.Readers;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code perfhint analyze}: from recordings, and sources if given, to findings and a patch. */
@Command(name = "analyze", abbreviateSynopsis = true,
        description = "Find what burns system CPU, and write the patch that removes it.", sortOptions = false)
public final class AnalyzeCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECORDING", arity = "1..*", description = Readers.HELP)
    private List<String> recordings;

    @Option(names = "--no-next", hidden = true,
            description = "Name no command to type next: a build plugin has its own.")
    private boolean noNext;

    @ArgGroup(validate = false, heading = "%nSources:%n")
    private SourceFlags sourceFlags = new SourceFlags();

    @ArgGroup(validate = false, heading = "%nFixes:%n")
    private FixOptions fixes = new FixOptions();

    @ArgGroup(validate = false, heading = "%nRuns with the fixes:%n")
    private VerifyFlags verify = new VerifyFlags();

    @ArgGroup(validate = false, heading = "%nReport:%n")
    private OutputOptions outputs = new OutputOptions();

    @Mixin
    private RedactFlag redact;

    @ArgGroup(validate = false, heading = "%nText:%n")
    private DetailOptions detail = new DetailOptions();

    @ArgGroup(validate = false, heading = "%nRules:%n")
    private RuleOptions rules = new RuleOptions();

    @ArgGroup(validate = false, heading = "%nWhat counts:%n")
    private SelectionOptions selection = new SelectionOptions();

    @ArgGroup(validate = false, heading = "%nConfiguration:%n")
    private ConfigFlags config = new ConfigFlags();

    @Mixin
    private CostOptions costs;

    @Mixin
    private Filters filters;

    public AnalyzeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException, SourceException {
        Config configured = config.read(session);
        sourceFlags.complete(configured, session.directory());
        fixes.complete(configured);
        rules.complete(configured);
        selection.complete(configured);
        outputs.check(recordings);
        outputs.checkShared(redact.wanted());
        detail.check();
        verify.check(fixes.wanted());
        fixes.check(sourceFlags.present(), outputs, recordings, verify.wanted());
        selection.check(sourceFlags.present(), outputs, recordings);
        costs.check();
        Optional<Sources> sources = sourceFlags.open();
        AnalysisOptions options = new AnalysisOptions(rules.only(), rules.ignore(), rules.minShare(),
                sourceFlags.appPackages(), fixes.wanted(), fixes.unsafe(verify.wanted()), fixes.assuming(),
                selection.suppressors(sources));
        sourceFlags.sayProject(session);
        if (sources.isPresent()) {
            PatchOutput.recover(session, sources.get(), fixes);
        }
        sources.ifPresent(Resolver::of); // javac starts while the recording is read
        ReadOptions wanted = RecordingInput.options(filters);
        Profile profile = redact.of(RecordingInput.read(session, recordings,
                outputs.wantsTimeSlices() ? wanted.withTimeSlices() : wanted));
        Report report;
        try (Progress progress = Progress.start(session.terminal(), session.err(), "analysing")) {
            report = costs.price(Analysis.run(profile, sources, options.with(redact.names()), events()));
        }
        RecordingInput.warn(session, profile);
        report.warnings().forEach(session::warn);
        Map<String, FixVerification> verified = patch(report, sources);
        outputs.write(session, fixes.toStandardOutput(),
                (format, file) -> format.write(new ReportFormat.Input(report, sources, sourceFlags.appPackages(),
                        verified, text(file), Root.version())));
        warnOfLeftOut(report);
        selection.write(session, report);
        return report.counting().stream().anyMatch(finding -> rules.failsOn(finding.severity()))
                ? ExitCode.FINDINGS
                : ExitCode.DONE;
    }

    /** Writes or applies the fixes, those that pass if they are run; returns what the runs showed. */
    private Map<String, FixVerification> patch(Report report, Optional<Sources> sources) throws SourceException {
        if (!verify.wanted() || sources.isEmpty()) {
            PatchOutput.write(session, report, fixes);
            return FixVerification.NONE;
        }
        VerifiedFixes runs = VerifiedFixes.of(session, sources.get(), report,
                PatchOutput.selected(report, fixes.unsafe(true)), verify);
        PatchOutput.write(session, report, fixes, sources.get(), runs);
        return runs.byFix();
    }

    private EventSource events() {
        EventSource events = recordings.contains("-") || !filters.isEmpty()
                ? EventSource.NONE
                : EventLogReader.source(RecordingInput.paths(recordings).get(0));
        return redact.names().map(names -> names.of(events)).orElse(events);
    }

    private void warnOfLeftOut(Report report) {
        long left = report.counting().stream()
                .filter(finding -> finding.site().path().isEmpty()
                        && finding.created().map(Site::path).filter(path -> !path.isEmpty()).isEmpty())
                .count();
        for (ReportFormat format : left == 0 ? List.<ReportFormat>of() : outputs.formatsThatNeedSource()) {
            session.warn(Figures.plural(left, "finding") + " without a source file left out: " + format
                    + " has no place for them; name their sources with --source");
        }
    }

    private TextReport.Options text(boolean file) {
        return new TextReport.Options(detail.level(fixes.explain()), detail.account(), fixes.explain(),
                fixes.unsafe(verify.wanted()), fixes.wanted() && !fixes.apply() && !verify.wanted(), again(),
                detail.absolutePaths() ? Optional.empty() : session.directory(),
                file ? Palette.plain() : root.palette(), file ? 0 : session.terminal().widthOr(0));
    }

    /** Returns the command that gives this report; empty where the fixes are written already. */
    private String again() {
        return noNext || fixes.wanted() || recordings.contains("-")
                ? ""
                : TypedCommand.of("analyze", spec.commandLine().getParseResult().originalArgs())
                        + (sourceFlags.present() ? "" : " --source DIR");
    }
}
