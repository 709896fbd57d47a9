package dev.perfhint.fleet;

import dev.perfhint.reader.ReadOptions;
import dev.perfhint.reader.Recordings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/** Runs the steps on threads of this JVM. Each read may take its part of half the heap. */
public final class ThreadRunner implements FleetRunner {
    private final FleetStorage storage;
    private final int threads;
    private final LongConsumer readBytes;
    private final ReadStep read;
    private final MergeStep merge;

    /** @param readBytes is told the size of each recording after it was read, from several threads */
    public ThreadRunner(FleetStorage storage, int threads, int maxNodes, LongConsumer readBytes) {
        this.storage = storage;
        this.threads = threads;
        this.readBytes = readBytes;
        ReadOptions options = ReadOptions.DEFAULTS.withoutTimeSlices()
                .withMemoryBytes(Runtime.getRuntime().maxMemory() / 2 / threads);
        this.read = new ReadStep((path, wanted) -> Recordings.read(List.of(Path.of(path)), wanted), options, false);
        this.merge = new MergeStep(maxNodes);
    }

    @Override
    public List<KeyedBytes> read(List<List<String>> tasks) throws IOException {
        List<Callable<List<KeyedBytes>>> calls = new ArrayList<>();
        tasks.forEach(task -> calls.add(() -> read.run(task, readBytes)));
        return all(calls).stream().flatMap(List::stream).toList();
    }

    @Override
    public List<StoredPartition> merge(Map<String, List<byte[]>> parts) throws IOException {
        List<Callable<StoredPartition>> calls = new ArrayList<>();
        parts.forEach((key, trees) -> calls.add(() -> {
            MergeStep.Merged merged = merge.run(key, trees);
            storage.write(merged.partition().tree(), merged.tree());
            storage.write(merged.partition().rows(), merged.rows());
            return merged.partition();
        }));
        return all(calls);
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
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
