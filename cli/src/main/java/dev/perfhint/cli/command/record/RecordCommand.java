package dev.perfhint.cli.command.record;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.DurationConverter;
import dev.perfhint.cli.command.option.ObserveOptions;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.record.Engine;
import dev.perfhint.cli.record.RecordException;
import dev.perfhint.cli.record.RecordOptions;
import dev.perfhint.cli.record.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perfhint record}: records a running JVM or a command, with the best engine that works. */
@Command(name = "record",
        description = "Record a running JVM or a command, with the best engine that works.",
        customSynopsis = "perfhint record [OPTIONS] (PID | -- COMMAND [ARGUMENT...])")
public final class RecordCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
            description = "Where the recording goes (default: perfhint.jfr, or perfhint-2.jfr ... if there is one).")
    private Path output;

    @Option(names = "--force", description = "Overwrite the file that -o names.")
    private boolean force;

    @Option(names = {"-d", "--duration"}, paramLabel = "DURATION", converter = DurationConverter.class,
            description = "How long, such as 30s (default: until the program ends or Ctrl-C).")
    private Duration duration;

    @Option(names = "--engine", paramLabel = "ENGINE",
            description = "perf (kernel frames), ctimer or jfr (default: the best that works).")
    private Engine engine;

    @Option(names = "--interval", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "CPU time between samples (default: 1 to 2ms, coarser in long programs; 10ms for a PID).")
    private Duration interval;

    @Option(names = "--for", paramLabel = "PURPOSE", defaultValue = "cpu",
            description = "cpu (for analyze) or latency: include blocking events (default: cpu).")
    private RecordOptions.Purpose purpose;

    @Option(names = "--trace-method", paramLabel = "CLASS.METHOD",
            description = "Time a method, on JDK 25 or newer; implies --for latency; repeatable.")
    private List<String> tracedMethods = List.of();

    @Mixin
    private ObserveOptions observing = new ObserveOptions();

    @Option(names = "--keep-arguments",
            description = "Keep the values of arguments and -D properties in the recording (default: asterisks).")
    private boolean keepArguments;

    @Parameters(arity = "1..*", paramLabel = "PID|COMMAND", description = "A process id, or a command after --.")
    private List<String> target;

    public RecordCommand(Session session) {
        this.session = session;
    }

    /** Returns a method as Flight Recorder's filters name it. */
    private static String filter(String method) {
        int dot = method.lastIndexOf('.');
        if (dot <= 0 || !method.matches("[\\w.$]+\\.[\\w$]+")) {
            throw new CliException("--trace-method " + method + ": write CLASS.METHOD, as in org.example.Shop.order");
        }
        return method.substring(0, dot) + "::" + method.substring(dot + 1);
    }

    @Override
    public Integer call() {
        if (output != null && !force && Files.isRegularFile(output)) {
            throw new RecordException(output + ": exists: --force overwrites it, or name another with -o");
        }
        boolean latency = purpose == RecordOptions.Purpose.LATENCY || !tracedMethods.isEmpty();
        if (latency && engine != null && engine != Engine.JFR) {
            throw new CliException("--for latency records with Flight Recorder: leave --engine out");
        }
        if (target.get(0).isBlank()) {
            throw new CliException("the command is empty: write perfhint record -- COMMAND");
        }
        boolean pid = target.size() == 1 && target.get(0).matches("\\d{1,18}");
        RecordOptions options = new RecordOptions(
                output != null ? output : free(), Optional.ofNullable(duration),
                latency ? Optional.of(Engine.JFR) : Optional.ofNullable(engine), Optional.ofNullable(interval),
                pid ? OptionalLong.of(Long.parseLong(target.get(0))) : OptionalLong.empty(), pid ? List.of() : target,
                latency ? RecordOptions.Purpose.LATENCY : purpose,
                tracedMethods.stream().map(RecordCommand::filter).toList(), !pid && !latency && observing.ofCommand(),
                observing.ofRunning(pid, duration), keepArguments);
        return new Recorder(options, session.err(), session.terminal().errorTerminal()).run();
    }

    /** Returns the first name that no file has. */
    private static Path free() {
        Path path = Path.of("perfhint.jfr");
        for (int number = 2; Files.exists(path); number++) {
            path = Path.of("perfhint-" + number + ".jfr");
        }
        return path;
    }
}
