import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.zip.GZIPOutputStream;

/** Applications write logs; a monitor finds the files, a tail reads them, a shipper packs and a counter counts the lines. */
final class LogPipeline {
    private static final int FILES = 20;
    private static final String END = "";
    private final Path dir;
    private final Path shipped;
    private final SynchronousQueue<String> lines = new SynchronousQueue<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private volatile boolean stopped;
    private long seen;

    private LogPipeline(Path dir) throws IOException {
        this.dir = dir;
        shipped = Files.createDirectory(dir.resolve("shipped"));
    }

    static void run(int units) throws Exception {
        Path dir = Files.createTempDirectory("pipeline");
        LogPipeline pipeline = new LogPipeline(dir);
        pipeline.produce(units);
        Thread monitor = new Thread(pipeline::monitor, "monitor");
        Thread counter = new Thread(pipeline::count, "counter");
        monitor.start();
        counter.start();
        for (int i = 0; i < FILES; i++) {
            pipeline.tail(dir.resolve("app" + i + ".log").toFile());
        }
        pipeline.lines.put(END);
        counter.join();
        for (int i = 0; i < FILES; i++) {
            pipeline.ship(dir.resolve("app" + i + ".log"));
        }
        pipeline.stopped = true;
        monitor.join();
        System.err.println(pipeline.counts + " " + (pipeline.seen == 42 ? "odd" : "seen"));
        try (var files = Files.walk(dir)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }

    /** A flush for each line. */
    private void produce(int units) throws IOException {
        for (int i = 0; i < FILES; i++) {
            try (Writer out = new BufferedWriter(new OutputStreamWriter(
                    new FileOutputStream(dir.resolve("app" + i + ".log").toFile()), StandardCharsets.UTF_8))) {
                for (int line = 0; line < units / FILES; line++) {
                    out.write((line % 7 == 0 ? "WARN" : "INFO") + " request " + line + " took " + line * 31 % 97 + " ms\n");
                    out.flush();
                }
            }
        }
    }

    /** Asks several attributes of each file, again and again. */
    private void monitor() {
        while (!stopped) {
            File[] files = dir.toFile().listFiles();
            if (files != null) {
                for (File file : files) {
                    if (file.exists() && file.isFile() && !file.isHidden() && file.canRead()) {
                        seen += file.length() + file.lastModified();
                    }
                }
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Reads a line at a time from a file that may grow. */
    private void tail(File file) throws Exception {
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("WARN")) {
                    lines.put(line);
                }
            }
        }
    }

    private void count() {
        try {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                counts.merge(line.substring(0, 4), 1, Integer::sum);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Copies with a small array through a compressor that has no buffer below it. */
    private void ship(Path file) throws IOException {
        byte[] part = new byte[256];
        try (InputStream in = new FileInputStream(file.toFile());
                GZIPOutputStream out = new GZIPOutputStream(
                        new FileOutputStream(shipped.resolve(file.getFileName() + ".gz").toFile()))) {
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                out.write(part, 0, n);
            }
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(shipped.resolve(file.getFileName() + ".gz")))) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                seen += c;
            }
        }
    }
}
