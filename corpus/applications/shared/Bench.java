import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import one.profiler.AsyncProfiler;

/** Runs a driver's load for a bounded time, records the warm part, and prints one result line with the CPU per unit. */
final class Bench {
    /** One unit of an application's work: a request, a row, a message. */
    interface Unit {
        void run() throws Exception;
    }

    private static final double SECONDS = Double.parseDouble(System.getProperty("bench.seconds", "12"));
    private static final double WARMUP_SECONDS = Double.parseDouble(System.getProperty("bench.warmup", "5"));
    private static final String RECORDING = System.getProperty("bench.recording", "");
    private static final String RECORDED = "start,event=cpu,interval=" + System.getProperty("bench.interval", "2ms")
            + ",jstackdepth=512,jfr,file=";

    private static volatile boolean stopped;

    private Bench() {
    }

    /** Which form of the application runs: {@code base}, or the name of a remedy. */
    static String variant() {
        return System.getProperty("bench.variant", "base");
    }

    static boolean is(String variant) {
        return variant().equals(variant);
    }

    /** An empty directory for the application's data. */
    static Path work() throws IOException {
        Path work = Path.of(System.getProperty("bench.work"));
        Files.createDirectories(work);
        return work;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Does the unit on so many threads of this process and ends the process. */
    static void loop(int threads, Unit unit) throws Exception {
        AtomicLong done = new AtomicLong();
        List<Thread> loaders = start(threads, unit, done);
        warmUp(done);
        Usage before = Usage.now(done.get());
        startRecording();
        sleepSeconds(SECONDS);
        stopRecording();
        Usage.now(done.get()).since(before).print();
        stopped = true;
        for (Thread loader : loaders) {
            loader.join(2000);
        }
        Runtime.getRuntime().halt(0);
    }

    /** In a client process: does the unit on so many threads and reports to the server's process. */
    static void load(int threads, Unit unit) throws Exception {
        AtomicLong done = new AtomicLong();
        start(threads, unit, done);
        warmUp(done);
        System.out.println("warm " + done.get());
        sleepSeconds(SECONDS);
        System.out.println("done " + done.get());
        Runtime.getRuntime().halt(0);
    }

    /** In the server's process: starts the class as a client process, records this process meanwhile and ends it. */
    static void serve(Class<?> client, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"),
                "-Xmx512m", "-XX:+UseSerialGC", "-Dbench.seconds=" + SECONDS, "-Dbench.warmup=" + WARMUP_SECONDS,
                "-Dbench.variant=" + variant(), "-cp", System.getProperty("java.class.path"), client.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(new File(work().toFile(), "client.err")).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Usage before = null;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("warm ")) {
                    before = Usage.now(Long.parseLong(line.substring(5)));
                    startRecording();
                } else if (line.startsWith("done ") && before != null) {
                    stopRecording();
                    Usage.now(Long.parseLong(line.substring(5))).since(before).print();
                    Runtime.getRuntime().halt(0);
                }
            }
        }
        System.err.println("the client ended early, see " + work().resolve("client.err"));
        Runtime.getRuntime().halt(1);
    }

    private static List<Thread> start(int threads, Unit unit, AtomicLong done) {
        List<Thread> loaders = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread loader = new Thread(() -> {
                try {
                    while (!stopped) {
                        unit.run();
                        done.incrementAndGet();
                    }
                } catch (Exception e) {
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1);
                }
            }, "load-" + i);
            loader.setDaemon(true);
            loader.start();
            loaders.add(loader);
        }
        return loaders;
    }

    private static void startRecording() throws IOException {
        if (!RECORDING.isEmpty()) {
            AsyncProfiler.getInstance().execute(RECORDED + RECORDING);
        }
    }

    private static void stopRecording() throws IOException {
        if (!RECORDING.isEmpty()) {
            AsyncProfiler.getInstance().execute("stop,file=" + RECORDING);
        }
    }

    /** Waits for the first unit, for a minute at most, and then for the warm-up. */
    private static void warmUp(AtomicLong done) throws InterruptedException {
        for (int tenths = 0; done.get() == 0 && tenths < 600; tenths++) {
            sleepSeconds(0.1);
        }
        sleepSeconds(WARMUP_SECONDS);
    }

    private static void sleepSeconds(double seconds) throws InterruptedException {
        Thread.sleep((long) (1000 * seconds));
    }

    /** User and system CPU of this process (seconds, from /proc/self/stat), wall time and units done. */
    private record Usage(double user, double system, double wall, long units) {
        static Usage now(long units) throws IOException {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return new Usage(Long.parseLong(fields[11]) / 100.0, Long.parseLong(fields[12]) / 100.0,
                    System.nanoTime() / 1e9, units);
        }

        Usage since(Usage before) {
            return new Usage(user - before.user, system - before.system, wall - before.wall, units - before.units);
        }

        void print() {
            System.err.printf(Locale.ROOT, "result\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.3f\t%.3f%n", variant(), units, wall,
                    user, system, 1e6 * user / units, 1e6 * system / units);
        }
    }
}
