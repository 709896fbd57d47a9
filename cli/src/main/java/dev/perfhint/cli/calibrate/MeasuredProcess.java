package dev.perfhint.cli.calibrate;

import dev.perfhint.cli.calibrate.Primitives.Once;
import dev.perfhint.cli.calibrate.Primitives.Primitive;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures one primitive in a JVM of the measured Java, and prints a line on the JVM and one with
 * {@code NANOS:COUNT} for each time that was seen.
 */
final class MeasuredProcess {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final int TIMES = 1000;
    private static volatile long sink;

    private MeasuredProcess() {}

    /** Arguments: primitive, milliseconds to warm up, milliseconds to measure, directory for files. */
    public static void main(String[] args) throws Throwable {
        if (args[0].equals(Primitives.VIRTUAL_THREAD) && Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
            return;
        }
        Primitive primitive = Primitives.ALL.get(args[0]);
        Path file = Files.createTempFile(Path.of(args[3]), "perfhint-calibrate-", ".bin");
        Deque<Closeable> ends = new ArrayDeque<>();
        Map<Double, Long> counts = new TreeMap<>();
        try {
            Once once = primitive.opening().open(file, ends);
            measure(primitive, once, Long.parseLong(args[1]), new TreeMap<>());
            measure(primitive, once, Long.parseLong(args[2]), counts);
            System.out.println("jvm\t" + System.getProperty("java.vm.name") + "\t"
                    + System.getProperty("java.vm.version") + "\t" + Files.getFileStore(file).type());
        } finally {
            while (!ends.isEmpty()) {
                ends.pop().close();
            }
            Files.delete(file);
        }
        StringBuilder line = new StringBuilder(args[0]).append('\t');
        counts.forEach((nanos, count) -> line.append(nanos).append(':').append(count).append(' '));
        System.out.println(line.toString().strip());
        System.exit(0); // partners go on
    }

    /** Times go into an array first: what is done between two operations changes how long the next one takes. */
    private static void measure(Primitive primitive, Once once, long millis, Map<Double, Long> counts)
            throws Throwable {
        long end = System.nanoTime() + millis * 1_000_000;
        long[] times = new long[TIMES];
        long sum = 0;
        long before = System.nanoTime();
        while (before < end) {
            int seen = 0;
            while (seen < TIMES && before < end) {
                sum += once.run();
                long after = System.nanoTime();
                times[seen++] = after - before;
                before = after;
            }
            for (int i = 0; i < seen; i++) {
                double nanos = Math.max(0, times[i] - primitive.nominalNanos()) / (double) primitive.batch();
                counts.merge(rounded(nanos), 1L, Long::sum);
            }
            before = System.nanoTime();
        }
        sink = sum;
    }

    /** Keeps three digits: there are never many different times. */
    private static double rounded(double nanos) {
        double unit = nanos < 1 ? 0.1 : Math.max(0.1, Math.pow(10, Math.floor(Math.log10(nanos)) - 2));
        return Math.rint(Math.rint(nanos / unit) * unit * 10) / 10;
    }
}
