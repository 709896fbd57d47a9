package dev.perfhint.cli.command.record;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.DurationConverter;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.ObserveOptions;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.project.ProjectLayout;
import dev.perfhint.cli.record.Engine;
import dev.perfhint.cli.record.RecordException;
import dev.perfhint.cli.record.RecordOptions;
import dev.perfhint.cli.record.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perfhint run}: records a program, prints what burns its system CPU and writes the page, in one command. */
@Command(name = "run",
        description = "Record a command or a running JVM, print the findings and write an HTML page.",
        customSynopsis = "perfhint run [OPTIONS] (PID | -- COMMAND [ARGUMENT...])")
public final class RunCommand implements Callable<Integer> {
    private final Session session;
    private final ToIntFunction<String[]> commands;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
            description = "Where the recording goes, NAME.jfr; the page is NAME.html (default: named for the program).")
    private Path output;

    @Option(names = "--engine", paramLabel = "ENGINE",
            description = "perf (kernel frames), ctimer or jfr (default: the best that works).")
    private Engine engine;

    @Option(names = "--interval", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "CPU time between samples (default: 1 to 2ms, coarser in long programs; 10ms for a PID).")
    private Duration interval;

    @Option(names = {"-d", "--duration"}, paramLabel = "DURATION", converter = DurationConverter.class,
            description = "How long, such as 30s (default: until the program ends; 30s for a PID).")
    private Duration duration;

    @Mixin
    private ObserveOptions observing = new ObserveOptions();

    @Parameters(arity = "1..*", paramLabel = "PID|COMMAND", description = "A process id, or a command after --.")
    private List<String> target;

    /** What the program's sources compile against, where no build file says it. */
    private String classPath = "";

    /** @param commands runs another command of perfhint, and returns its exit code */
    public RunCommand(Session session, ToIntFunction<String[]> commands) {
        this.commands = commands;
        this.session = session;
    }

    @Override
    public Integer call() {
        if (target.get(0).isBlank()) {
            throw new CliException("the command is empty: write perfhint run -- COMMAND");
        }
        OptionalLong pid = target.size() == 1 && target.get(0).matches("\\d{1,18}")
                ? OptionalLong.of(Long.parseLong(target.get(0)))
                : OptionalLong.empty();
        String name = output != null ? output.toString().replaceFirst("\\.jfr$", "")
                : free(pid.isPresent() ? ProgramName.of(pid.getAsLong()) : ProgramName.of(target));
        if (session.directory().flatMap(ProjectLayout::of).filter(project -> !project.isBuilt()).isPresent()) {
            classPath = pid.isPresent() ? CommandClassPath.of(pid.getAsLong())
                    : CommandClassPath.of(target, Path.of(""));
        }
        Path recording = Path.of(name + ".jfr");
        if (output != null && Files.exists(recording)) {
            throw new RecordException(recording + ": exists: name another with -o");
        }
        return report(recording, name + ".html", record(recording, name + ".html", pid));
    }

    /** The JVM is halted after this: what is printed has to be out by then. */
    private int afterSignal(Path recording, String page, int code) {
        int reported = report(recording, page, code);
        session.out().flush();
        return reported;
    }

    private int report(Path recording, String page, int code) {
        return Files.isRegularFile(recording) ? analyze(recording, page, code) : code;
    }

    private int record(Path recording, String page, OptionalLong pid) {
        Duration limit = duration == null && pid.isPresent() ? Duration.ofSeconds(30) : duration;
        RecordOptions options = new RecordOptions(recording, Optional.ofNullable(limit),
                Optional.ofNullable(engine), Optional.ofNullable(interval), pid, pid.isPresent() ? List.of() : target,
                RecordOptions.Purpose.CPU, List.of(), pid.isEmpty() && observing.ofCommand(),
                observing.ofRunning(pid.isPresent(), limit), false);
        try {
            return new Recorder(options, session.err(), session.terminal().errorTerminal(),
                    code -> afterSignal(recording, page, code)).run();
        } catch (RecordException e) {
            session.tell(e.getMessage());
            return e.exitCode();
        }
    }

    /** Returns the recorded program's exit code, or that of an analysis that failed where the program did not. */
    private int analyze(Path recording, String page, int code) {
        List<String> arguments = new ArrayList<>(List.of("analyze", recording.toString(), "--output", "text=-",
                "--output", "html=" + page));
        if (!classPath.isEmpty()) {
            arguments.addAll(List.of("--classpath", classPath));
        }
        int analyzed = commands.applyAsInt(arguments.toArray(new String[0]));
        if (analyzed == ExitCode.DONE) {
            session.tell("page: " + Path.of(page).toAbsolutePath().toUri());
        }
        return code == 0 ? analyzed : code;
    }

    /** Returns the first of {@code NAME}, {@code NAME-2} ... that neither a recording nor a page has. */
    private static String free(String name) {
        String free = name;
        for (int number = 2; Files.exists(Path.of(free + ".jfr")) || Files.exists(Path.of(free + ".html")); number++) {
            free = name + "-" + number;
        }
        return free;
    }
}
