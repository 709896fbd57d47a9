package dev.perfhint.reader;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads a JFR file chunk by chunk, two at a time where there are several. */
final class JfrFile {
    private static final int BUFFER_BYTES = 1 << 22;
    private static final int THREADS = Math.min(2, Runtime.getRuntime().availableProcessors());

    private JfrFile() {}

    /** Folds all chunks of an open file into the recording, in file order. */
    static void read(FileChannel file, ReadOptions options, JfrRecording recording) throws IOException {
        List<ChunkHeader> headers = headers(file);
        long start = headers.get(0).startNanos();
        if (headers.size() == 1) {
            recording.add(ChunkReader.read(new ChunkInput(file, BUFFER_BYTES), headers.get(0), start, options));
            return;
        }
        ExecutorService workers = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "perfhint-chunk");
            thread.setDaemon(true);
            return thread;
        });
        try {
            ThreadLocal<ChunkInput> inputs = ThreadLocal.withInitial(() -> new ChunkInput(file, BUFFER_BYTES));
            List<Future<Chunk>> chunks = new ArrayList<>();
            for (ChunkHeader header : headers) {
                Callable<Chunk> task = () -> ChunkReader.read(inputs.get(), header, start, options);
                chunks.add(workers.submit(task));
                if (chunks.size() > THREADS) {
                    recording.add(chunk(chunks.remove(0)));
                }
            }
            for (Future<Chunk> chunk : chunks) {
                recording.add(chunk(chunk));
            }
        } finally {
            workers.shutdownNow();
        }
    }

    private static Chunk chunk(Future<Chunk> chunk) throws IOException {
        try {
            return chunk.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        }
    }

    private static List<ChunkHeader> headers(FileChannel file) throws IOException {
        ChunkInput in = new ChunkInput(file, ChunkHeader.BYTES);
        List<ChunkHeader> headers = new ArrayList<>();
        for (long offset = 0; offset < file.size(); ) {
            in.open(offset, file.size());
            ChunkHeader header = ChunkHeader.read(in);
            if (header.size() < ChunkHeader.BYTES || header.size() > file.size() - offset) {
                throw new MalformedChunkException("chunk of " + header.size() + " bytes");
            }
            headers.add(header);
            offset += header.size();
        }
        return headers;
    }
}
