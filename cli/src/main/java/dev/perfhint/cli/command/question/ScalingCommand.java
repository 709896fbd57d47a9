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

    @Option(names = "--operation", paramLabel = "EVENT[:FIELD=VALUE]",
            description = "Count these timed events as the work done.")
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
        if (operation != null && !work.isEmpty()) {
            throw new CliException("--operation excludes --work: the work is counted, or given");
        }
        Map<Double, Double> given = new HashMap<>();
        for (String each : work) {
            given.put(number(each, "--work", "2=432000"),
                    positive(each.substring(each.indexOf('=') + 1), "--work " + each));
        }
        Map<Double, List<String>> recordings = new LinkedHashMap<>();
        for (String argument : arguments) {
            double load = number(argument, argument, "2=a.jfr");
            if (recordings.put(load, List.of(argument.substring(argument.indexOf('=') + 1).split(","))) != null) {
                throw new CliException("a load is given twice: write its recordings with commas, as in 2=a.jfr,b.jfr");
            }
        }
        checkWork(given.keySet(), recordings.keySet());
        answer.check(recordings.values().stream().flatMap(List::stream).toList());
        Set<String> warnings = new LinkedHashSet<>();
        List<Scaling.Load> loads = new ArrayList<>();
        for (Map.Entry<Double, List<String>> each : recordings.entrySet()) {
            loads.add(load(each.getKey(), each.getValue(), given, warnings));
        }
        Scaling scaling = Scaling.of(loads);
        warnings.addAll(scaling.warnings());
        warnings.forEach(session::warn);
        answer.write(session, root, (columns, palette) -> ScalingText.of(scaling, columns, palette),
                () -> ScalingJson.of(scaling, Root.version()));
        return ExitCode.DONE;
    }

    private static void checkWork(Set<Double> given, Set<Double> loads) {
        for (double load : given) {
            if (!loads.contains(load)) {
                throw new CliException("--work names a load without a recording: " + ScalingText.number(load));
            }
        }
        for (double load : given.isEmpty() ? Set.<Double>of() : loads) {
            if (!given.contains(load)) {
                throw new CliException("--work says nothing of load " + ScalingText.number(load)
                        + ": name the work of all loads, or of none");
            }
        }
    }

    private Scaling.Load load(double load, List<String> recordings, Map<Double, Double> given, Set<String> warnings)
            throws UnreadableRecordingException, SourceException, LatencyException {
        Profile profile = RecordingInput.read(session, recordings, RecordingInput.options(filters).withTimeSlices());
        warnings.addAll(RecordingInput.warnings(profile));
        OptionalDouble done = given.containsKey(load) ? OptionalDouble.of(given.get(load)) : OptionalDouble.empty();
        if (operation != null) {
            done = OptionalDouble.of(counted(recordings));
        }
        return new Scaling.Load(load, Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS), done);
    }

    private long counted(List<String> recordings) throws UnreadableRecordingException, LatencyException {
        OperationChoice choice = OperationChoice.of(operation);
        long count = 0;
        for (Path recording : RecordingInput.paths(recordings)) {
            EventLog log = EventLogReader.read(recording,
                    (name, fields) -> name.equals(choice.eventName()) ? Set.copyOf(fields) : Set.of());
            count += choice.count(log);
        }
        return count;
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
