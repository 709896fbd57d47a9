package dev.perfhint.cli.calibrate;

import dev.perfhint.cli.CliException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures primitives on one or more JVMs, in rounds that take turns: what else the machine does meets all of them.
 *
 * <p>The benchmarks are no part of this JVM's class path. They run in processes of the measured Java, which print their
 * times.
 */
public final class CalibrationRun {
    private static final String MAIN = "dev.perfhint.calibrate.Calibration";
    private static final String NO_DIRECTORY = "-";
    /** Exit code of the measured process where it did not like what it was asked for. */
    private static final int REFUSED = 2;
    /** Benchmarks stand beside the application's jars, in a directory of this name. */
    private static final String BESIDE = "calibrate";

    /**
     * How long to measure.
     *
     * @param seconds after which nothing is begun any more, for each JVM
     */
    public record Effort(int rounds, int warmupMillis, int measuredMillis, int seconds) {
        public static final Effort FULL = new Effort(6, 150, 350, 165);
        public static final Effort QUICK = new Effort(3, 50, 100, 50);
    }

    private final Effort effort;
    private final String directory;
    private final List<String> primitives;

    /**
     * @param directory where files are made and synced; empty for a temporary one, without syncs
     * @param primitives what to measure; empty for all
     */
    public CalibrationRun(Effort effort, Optional<Path> directory, List<String> primitives) {
        this.effort = effort;
        this.directory = directory.map(path -> path.toAbsolutePath().toString()).orElse(NO_DIRECTORY);
        this.primitives = List.copyOf(primitives);
    }

    /** Returns the costs on each JVM, in the given order. */
    public List<JvmCosts> measure(List<Path> javaHomes) {
        String classPath = classPath();
        List<JvmCosts> costs = new ArrayList<>();
        long[] leftNanos = new long[javaHomes.size()];
        for (int i = 0; i < javaHomes.size(); i++) {
            costs.add(new JvmCosts(javaHomes.get(i).toString()));
            leftNanos[i] = TimeUnit.SECONDS.toNanos(effort.seconds());
        }
        for (int round = 0; round < effort.rounds(); round++) {
            for (int i = 0; i < javaHomes.size(); i++) {
                if (leftNanos[i] > 0) {
                    long startNanos = System.nanoTime();
                    costs.get(i).addRound(round(javaHomes.get(i), classPath, leftNanos[i]));
                    leftNanos[i] -= System.nanoTime() - startNanos;
                }
            }
        }
        for (JvmCosts each : costs) {
            if (each.primitives().isEmpty()) {
                throw new CliException(each.home() + ": measured nothing in " + effort.seconds() + " s");
            }
        }
        return costs;
    }

    private List<String> round(Path javaHome, String classPath, long leftNanos) {
        List<String> command = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Djmh.ignoreLock=true", "-cp", classPath, MAIN,
                Integer.toString(effort.warmupMillis()), Integer.toString(effort.measuredMillis()),
                Long.toString(TimeUnit.NANOSECONDS.toMillis(leftNanos)), directory));
        command.addAll(primitives);
        try {
            Path errors = Files.createTempFile("perfhint-calibrate-", ".txt");
            try {
                return run(javaHome, command, errors);
            } finally {
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
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
            if (code == REFUSED) {
                throw new CliException(first);
            }
            throw new CliException(javaHome + ": the measurement ended with code " + code + ": " + first);
        }
        return lines;
    }

    /** Returns the benchmarks' jars; in a build that has no jars yet, what this JVM was started with. */
    private static String classPath() {
        try {
            Path own = Path.of(CalibrationRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(own)) {
                return System.getProperty("java.class.path");
            }
            Path jars = own.resolveSibling("..").resolve(BESIDE).normalize();
            try (Stream<Path> files = Files.list(jars)) {
                return String.join(File.pathSeparator, files.map(Path::toString).sorted().toList());
            }
        } catch (IOException | URISyntaxException e) {
            throw new CliException("the benchmarks are not installed: build perfhint anew");
        }
    }
}
