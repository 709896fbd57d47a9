package dev.perfhint.reader.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes of one recording, to be read at any offset. Compressed input, pipes and standard input go through a
 * {@link Spool} first.
 */
public final class RecordingSource implements AutoCloseable {
    private static final int HEAD_BYTES = 4096;
    /** The part of a Unix file's mode that is its type, and a pipe's. */
    private static final int TYPE_MASK = 0170000;
    private static final int PIPE = 0010000;
    /** Recordings compress to a tenth, texts to a fiftieth: what grows more was made to fill the disk. */
    private static final int MAX_RATIO = 200;
    /** So much is always allowed. */
    private static final long MIN_LIMIT_BYTES = 256L << 20;

    private final SeekableByteChannel channel;
    private final Optional<Path> file;
    private final Optional<Spool> spool;
    private final byte[] head;
    private final Optional<String> damage;
    private Optional<byte[]> content = Optional.empty();

    private RecordingSource(SeekableByteChannel channel, Optional<Path> file, Optional<Spool> spool,
            Optional<String> damage) throws IOException {
        this.channel = channel;
        this.file = file;
        this.spool = spool;
        this.damage = damage;
        head = head(channel);
    }

    private static RecordingSource of(Spool spool, Optional<String> damage) throws IOException {
        return new RecordingSource(spool.channel(), Optional.empty(), Optional.of(spool), damage);
    }

    /** Opens a file, or standard input for {@code -}, with the default limit. */
    public static RecordingSource open(Path path) throws IOException {
        return path.toString().equals("-") ? copied(System.in, 0) : open(path, 0);
    }

    /**
     * Opens a file.
     *
     * @param maxBytes how large its uncompressed copy may become; 0 for what no real recording exceeds
     */
    public static RecordingSource open(Path path, long maxBytes) throws IOException {
        if (pipe(path)) {
            try (InputStream in = Files.newInputStream(path)) {
                return copied(in, maxBytes);
            }
        }
        try (FileChannel compressed = FileChannel.open(path, StandardOpenOption.READ)) {
            if (gzip(head(compressed))) {
                return decompressed(compressed, maxBytes);
            }
        }
        return new RecordingSource(FileChannel.open(path, StandardOpenOption.READ), Optional.of(path), Optional.empty(),
                Optional.empty());
    }

    public SeekableByteChannel channel() {
        return channel;
    }

    /** Returns a file that holds the uncompressed bytes. */
    public Path file() throws IOException {
        return file.isPresent() ? file.get() : spool.get().reopenable();
    }

    /** Returns the uncompressed bytes from the first on. */
    public InputStream stream() throws IOException {
        channel.position(0);
        return Channels.newInputStream(channel);
    }

    /** Returns the uncompressed bytes, at most so many; they are read once, however often they are asked for. */
    public byte[] content(int maxBytes) throws IOException {
        if (content.isEmpty()) {
            content = Optional.of(stream().readNBytes(maxBytes));
        }
        return content.get();
    }

    /** Returns up to the first 4,096 bytes: what the format is told by. */
    public byte[] head() {
        return head;
    }

    /** Returns what was lost in decompressing. */
    public Optional<String> damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean gzip(byte[] head) {
        return head.length > 2 && (head[0] & 0xFF) == 0x1F && (head[1] & 0xFF) == 0x8B;
    }

    /** A named pipe, or what a shell gives for {@code <(command)}: it cannot be read at any offset. */
    private static boolean pipe(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return false;
        }
        return ((int) Files.getAttribute(path, "unix:mode") & TYPE_MASK) == PIPE;
    }

    /** Reads a stream to its end; it is not closed. */
    public static RecordingSource copied(InputStream in, long maxBytes) throws IOException {
        Spool spool = Spool.open(maxBytes == 0 ? Long.MAX_VALUE : maxBytes, "--max-size sets another limit");
        try {
            byte[] block = new byte[1 << 16];
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                spool.write(ByteBuffer.wrap(block, 0, count));
            }
            RecordingSource copy = of(spool, Optional.empty());
            if (!gzip(copy.head)) {
                return copy;
            }
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
        try (spool) {
            return decompressed(spool.channel(), maxBytes);
        }
    }

    private static RecordingSource decompressed(SeekableByteChannel compressed, long maxBytes) throws IOException {
        Spool spool =
                Spool.open(limit(compressed.size(), maxBytes),
                        "gzip data that grows so much is no recording; --max-size allows more");
        try {
            // what could be decompressed beside the damage is used
            return of(spool, GzipMembers.inflate(compressed, spool).damage());
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    /** Returns how large the uncompressed copy of so many compressed bytes may become. */
    static long limit(long compressedBytes, long maxBytes) {
        return maxBytes > 0 ? maxBytes : Math.max(MIN_LIMIT_BYTES, compressedBytes * MAX_RATIO);
    }

    private static byte[] head(SeekableByteChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(HEAD_BYTES);
        while (buffer.hasRemaining() && ChunkInput.read(channel, buffer, buffer.position()) > 0) {
            continue;
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
