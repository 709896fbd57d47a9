package dev.perfhint.cli.command.question;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.calibrate.CalibrationRun;
import dev.perfhint.cli.calibrate.CalibrationStore;
import dev.perfhint.cli.calibrate.JvmCosts;
import dev.perfhint.cli.command.option.AnswerOptions;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.json.CalibrationJson;
import dev.perfhint.cli.output.text.CalibrationText;
import dev.perfhint.cli.record.UserCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint calibrate}: what primitives cost on this host and JVM. */
@Command(name = "calibrate",
        description = "Measure what system calls, thread switches, locks, clocks and memory cost on this host and JVM, "
                + "and keep it for analyze --calibration.", sortOptions = false)
public final class CalibrateCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Option(names = "--jvm", paramLabel = "HOME",
            description = "Measure this JDK or JRE, 17 or newer (default: the one that runs perfhint). Repeatable: "
                    + "side by side.")
    private List<Path> homes = new ArrayList<>();

    @Option(names = "--quick",
            description = "Measure each primitive in 5 processes of 0.15 s; without it in 8 of 0.5 s.")
    private boolean quick;

    @Option(names = "--directory", paramLabel = "DIR",
            description =
                    "Write the files here, and measure fsync too (default: the temporary directory, without fsync).")
    private Path directory;

    @Option(names = "--primitive", paramLabel = "NAME", description = "Measure this primitive only; repeatable.")
    private List<String> primitives = new ArrayList<>();

    @Mixin
    private AnswerOptions answer;

    public CalibrateCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        answer.check(List.of());
        if (homes.isEmpty()) {
            homes.add(Path.of(System.getProperty("java.home")));
        }
        for (Path home : homes) {
            if (!Files.isExecutable(home.resolve("bin/java"))) {
                throw new CliException("'" + home + "' has no bin/java: name the directory of a JDK or JRE");
            }
        }
        if (directory != null && !(Files.isDirectory(directory) && Files.isWritable(directory))) {
            throw new CliException(directory + ": not a directory that can be written");
        }
        CalibrationStore store = CalibrationStore.open(UserCache.directory());
        List<JvmCosts> costs = measured();
        String host = CalibrationStore.hostName();
        answer.write(session, root, (columns, palette) -> CalibrationText.of(host, costs, columns, palette),
                () -> CalibrationJson.of(host, costs, Root.version()));
        for (JvmCosts each : costs) {
            String kept = CalibrationJson.of(host, List.of(each), Root.version());
            session.tell("kept in " + store.keep(each, primitives.isEmpty(), kept));
        }
        return ExitCode.DONE;
    }

    private List<JvmCosts> measured() {
        CalibrationRun run = new CalibrationRun(quick ? CalibrationRun.Effort.QUICK : CalibrationRun.Effort.FULL,
                Optional.ofNullable(directory), primitives);
        session.tell(run.announced(homes.size()));
        try (Progress progress = Progress.start(session.terminal(), session.err(), "measuring")) {
            return run.measure(homes);
        }
    }
}
