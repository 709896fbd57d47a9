package dev.perfhint.cli.command.question;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.AnswerOptions;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Filters;
import dev.perfhint.cli.command.option.RecordingInput;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.json.ScalingJson;
import dev.perfhint.cli.output.text.ScalingText;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.reader.EventLogReader;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.latency.LatencyException;
import dev.perfhint.rules.latency.OperationChoice;
import dev.perfhint.rules.scaling.Scaling;
import dev.perfhint.rules.scaling.ScalingException;
import dev.perfhint.source.file.SourceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint scaling}: what grows faster than the load. */
@Command(name = "scaling", abbreviateSynopsis = true,
        description = "Set recordings of one program at different loads side by side, and show what grows faster than "
                + "the load.", sortOptions = false)
public final class ScalingCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "LOAD=RECORDING", arity = "1..*",
            description = "A load (threads, clients, rooms: any number) and its recording, or several with commas: "
                    + "2=a.jfr 5=b.jfr.")
    private List<String> arguments;

    @Option(names = "--work", paramLabel = "LOAD=N", split = ",",
            description = "The work done at each load: 2=432000,5=900000 (default: unknown).")
    private List<String> work = List.of();

    @Option(names = "--seconds", paramLabel = "LOAD=S", split = ",",
            description = "How long the work of --work took at each load (default: as long as the recording).")
    private List<String> seconds = List.of();

    @Option(names = "--window", paramLabel = "LOAD=FROM..TO", split = ",",
            description = "Count only this part of a load's recordings, and its work: 2=3s..13s.")
    private List<String> windows = List.of();

    @Option(names = "--operation", paramLabel = "EVENT[:FIELD=VALUE]",
            description = "Count these timed events as the work done, from the first to the last one.")
    private String operation;

    @Mixin
    private AnswerOptions answer;

    @Mixin
    private Filters filters;

    public ScalingCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException, SourceException, LatencyException, ScalingException {
        if (operation != null && !(work.isEmpty() && seconds.isEmpty() && windows.isEmpty())) {
            throw new CliException("--operation excludes --work, --seconds and --window: the events say how much was "
                    + "done, and when");
        }
        if (!seconds.isEmpty() && (work.isEmpty() || !windows.isEmpty())) {
            throw new CliException("--seconds needs --work, and excludes --window, which says how long");
        }
        Map<Double, List<String>> recordings = new LinkedHashMap<>();
        for (String argument : arguments) {
            double load = number(argument, argument, "2=a.jfr");
            if (recordings.put(load, List.of(argument.substring(argument.indexOf('=') + 1).split(","))) != null) {
                throw new CliException("a load is given twice: write its recordings with commas, as in 2=a.jfr,b.jfr");
            }
        }
        Map<Double, String> done = byLoad("--work", work, "2=432000", recordings.keySet());
        Map<Double, String> took = byLoad("--seconds", seconds, "2=9.5", recordings.keySet());
        Map<Double, String> parts = byLoad("--window", windows, "2=3s..13s", recordings.keySet());
        answer.check(recordings.values().stream().flatMap(List::stream).toList());
        Set<String> warnings = new LinkedHashSet<>();
        List<Scaling.Load> loads = new ArrayList<>();
        for (Map.Entry<Double, List<String>> each : recordings.entrySet()) {
            double load = each.getKey();
            OptionalDouble units = given("--work", done, load);
            OptionalDouble lasted = given("--seconds", took, load);
            loads.add(operation == null ? load(load, each.getValue(), units, lasted, parts.get(load), warnings)
                    : counted(load, each.getValue(), warnings));
        }
        Scaling scaling = Scaling.of(loads);
        warnings.addAll(scaling.warnings());
        warnings.forEach(session::warn);
        answer.write(session, root, (columns, palette) -> ScalingText.of(scaling, columns, palette),
                () -> ScalingJson.of(scaling, Root.version()));
        return ExitCode.DONE;
    }

    /** Returns the values of an option, which names all loads or none. */
    private static Map<Double, String> byLoad(String option, List<String> given, String example, Set<Double> loads) {
        Map<Double, String> values = new HashMap<>();
        for (String each : given) {
            values.put(number(each, option, example), each.substring(each.indexOf('=') + 1));
        }
        for (double load : values.keySet()) {
            if (!loads.contains(load)) {
                throw new CliException(option + " names a load without a recording: " + ScalingText.number(load));
            }
        }
        for (double load : values.isEmpty() ? Set.<Double>of() : loads) {
            if (!values.containsKey(load)) {
                throw new CliException(option + " says nothing of load " + ScalingText.number(load)
                        + ": name all loads, or none");
            }
        }
        return values;
    }

    private static OptionalDouble given(String option, Map<Double, String> values, double load) {
        return values.containsKey(load) ? OptionalDouble.of(positive(values.get(load), option + " " + values.get(load)))
                : OptionalDouble.empty();
    }

    private Scaling.Load load(double load, List<String> recordings, OptionalDouble done, OptionalDouble lasted,
            String window, Set<String> warnings) throws UnreadableRecordingException, SourceException {
        ReadOptions options = RecordingInput.options(filters).withTimeSlices();
        OptionalDouble taken = lasted;
        if (window != null) {
            int dots = window.indexOf("..");
            if (dots < 0) {
                throw new CliException("--window " + window + ": write LOAD=FROM..TO, as in 2=3s..13s");
            }
            long from = new Filters.Offset().convert(window.substring(0, dots));
            long to = new Filters.Offset().convert(window.substring(dots + 2));
            if (from >= to) {
                throw new CliException("--window " + window + ": ends before it begins");
            }
            options = options.withTime(from, to);
            taken = OptionalDouble.of((to - from) / 1e9 * recordings.size());
        }
        Profile profile = RecordingInput.read(session, recordings, options);
        warnings.addAll(RecordingInput.warnings(profile));
        return new Scaling.Load(load, Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS), done, taken);
    }

    /** Counts the operations of a load: the time between its recordings' first and last one is that of the work. */
    private Scaling.Load counted(double load, List<String> recordings, Set<String> warnings)
            throws UnreadableRecordingException, SourceException, LatencyException {
        OperationChoice choice = OperationChoice.of(operation);
        long count = 0;
        long nanos = 0;
        for (Path recording : RecordingInput.paths(recordings)) {
            EventLog log = EventLogReader.read(recording,
                    (name, fields) -> name.equals(choice.eventName()) ? Set.copyOf(fields) : Set.of());
            OperationChoice.Phase phase = choice.phase(log);
            count += phase.count();
            nanos += phase.nanos();
        }
        if (count == 0) {
            throw new CliException("load " + ScalingText.number(load) + ": no " + operation);
        }
        return load(load, recordings, OptionalDouble.of(count), nanos > 0 ? OptionalDouble.of(nanos / 1e9)
                : OptionalDouble.empty(), null, warnings);
    }

    private static double number(String argument, String what, String example) {
        int equals = argument.indexOf('=');
        if (equals <= 0 || equals == argument.length() - 1) {
            throw new CliException(what + (what.equals(argument) ? "" : " " + argument) + ": write LOAD=VALUE, as in "
                    + example);
        }
        return positive(argument.substring(0, equals), argument);
    }

    private static double positive(String text, String where) {
        try {
            double value = Double.parseDouble(text);
            if (value > 0 && value < 1e15) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new CliException(where + ": '" + text + "' is no number");
        }
        throw new CliException(where + ": '" + text + "' must be greater than 0");
    }
}
