package dev.perfhint.reader;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes of one recording, to be read at any offset. Compressed input and standard input go through a temporary file
 * first, which is deleted on close.
 */
final class RecordingSource implements AutoCloseable {
    private static final int HEAD_BYTES = 4096;
    /** The part of a Unix file's mode that is its type, and a pipe's. */
    private static final int TYPE_MASK = 0170000;
    private static final int PIPE = 0010000;

    private final FileChannel channel;
    private final Path file;
    private final boolean temporary;
    private final byte[] head;
    private final Optional<String> damage;

    private RecordingSource(Path file, boolean temporary, Optional<String> damage) throws IOException {
        this.file = file;
        this.temporary = temporary;
        this.damage = damage;
        channel = FileChannel.open(file, StandardOpenOption.READ);
        head = head(channel);
    }

    /** Opens a file; {@code -} is standard input. */
    static RecordingSource open(Path path) throws IOException {
        if (path.toString().equals("-")) {
            return copied(System.in);
        }
        if (pipe(path)) {
            try (InputStream in = Files.newInputStream(path)) {
                return copied(in);
            }
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            if (gzip(head(file))) {
                return decompressed(file);
            }
        }
        return new RecordingSource(path, false, Optional.empty());
    }

    FileChannel channel() {
        return channel;
    }

    /** Returns a file that holds the uncompressed bytes. */
    Path file() {
        return file;
    }

    /** Returns up to the first 4,096 bytes: what the format is told by. */
    byte[] head() {
        return head;
    }

    /** Returns what was lost in decompressing. */
    Optional<String> damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (temporary) {
            Files.deleteIfExists(file);
        }
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

    private static RecordingSource copied(InputStream in) throws IOException {
        Path file = Files.createTempFile("perfhint", ".recording");
        RecordingSource copy;
        try (OutputStream out = Files.newOutputStream(file)) {
            in.transferTo(out);
            copy = new RecordingSource(file, true, Optional.empty());
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        if (!gzip(copy.head)) {
            return copy;
        }
        try (copy) {
            return decompressed(copy.channel);
        }
    }

    private static RecordingSource decompressed(FileChannel compressed) throws IOException {
        Path file = Files.createTempFile("perfhint", ".recording");
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            // what could be decompressed beside the damage is used
            return new RecordingSource(file, true, GzipMembers.inflate(compressed, out).damage());
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static byte[] head(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(HEAD_BYTES);
        while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) > 0) {
            continue;
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
