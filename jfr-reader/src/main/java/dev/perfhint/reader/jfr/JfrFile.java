package dev.perfhint.reader.jfr;

import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.ChunkReader;
import dev.perfhint.reader.chunk.Damage;
import dev.perfhint.reader.chunk.EventScan;
import dev.perfhint.reader.chunk.Metadata;
import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import dev.perfhint.reader.input.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads a JFR file chunk by chunk, several at a time where their bounds are sure. Chunks whose header is wrong, zeroed
 * or unfinished are read on their own, up to where the next one begins; up to 256 MB in front of the first are passed
 * over.
 */
public final class JfrFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 22;
    /** A declared size beyond it is no size. */
    private static final long MAX_CHUNK = 1L << 40;
    /** Constants or types of a real chunk have more bytes. */
    private static final int MIN_FIRST_EVENT = 64;
    /** A file that begins with more other bytes is no recording. */
    private static final long MAX_IN_FRONT = 1L << 28;
    private static final int THREADS = Math.min(2, Runtime.getRuntime().availableProcessors());

    private final SeekableByteChannel file;
    private final ReadOptions options;
    private final JfrRecording recording;
    private final long size;
    private final ChunkInput bounds;
    private final ThreadLocal<ChunkInput> inputs;
    private final Deque<Future<Chunk>> pending = new ArrayDeque<>();
    private final BorrowedMetadata borrowed;
    private ExecutorService workers;
    private Work work = new Work(0, 0);
    /** Where the chunk before ended by its events and its header, -1 where the two do not agree. */
    private long lastEnd = -1;

    private JfrFile(SeekableByteChannel file, ReadOptions options, JfrRecording recording) throws IOException {
        this.file = file;
        this.options = options;
        this.recording = recording;
        borrowed = recording.metadata();
        size = file.size();
        bounds = new ChunkInput(file, ChunkHeader.BYTES + ChunkInput.SPARE);
        inputs = ThreadLocal.withInitial(() -> new ChunkInput(file, (int) Math.min(BUFFER_BYTES, Math.max(size, 256))));
    }

    /** What reading a file took: bytes read, and places where something was searched for after damage. */
    public record Work(long bytesRead, long placesTried) {
        Work plus(long bytes, long places) {
            return new Work(bytesRead + bytes, placesTried + places);
        }
    }

    /** Folds all chunks of an open file into the recording, in file order. */
    static Work read(SeekableByteChannel file, ReadOptions options, JfrRecording recording) throws IOException {
        try (JfrFile reading = new JfrFile(file, options, recording)) {
            reading.chunks();
            return reading.work;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns whether the first chunk's version is one that this reader knows. */
    static boolean known(SeekableByteChannel file) throws IOException {
        ChunkInput in = new ChunkInput(file, ChunkHeader.BYTES + ChunkInput.SPARE);
        in.open(0, file.size());
        return file.size() < ChunkHeader.BYTES || ChunkHeader.read(in).known();
    }

    /** When the first chunk of a file began, and how long it was until the end of the last. */
    record Span(long startNanos, long durationNanos) {}

    /** Returns the time that an undamaged file covers, as its chunk headers say. */
    static Span span(SeekableByteChannel file) throws IOException {
        ChunkInput in = new ChunkInput(file, ChunkHeader.BYTES + ChunkInput.SPARE);
        long start = -1;
        long end = 0;
        for (long offset = 0; offset >= 0 && file.size() - offset >= ChunkHeader.BYTES; ) {
            in.open(offset, file.size());
            ChunkHeader header = ChunkHeader.read(in);
            start = start < 0 ? header.startNanos() : start;
            end = Math.max(end, header.startNanos() + header.durationNanos());
            offset = header.size() < ChunkHeader.BYTES ? file.size() : offset + header.size();
        }
        return new Span(start, end - start);
    }

    private void chunks() throws IOException {
        for (long offset = 0; offset < size; ) {
            if (size - offset < ChunkHeader.BYTES) {
                recording.damaged(Damage.NO_HEADER, offset, size - offset);
                break;
            }
            ChunkHeader header = header(offset);
            if (!chunkAt(offset) && !lostHeader(offset) && (offset > 0 || !header.zeroed() || wordAt(0) != 0)) {
                long next = nextChunk(header);
                recording.damaged(Damage.NO_HEADER, offset, next - offset);
                offset = next;
                continue;
            }
            boolean exact = header.size() >= ChunkHeader.BYTES && header.size() <= size - offset
                    && (header.size() == size - offset || chunkAt(offset + header.size()));
            offset = exact ? exactChunk(recording.dated(header)) : openChunk(recording.dated(header));
        }
        drain(0);
        borrowed.release().forEach(recording::add);
    }

    /** Returns where the next chunk begins after bytes that are none, the file's end if there is none. */
    private long nextChunk(ChunkHeader none) {
        long from = none.offset();
        ChunkInput in = inputs.get();
        in.open(from, from == 0 ? Math.min(size, MAX_IN_FRONT) : size);
        long readBefore = in.bytesRead();
        long triedBefore = in.placesTried();
        EventScan scan = new EventScan(in, new Metadata(), none);
        long next = scan.nextChunk(from);
        // before the first chunk, bytes of anything may resemble one
        while (from == 0 && next < in.end() && !header(next).known()) {
            next = scan.nextChunk(next + 1);
        }
        work = work.plus(in.bytesRead() - readBefore, in.placesTried() - triedBefore);
        return next == in.end() ? size : next;
    }

    private long exactChunk(ChunkHeader header) throws IOException {
        long end = header.offset() + header.size();
        long start = recording.startNanos(header);
        if (workers == null && end == size) {
            add(ChunkReader.read(inputs.get(), header, end, true, start, options));
            return end;
        }
        if (workers == null) {
            workers = Executors.newFixedThreadPool(THREADS, task -> {
                Thread thread = new Thread(task, "perfhint-chunk");
                thread.setDaemon(true);
                return thread;
            });
        }
        // large chunks one after the other: each in memory may be as large as the whole call tree
        drain(large(header.size()) ? 0 : THREADS);
        pending.add(workers.submit(() -> ChunkReader.read(inputs.get(), header, end, true, start, options)));
        if (large(header.size())) {
            drain(0);
        }
        return end;
    }

    private boolean large(long bytes) {
        return bytes > options.heapBytes() / 16;
    }

    private long openChunk(ChunkHeader header) throws IOException {
        drain(0);
        long start = recording.startNanos(header);
        lastEnd = -1;
        Chunk chunk = ChunkReader.read(inputs.get(), header, size, false, start, options);
        long missing = header.size() - (size - header.offset());
        if (!header.unfinished() && missing > 0 && chunk.end == size) {
            chunk.damage(Damage.CUT_OFF, size, missing < MAX_CHUNK ? missing : 0, 0);
        } else if (!header.unfinished() && header.size() != chunk.end - header.offset()) {
            chunk.damage(Damage.WRONG_SIZE, header.offset(), 0, 0);
        }
        lastEnd = chunk.end == header.offset() + header.size() ? chunk.end : -1;
        add(chunk);
        return chunk.end;
    }

    private void drain(int left) throws IOException {
        while (pending.size() > left) {
            try {
                add(pending.remove().get());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private void add(Chunk chunk) {
        if (chunk.header.unfinished()) {
            chunk.damage(Damage.UNFINISHED, chunk.header.offset(), 0, 0);
        }
        work = work.plus(chunk.bytesRead, chunk.placesTried);
        if (chunk.types.isEmpty() && !large(chunk.end - chunk.header.offset()) && borrowed.wait(chunk)) {
            return;
        }
        if (chunk.types.isPresent()) {
            // as it stands in the file: the chunk's may have been corrected by its events
            borrowed.described(header(chunk.header.offset()), chunk.types);
        }
        borrowed.release().forEach(waiting -> recording.add(withTypes(waiting)));
        recording.add(chunk.types.isEmpty() ? withTypes(chunk) : chunk);
    }

    /** Reads a chunk again that describes no types, by those of another chunk of the same JVM if they are its own. */
    private Chunk withTypes(Chunk typeless) {
        Optional<Metadata> lent = borrowed.typesFor(typeless);
        if (lent.isEmpty()) {
            return typeless;
        }
        ChunkHeader header = typeless.header;
        ChunkInput in = inputs.get();
        long readBefore = in.bytesRead();
        long triedBefore = in.placesTried();
        boolean exact = header.size() == typeless.end - header.offset();
        Chunk chunk = ChunkReader.read(in, header, typeless.end, exact, recording.startNanos(header), options, lent);
        work = work.plus(in.bytesRead() - readBefore, in.placesTried() - triedBefore);
        if (!chunk.fitsTypes()) {
            return typeless;
        }
        for (Damage.Loss loss : typeless.losses()) {
            if (loss.cause() != Damage.NO_METADATA) {
                chunk.damage(loss.cause(), loss.offset(), loss.bytes(), loss.events());
            }
        }
        chunk.damage(Damage.OTHER_TYPES, header.offset(), 0, 0);
        return chunk;
    }

    private ChunkHeader header(long offset) {
        bounds.open(offset, size);
        return ChunkHeader.read(bounds);
    }

    private boolean chunkAt(long offset) {
        return magicAt(offset) || size - offset > ChunkHeader.BYTES && header(offset).likely();
    }

    /** Returns whether a chunk begins where one must, told by its first event only: constants or the types. */
    private boolean lostHeader(long offset) {
        if (offset != lastEnd) {
            return false;
        }
        bounds.open(offset + ChunkHeader.BYTES, size);
        try {
            int bytes = bounds.varint();
            long type = bounds.varlong();
            long ticks = bounds.varlong();
            return bytes > MIN_FIRST_EVENT && bytes <= size - offset && type >= 0 && type <= 1 && ticks > 0;
        } catch (MalformedChunkException e) {
            return false;
        }
    }

    private boolean magicAt(long offset) {
        return size - offset >= 4 && wordAt(offset) == ('F' << 24 | 'L' << 16 | 'R' << 8);
    }

    private long wordAt(long offset) {
        bounds.open(offset, size);
        return bounds.fixed(4);
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.shutdownNow();
        }
    }
}
