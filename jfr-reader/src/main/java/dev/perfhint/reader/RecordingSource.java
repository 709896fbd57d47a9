package dev.perfhint.reader;

import java.io.BufferedInputStream;
import java.io.EOFException;
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
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of one recording, to be read at any offset. Compressed input and standard input go through a temporary file
 * first, which is deleted on close.
 */
final class RecordingSource implements AutoCloseable {
    private static final int HEAD_BYTES = 4096;
    private static final int COPY_BYTES = 1 << 16;

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
            return spooled(new BufferedInputStream(System.in, COPY_BYTES));
        }
        try (FileChannel peek = FileChannel.open(path, StandardOpenOption.READ)) {
            byte[] start = head(peek);
            if (!gzip(start)) {
                return new RecordingSource(path, false, Optional.empty());
            }
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), COPY_BYTES)) {
            return spooled(in);
        }
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

    private static RecordingSource spooled(InputStream in) throws IOException {
        Path file = Files.createTempFile("perfhint", ".recording");
        try {
            Optional<String> damage = copy(in, file);
            return new RecordingSource(file, true, damage);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static Optional<String> copy(InputStream in, Path file) throws IOException {
        in.mark(4);
        boolean compressed = gzip(in.readNBytes(3));
        in.reset();
        try (OutputStream out = Files.newOutputStream(file)) {
            if (!compressed) {
                in.transferTo(out);
                return Optional.empty();
            }
            // what could be decompressed before the damage is used
            long copied = 0;
            try (InputStream unzipped = new GZIPInputStream(in, COPY_BYTES)) {
                byte[] buffer = new byte[COPY_BYTES];
                for (int n; (n = unzipped.read(buffer)) >= 0; copied += n) {
                    out.write(buffer, 0, n);
                }
                return Optional.empty();
            } catch (EOFException e) {
                return Optional.of("gzip data is cut off; " + copied + " uncompressed bytes are used");
            } catch (ZipException e) {
                return Optional.of("gzip data is damaged; " + copied + " uncompressed bytes are used");
            }
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
