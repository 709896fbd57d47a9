package dev.perfhint.cli.command.fleet;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.PositiveNumber;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.fleet.FleetProgress;
import dev.perfhint.fleet.Collect;
import dev.perfhint.fleet.CollectPlan;
import dev.perfhint.fleet.CollectSummary;
import dev.perfhint.fleet.DirectoryStorage;
import dev.perfhint.fleet.Labeller;
import dev.perfhint.fleet.LabelsFile;
import dev.perfhint.fleet.MergeStep;
import dev.perfhint.fleet.PathLayout;
import dev.perfhint.fleet.RecordingFinder;
import dev.perfhint.fleet.StoreNames;
import dev.perfhint.fleet.ThreadRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perfhint fleet collect}: reads what is new into a store. */
@Command(name = "collect", sortOptions = false,
        description = "Read new and changed recordings into a store, merged by service, version and date.")
final class FleetCollectCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RECORDINGS", arity = "1..*",
            description = "Directories, files, quoted globs, or @FILE with one of these a line.")
    private List<String> recordings;

    @Option(names = "--store", paramLabel = "DIR", required = true, description = "The store; made if missing.")
    private Path store;

    @Option(names = "--layout", paramLabel = "PATTERN",
            description = "Labels in paths: '{service}/{version}/{host}/{date}/*.jfr' (default: key=value folders).")
    private String layout;

    @Option(names = "--labels", paramLabel = "FILE",
            description = "CSV or JSON: path (glob), service, version, host, date, instances, cores.")
    private Path labels;

    @Option(names = "--threads", paramLabel = "N", converter = PositiveNumber.class,
            description = "Recordings to read at the same time (default: all processors).")
    private Integer threads;

    @Option(names = "--max-nodes", paramLabel = "N", converter = PositiveNumber.class,
            description = "Call-tree nodes per service, version and date; rarer stacks are folded (default: 2000000).")
    private Integer maxNodes;

    @Option(names = "--redact",
            description = "Replace hosts, paths, command lines and thread names by pseudonyms; what they stand for is "
                    + "in STORE.names, beside the store.")
    private boolean redact;

    @Option(names = "--fail-on-bad", paramLabel = "PCT",
            description = "Exit with 1 if more than PCT percent of the recordings read are bad.")
    private Double failOnBad;

    FleetCollectCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try {
            RecordingFinder finder = new RecordingFinder();
            for (String each : recordings) {
                finder.add(each);
            }
            Labeller labeller = labeller();
            try (DirectoryStorage storage = DirectoryStorage.lock(store)) {
                StoreNames names = redact ? StoreNames.beside(store) : StoreNames.NONE;
                Collect collect = new Collect(storage, labeller, names);
                CollectPlan plan = collect.plan(finder.found(), finder::covers);
                int parallel = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
                Collect.Result result;
                try (FleetProgress progress = FleetProgress.start(session.terminal(), session.err(),
                        plan.read().size(), plan.bytes());
                        ThreadRunner runner = new ThreadRunner(storage, parallel,
                                maxNodes == null ? MergeStep.DEFAULT_MAX_NODES : maxNodes, progress::read, store,
                                names)) {
                    result = collect.run(plan, runner);
                }
                session.print(CollectSummary.of(result, finder.found().size(), store.toString()));
                if (!names.counts().isEmpty()) {
                    session.print(names.counts().entrySet().stream()
                            .map(count -> count.getValue() + " " + count.getKey())
                            .collect(Collectors.joining(", ", "redacted, summed over recordings: ", "\n")));
                }
                return exitCode(result);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new CliException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
    }

    private Labeller labeller() throws IOException {
        try {
            return new Labeller(labels == null ? LabelsFile.NONE : labelsFile(),
                    layout == null ? PathLayout.FOLDERS : PathLayout.of(layout));
        } catch (IllegalArgumentException e) {
            throw new CliException(e.getMessage(), e);
        }
    }

    private LabelsFile labelsFile() throws IOException {
        if (!Files.isRegularFile(labels)) {
            throw new CliException(labels + ": no such file");
        }
        try {
            return LabelsFile.of(Files.readString(labels));
        } catch (IllegalArgumentException e) {
            throw new CliException(labels + ": " + e.getMessage(), e);
        }
    }

    private int exitCode(Collect.Result result) {
        boolean tooMany = failOnBad != null && CollectSummary.badPercent(result) > failOnBad;
        return tooMany ? ExitCode.FINDINGS : ExitCode.DONE;
    }
}
