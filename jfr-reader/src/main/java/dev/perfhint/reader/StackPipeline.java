package dev.perfhint.reader;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads many stack traces on two threads: the caller's divides their bytes into blocks, another one adds their paths, in
 * the order of the file. Whatever happens, all that were divided are added when this is closed.
 */
final class StackPipeline implements AutoCloseable {
    private static final int MAX_TRACES = 1024;
    private static final int MAX_BYTES = 1 << 21;

    private final StackTraces stacks;
    private final ExecutorService adder = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "perfhint-stacks");
        thread.setDaemon(true);
        return thread;
    });
    private Batch filling = new Batch();
    private Batch adding = new Batch();
    private Future<?> added;

    StackPipeline(StackTraces stacks) {
        this.stacks = stacks;
    }

    /** Divided stack traces with a copy of their bytes: the input's buffer moves on. */
    private static final class Batch {
        final byte[] bytes = new byte[MAX_BYTES];
        final FrameBlocks[] blocks = new FrameBlocks[MAX_TRACES];
        final int[] froms = new int[MAX_TRACES];
        final int[] counts = new int[MAX_TRACES];
        final long[] keys = new long[MAX_TRACES];
        final boolean[] marked = new boolean[MAX_TRACES];
        int size;
        int used;

        boolean hasRoom(int frames) {
            return size < MAX_TRACES && used + StackTraces.maxBlockBytes(frames) <= MAX_BYTES;
        }

        FrameBlocks next() {
            if (blocks[size] == null) {
                blocks[size] = new FrameBlocks();
            }
            return blocks[size];
        }

        /** Takes the stack trace that was divided last, and moves the input behind it. */
        void take(ChunkInput in, long key, boolean wasMarked, int count) {
            int from = in.position();
            int end = blocks[size].end(blocks[size].count());
            System.arraycopy(in.buffer(), from, bytes, used, end - from);
            blocks[size].move(used - from);
            froms[size] = used;
            counts[size] = count;
            keys[size] = key;
            marked[size] = wasMarked;
            used += end - from;
            size++;
            in.position(end);
        }

        void addTo(StackTraces stacks) {
            for (int i = 0; i < size; i++) {
                stacks.addDivided(bytes, froms[i], blocks[i], keys[i], marked[i], counts[i]);
            }
            size = 0;
            used = 0;
        }
    }

    /** Reads the frames of one stack trace: see {@link StackTraces#read}. */
    void read(ChunkInput in, long key, boolean marked, Layout frame, StringTable strings) {
        int count = stacks.count(in);
        if (!filling.hasRoom(count)) {
            handOver();
        }
        if (StackTraces.divide(in, filling.next(), count, marked, frame)) {
            filling.take(in, key, marked, count);
        } else {
            // rare: it comes after all that were read before it
            handOver();
            await();
            stacks.readFrames(in, key, marked, count, frame, strings);
        }
    }

    private void handOver() {
        await();
        Batch full = filling;
        filling = adding;
        adding = full;
        added = adder.submit(() -> full.addTo(stacks));
    }

    private void await() {
        if (added == null) {
            return;
        }
        try {
            added.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        try {
            handOver();
            await();
        } finally {
            adder.shutdown();
        }
    }
}
