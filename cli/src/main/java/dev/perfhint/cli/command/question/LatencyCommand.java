package dev.perfhint.cli.command.question;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.AnswerOptions;
import dev.perfhint.cli.command.option.DurationConverter;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.PositiveNumber;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.json.LatencyJson;
import dev.perfhint.cli.output.text.LatencyText;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventQuery;
import dev.perfhint.reader.EventLogReader;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.latency.Latency;
import dev.perfhint.rules.latency.LatencyComparison;
import dev.perfhint.rules.latency.LatencyException;
import dev.perfhint.rules.latency.LatencyReport;
import dev.perfhint.rules.latency.OperationChoice;
import dev.perfhint.rules.latency.Operations;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint latency}: how long operations took, and what the slow ones waited for. */
@Command(name = "latency",
        description = "Show how long operations took and what slow ones waited for. Without --operation: list the "
                + "operations.", sortOptions = false)
public final class LatencyCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "RECORDING", arity = "1..*",
            description =
                    "JFR file or JFR repository directory, plain or gzip; - is standard input. Several are merged.")
    private List<String> recordings;

    @Option(names = "--operation", paramLabel = "EVENT[:FIELD=VALUE]",
            description = "The timed event to measure: one of the application's own, jdk.FileForce, and many more.")
    private String operation;

    @Option(names = "--by", paramLabel = "FIELD",
            description = "One distribution for each value of a field of the event, or for each thread.")
    private String by = "";

    @Option(names = "--slower-than", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "Explain the operations of this duration and more (default: the slowest 1 %% of at least "
                    + "twice the median).")
    private Duration slowerThan;

    @Option(names = "--top", paramLabel = "N", converter = PositiveNumber.class, defaultValue = "10",
            description = "Groups and single outliers to show (default: 10).")
    private int top;

    @Option(names = "--baseline", paramLabel = "BEFORE",
            description = "Compare with the same operations of this recording; repeatable: several are merged.")
    private List<String> baseline = List.of();

    @Option(names = "--preload", paramLabel = "FILE",
            description = "Write the classes that operations loaded here, a name in a line, to load before the first "
                    + "one.")
    private String preload;

    @Mixin
    private AnswerOptions answer;

    public LatencyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException, LatencyException {
        answer.check(recordings);
        if (operation == null) {
            offers();
        } else {
            measured();
        }
        return ExitCode.DONE;
    }

    private void offers() throws UnreadableRecordingException, LatencyException {
        if (!by.isEmpty() || slowerThan != null || preload != null || !baseline.isEmpty()) {
            throw new CliException("--by, --slower-than, --baseline and --preload need --operation: without it the "
                    + "operations are listed");
        }
        List<EventLog> logs = read(recordings, Operations.query());
        List<Operations.Offer> offers = Operations.of(logs);
        if (offers.isEmpty()) {
            throw new LatencyException(String.join(", ", recordings)
                    + ": holds no timed event of a thread: record with perfhint record --for latency");
        }
        List<String> warnings = logs.stream().flatMap(log -> log.warnings().stream()).toList();
        write(warnings, (columns, palette) -> LatencyText.offers(offers, columns, palette),
                () -> LatencyJson.offers(offers, warnings, Root.version()));
    }

    private void measured() throws UnreadableRecordingException, LatencyException {
        Optional<OutputFile> list = Optional.ofNullable(preload).map(OutputFile::checked);
        list.ifPresent(file -> file.refuseToReplace("#", false, "a list of --preload"));
        OptionalLong from = slowerThan == null ? OptionalLong.empty() : OptionalLong.of(slowerThan.toNanos());
        Latency latency = new Latency(OperationChoice.of(operation), by, from);
        LatencyReport report = latency.of(read(recordings, latency.query()));
        Optional<LatencyComparison> comparison = baseline.isEmpty() ? Optional.empty() : Optional.of(
                LatencyComparison.of(latency.of(read(baseline, latency.query())), report));
        write(report.warnings(), (columns, palette) -> comparison.map(found -> LatencyText.of(found, columns, palette))
                .orElse("") + LatencyText.of(report, top, columns, palette),
                () -> LatencyJson.of(report, comparison, Root.version()));
        if (preload != null) {
            String names = String.join("\n", report.preload().lines()) + "\n";
            list.orElseThrow().write(names.getBytes(StandardCharsets.UTF_8));
            session.tell(preload + ": " + report.preload().said());
        }
    }

    /** JSON has the warnings in it. */
    private void write(List<String> warnings, AnswerOptions.Text text, Supplier<String> json) {
        if (answer.isText()) {
            warnings.forEach(session::warn);
        }
        answer.write(session, root, text, json);
    }

    private List<EventLog> read(List<String> names, EventQuery query) throws UnreadableRecordingException {
        List<EventLog> logs = new ArrayList<>();
        try (Progress progress = Progress.start(session.terminal(), session.err(), "reading " + names.get(0))) {
            for (Path recording : RecordingInput.paths(names)) {
                logs.add(EventLogReader.read(recording, query));
            }
        }
        return logs;
    }
}
