package dev.perfhint.cli.calibrate;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Measures primitives on one or more JVMs, in rounds that take turns: what else the machine does meets all of them.
 *
 * <p>Each primitive runs in a new process of the measured Java in each round: its samples share compiled code and
 * places in memory, and say little about another process.
 */
public final class CalibrationRun {
    private static final int START_MILLIS = 150;
    private static final String HEAP = "-Xmx256m";
    /** Within the time to warm up everything is compiled as in a program that runs for long. */
    private static final String COMPILED = "-XX:CompileThresholdScaling=0.1";

    /** How long to measure each primitive, and in how many processes. */
    public record Effort(int rounds, int warmupMillis, int measuredMillis) {
        public static final Effort FULL = new Effort(8, 150, 350);
        public static final Effort QUICK = new Effort(5, 150, 100);
    }

    private final Effort effort;
    private final Optional<Path> directory;
    private final List<String> primitives;

    /**
     * @param directory where files are made and synced; empty for the temporary one, without syncs
     * @param names what to measure; empty for all
     */
    public CalibrationRun(Effort effort, Optional<Path> directory, List<String> names) {
        this.effort = effort;
        this.directory = directory;
        List<String> known = Primitives.ALL.keySet().stream()
                .filter(name -> directory.isPresent() || !name.equals(Primitives.FSYNC)).toList();
        names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new CliException("there is no primitive '" + name + "' here (" + Primitives.FSYNC
                    + " needs --directory), but " + String.join(", ", known));
        });
        primitives = names.isEmpty() ? known : names;
    }

    /** Says how long it will take, and how much memory. */
    public String announced(int jvms) {
        long millis = (long) effort.rounds() * jvms * primitives.size()
                * (effort.warmupMillis() + effort.measuredMillis() + START_MILLIS);
        return "measuring " + primitives.size() + " primitives in " + effort.rounds() + " processes each"
                + (jvms > 1 ? " of " + jvms + " JVMs" : "") + ": about " + Math.max(1, millis / 1000)
                + " s, 300 MB of memory, 256 MB of disk";
    }

    /** Returns the costs on each JVM, in the given order. */
    public List<JvmCosts> measure(List<Path> javaHomes) {
        List<JvmCosts> costs = javaHomes.stream().map(home -> new JvmCosts(home.toString())).toList();
        for (int round = 0; round < effort.rounds(); round++) {
            for (String primitive : primitives) {
                for (int i = 0; i < javaHomes.size(); i++) {
                    costs.get(i).add(round(javaHomes.get(i), primitive));
                }
            }
        }
        return costs;
    }

    private List<String> round(Path javaHome, String primitive) {
        try {
            Path own = Path.of(CalibrationRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            List<String> command = List.of(javaHome.resolve("bin/java").toString(), "-XX:+UseSerialGC",
                    COMPILED, "-Xms256m", HEAP, "-cp", own.toString(), MeasuredProcess.class.getName(),
                    primitive, Integer.toString(effort.warmupMillis()), Integer.toString(effort.measuredMillis()),
                    directory.map(Path::toString).orElse(System.getProperty("java.io.tmpdir")));
            Path errors = Files.createTempFile("perfhint-calibrate-", ".txt");
            try {
                return run(javaHome, command, errors);
            } finally {
                Files.deleteIfExists(errors);
            }
        } catch (IOException | URISyntaxException e) {
            throw new CliException(javaHome + ": cannot be measured: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(javaHome + ": interrupted");
        }
    }

    private static List<String> run(Path javaHome, List<String> command, Path errors)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        Thread ended = new Thread(() -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        Runtime.getRuntime().addShutdownHook(ended);
        process.getOutputStream().close();
        List<String> lines = process.inputReader().lines().toList();
        int code = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(ended);
        if (code != 0) {
            String first = Files.readAllLines(errors).stream().filter(line -> !line.isBlank()).findFirst()
                    .orElse("no message");
            throw new CliException(javaHome + ": the measurement ended with code " + code + ": " + first);
        }
        return lines;
    }
}
