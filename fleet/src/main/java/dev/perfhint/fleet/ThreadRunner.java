package dev.perfhint.fleet;

import dev.perfhint.reader.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;

/**
 * Runs the steps on threads of this JVM. Call trees wait on the disk for being merged; what is large is read and merged
 * only as far as the heap allows at the same time.
 */
public final class ThreadRunner implements FleetRunner, AutoCloseable {
    private static final long LARGE_BYTES = 32L << 20;

    private final FleetStorage storage;
    private final int threads;
    private final LongConsumer readBytes;
    private final ReadStep read;
    private final MergeStep merge;
    private final Path scratch;
    private final Map<String, List<Path>> parts = new TreeMap<>();
    private final Semaphore large =
            new Semaphore((int) Math.max(1, Runtime.getRuntime().maxMemory() / 2 / ReadStep.MEMORY_BYTES));

    /**
     * @param readBytes is told the size of each recording after it was read, from several threads
     * @param scratch a directory for files that are deleted when it is closed
     */
    public ThreadRunner(FleetStorage storage, int threads, int maxNodes, LongConsumer readBytes, Path scratch,
            StoreNames names) throws IOException {
        this.storage = storage;
        this.threads = threads;
        this.readBytes = readBytes;
        this.read = new ReadStep((path, options) -> Recordings.read(List.of(Path.of(path)), options), false,
                names);
        this.merge = new MergeStep(maxNodes);
        this.scratch = Files.createTempDirectory(scratch, "parts");
    }

    @Override
    public int parallelism() {
        return threads;
    }

    @Override
    public List<String> read(List<List<String>> tasks) throws IOException {
        List<Callable<List<String>>> calls = new ArrayList<>();
        for (List<String> task : tasks) {
            calls.add(() -> limited(bytes(task), () -> kept(read.run(task, readBytes))));
        }
        return all(calls).stream().flatMap(List::stream).toList();
    }

    private static long bytes(List<String> task) {
        return task.stream().mapToLong(line -> PlannedRecording.of(line).recording().bytes()).max().orElse(0);
    }

    private List<String> kept(List<KeyedBytes> results) throws IOException {
        List<String> lines = new ArrayList<>();
        for (KeyedBytes result : results) {
            if (result.isManifest()) {
                lines.add(result.text());
            } else {
                Path part = Files.createTempFile(scratch, "part", "");
                Files.write(part, result.bytes());
                synchronized (parts) {
                    parts.computeIfAbsent(result.key(), key -> new ArrayList<>()).add(part);
                }
            }
        }
        return lines;
    }

    @Override
    public List<StoredPartition> merge(Map<String, String> stored) throws IOException {
        List<Callable<StoredPartition>> calls = new ArrayList<>();
        for (Map.Entry<String, List<Path>> each : parts.entrySet()) {
            long bytes = 0;
            for (Path part : each.getValue()) {
                bytes += Files.size(part);
            }
            long size = bytes;
            calls.add(() -> limited(size, () -> merged(each.getKey(), each.getValue(), stored.get(each.getKey()))));
        }
        return all(calls);
    }

    private StoredPartition merged(String key, List<Path> files, String stored) throws IOException {
        List<byte[]> trees = new ArrayList<>();
        for (Path file : files) {
            trees.add(Files.readAllBytes(file));
        }
        if (stored != null) {
            trees.add(FleetStore.file(storage, stored));
        }
        return merge.run(key, trees).writeTo(storage);
    }

    private <T> T limited(long bytes, Callable<T> call) throws Exception {
        if (bytes < LARGE_BYTES) {
            return call.call();
        }
        large.acquire();
        try {
            return call.call();
        } finally {
            large.release();
        }
    }

    private <T> List<T> all(List<Callable<T>> calls) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : calls.stream().map(pool::submit).toList()) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw new IOException("not enough heap: set PERFHINT_JAVA_OPTS=-Xmx4g, or use fewer --threads", e);
            }
            throw e.getCause() instanceof RuntimeException bug ? bug : new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    @Override
    public void close() throws IOException {
        for (List<Path> files : parts.values()) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(scratch);
    }
}
