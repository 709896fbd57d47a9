package dev.perfhint.cli.command.report;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.AnswerFile;
import dev.perfhint.cli.command.option.ConfigFlags;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Filters;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.SourceFlags;
import dev.perfhint.cli.output.ci.ComparisonMarkdown;
import dev.perfhint.cli.output.html.HtmlReport;
import dev.perfhint.cli.output.json.ComparisonJson;
import dev.perfhint.cli.output.text.ComparisonText;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.IncomparableException;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint compare}: what changed between two recordings, and whether that can be chance. */
@Command(name = "compare", abbreviateSynopsis = true,
        description = "Compare two recordings: CPU, system calls, methods and findings, and whether the change can be "
                + "chance.", sortOptions = false)
public final class CompareCommand implements Callable<Integer> {
    /** The forms a comparison can take. */
    enum Format {
        TEXT,
        MARKDOWN,
        HTML,
        JSON
    }

    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(index = "0", paramLabel = "BEFORE",
            description = "A recording, or several of the same program with commas.")
    private String before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "The same, afterwards.")
    private String after;

    @Option(names = "--work-before", paramLabel = "N",
            description = "Units of work done before; with --work-after CPU is compared per unit.")
    private Double workBefore;

    @Option(names = "--work-after", paramLabel = "N",
            description = "Units of work done after (default: compare per second recorded).")
    private Double workAfter;

    @ArgGroup(validate = false, heading = "%nSources:%n")
    private SourceFlags sourceFlags = new SourceFlags();

    @Option(names = "--source-before", paramLabel = "DIR",
            description = "The sources of BEFORE where they differ from those of --source; repeatable.")
    private List<String> sourcesBefore = List.of();

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text, markdown, html or json (default: text).")
    private Format format;

    @Mixin
    private AnswerFile file;

    @ArgGroup(validate = false, heading = "%nConfiguration:%n")
    private ConfigFlags config = new ConfigFlags();

    @Mixin
    private Filters filters;

    public CompareCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException, SourceException {
        sourceFlags.complete(config.read(session), session.directory());
        List<String> namesBefore = names(before);
        List<String> namesAfter = names(after);
        file.check(Stream.concat(namesBefore.stream(), namesAfter.stream()).toList());
        if (!sourcesBefore.isEmpty() && !sourceFlags.present()) {
            throw new CliException("--source-before needs --source: the sources of AFTER");
        }
        Optional<Comparison.Work> work = work();
        sourceFlags.sayProject(session);
        try {
            Set<String> warnings = new LinkedHashSet<>();
            Optional<Sources> sources = sourceFlags.open();
            Optional<Sources> older = sourcesBefore.isEmpty() ? sources : sourceFlags.open(sourcesBefore);
            Profile one = read(namesBefore, warnings);
            Profile other = read(namesAfter, warnings);
            boolean counted = KernelScale.accounting(one).isPresent();
            if (one.evidence() == other.evidence() && counted != KernelScale.accounting(other).isPresent()) {
                warnings.add("only " + (counted ? before : after)
                        + " has the kernel's count of CPU time: compared by samples");
                one = counted ? KernelScale.unweighed(one) : one;
                other = counted ? other : KernelScale.unweighed(other);
            }
            Report first = report(one, older, warnings);
            Report second = report(other, sources, warnings);
            Comparison comparison = Comparison.of(first, second, work);
            warnings.forEach(session::warn);
            comparison.warnings().forEach(session::warn);
            HtmlReport.Input old = new HtmlReport.Input(first, older, sourceFlags.appPackages());
            HtmlReport.Input current = new HtmlReport.Input(second, sources, sourceFlags.appPackages());
            switch (format) {
                case TEXT ->
                        file.print(session, ComparisonText.of(comparison, file.columns(session), file.palette(root)));
                case MARKDOWN -> file.write(session, ComparisonMarkdown.of(comparison));
                case HTML -> file.write(session, HtmlReport.of(comparison, old, current, Root.version()));
                default -> file.write(session, ComparisonJson.of(comparison, Root.version()));
            }
            return ExitCode.DONE;
        } catch (IncomparableException e) {
            throw new CliException("cannot compare " + before + " and " + after + ": " + e.getMessage(), e);
        }
    }

    private Optional<Comparison.Work> work() {
        if (workBefore == null && workAfter == null) {
            return Optional.empty();
        }
        if (workBefore == null || workAfter == null || !counted(workBefore) || !counted(workAfter)) {
            throw new CliException("--work-before and --work-after are needed both, and greater than 0");
        }
        return Optional.of(new Comparison.Work(workBefore, workAfter));
    }

    /** Returns whether it can be an amount of work; the limits leave room to divide by it. */
    private static boolean counted(double work) {
        return work >= 1e-9 && work <= 1e18;
    }

    /** A file may have a comma in its name. */
    private static List<String> names(String argument) {
        List<String> names = argument.indexOf(',') < 0 || Files.exists(Path.of(argument)) ? List.of(argument)
                : List.of(argument.split(","));
        if (names.isEmpty()) {
            throw new CliException("'" + argument + "' names no recording");
        }
        return names;
    }

    private Profile read(List<String> recordings, Set<String> warnings) throws UnreadableRecordingException {
        Profile profile = RecordingInput.read(session, recordings, RecordingInput.options(filters).withTimeSlices());
        warnings.addAll(RecordingInput.warnings(profile));
        return profile;
    }

    private Report report(Profile profile, Optional<Sources> sources, Set<String> warnings) {
        AnalysisOptions defaults = AnalysisOptions.DEFAULTS;
        Report report = Analysis.run(profile, sources, new AnalysisOptions(
                defaults.only(), defaults.ignore(), defaults.minShare(), sourceFlags.appPackages(), false, false));
        warnings.addAll(report.warnings());
        return report;
    }
}
