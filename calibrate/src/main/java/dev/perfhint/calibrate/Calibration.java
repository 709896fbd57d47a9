package dev.perfhint.calibrate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Measures each primitive once, in a JVM of its own of the Java that runs this: one round of a calibration.
 *
 * <p>Prints a line on the JVM, one for each primitive that came too late, and one for each that was measured: its name,
 * a tab, and {@code NANOS:COUNT} for each time that was seen, separated by blanks. All iterations are bound by time, so
 * a round takes as long on a slow machine as on a fast one, but for the starts of the JVMs.
 */
public final class Calibration {
    /** System property of the measured JVMs: where files are made. */
    static final String DIRECTORY = "perfhint.calibrate.directory";
    /** How often an operation that is too short for a clock is repeated; its times are means of so many. */
    static final int BATCH = 100;
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final int FIRST_THAT_WARNS_OF_UNSAFE = 23;

    private final int warmupMillis;
    private final int measuredMillis;
    private final Path directory;

    private Calibration(int warmupMillis, int measuredMillis, Path directory) {
        this.warmupMillis = warmupMillis;
        this.measuredMillis = measuredMillis;
        this.directory = directory;
    }

    /**
     * Runs one round. Arguments: milliseconds to warm up, milliseconds to measure, milliseconds after which no further
     * primitive is begun, the directory for files or {@code -} for a temporary one and no {@code fsync}, and the names
     * of primitives to measure; none for all.
     */
    public static void main(String[] args) throws IOException, RunnerException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[2]));
        List<String> names = Arrays.asList(args).subList(4, args.length);
        List<Primitive> primitives = primitives(!args[3].equals("-"), names);
        List<String> known = primitives.stream().map(Primitive::name).toList();
        Optional<String> unknown = names.stream().filter(name -> !known.contains(name)).findFirst();
        if (unknown.isPresent()) {
            System.err.println("there is no primitive '" + unknown.get() + "' here (" + Primitive.FSYNC
                    + " needs --directory, virtual threads Java 21), but "
                    + Primitive.ALL.stream().map(Primitive::name).collect(Collectors.joining(", ")));
            System.exit(2);
        }
        Path directory = args[3].equals("-")
                ? Files.createTempDirectory("perfhint-calibrate-")
                : Files.createTempDirectory(Path.of(args[3]), "perfhint-calibrate-");
        out.println("jvm\t" + System.getProperty("java.vm.name") + "\t" + System.getProperty("java.vm.version") + "\t"
                + Files.getFileStore(directory).type());
        try {
            Calibration calibration = new Calibration(Integer.parseInt(args[0]), Integer.parseInt(args[1]), directory);
            for (Primitive primitive : primitives) {
                if (System.nanoTime() < endNanos) {
                    calibration.measure(primitive, out);
                } else {
                    out.println("late\t" + primitive.name());
                }
            }
        } finally {
            try (Stream<Path> left = Files.list(directory)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    private static List<Primitive> primitives(boolean directoryGiven, List<String> names) {
        int release = Runtime.version().feature();
        return Primitive.ALL.stream()
                .filter(primitive -> names.isEmpty() || names.contains(primitive.name()))
                .filter(primitive -> directoryGiven || !primitive.name().equals(Primitive.FSYNC))
                .filter(primitive -> release >= FIRST_WITH_VIRTUAL_THREADS
                        || !primitive.name().equals(Primitive.VIRTUAL_THREAD))
                .toList();
    }

    private void measure(Primitive primitive, PrintStream out) throws RunnerException {
        List<String> options = new ArrayList<>(List.of("-Xms256m", "-Xmx256m", "-D" + DIRECTORY + "=" + directory));
        if (Runtime.version().feature() >= FIRST_THAT_WARNS_OF_UNSAFE) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .include("^" + primitive.type().getName().replace(".", "\\.") + "\\." + primitive.method() + "$")
                .mode(Mode.SampleTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(warmupMillis))
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(measuredMillis))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .jvmArgs(options.toArray(String[]::new));
        for (RunResult result : new Runner(builder.build()).run()) {
            out.println(line(primitive, result.getPrimaryResult().getStatistics()));
        }
    }

    private static String line(Primitive primitive, Statistics times) {
        StringBuilder line = new StringBuilder(primitive.name()).append('\t');
        Iterator<Map.Entry<Double, Long>> each = times.getRawData();
        while (each.hasNext()) {
            Map.Entry<Double, Long> entry = each.next();
            double nanos = entry.getKey() - primitive.nominalNanos();
            line.append(Math.rint(nanos * 10) / 10).append(':').append(entry.getValue()).append(' ');
        }
        return line.toString().strip();
    }
}
