package dev.perfhint.reader.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A temporary file without a name: it is removed from its directory as soon as it is open, so that nothing of it stays,
 * however the process ends. Only its owner may read it.
 *
 * <p>What is written to it is bounded by a limit, and by the free space of its file system less 64 MB.
 */
final class Spool implements AutoCloseable {
    private static final long RESERVED_BYTES = 64L << 20;
    /** How much is written between two looks at the free space. */
    private static final long LOOK_BYTES = 16L << 20;

    private final Path path;
    private final FileChannel channel;
    private final long maxBytes;
    private final String advice;
    private long nextLook;

    private Spool(Path path, FileChannel channel, long maxBytes, String advice) {
        this.path = path;
        this.channel = channel;
        this.maxBytes = maxBytes;
        this.advice = advice;
    }

    /**
     * Opens an empty one.
     *
     * @param maxBytes how much may be written
     * @param advice what a user can do where that is too little
     */
    static Spool open(long maxBytes, String advice) throws IOException {
        Path directory = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        Path path = directory.resolve("perfhint-" + UUID.randomUUID());
        Set<OpenOption> options =
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW,
                StandardOpenOption.DELETE_ON_CLOSE, LinkOption.NOFOLLOW_LINKS);
        FileAttribute<?>[] attributes = directory.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
        return new Spool(path, FileChannel.open(path, options, attributes), maxBytes, advice);
    }

    FileChannel channel() {
        return channel;
    }

    /** Appends bytes. */
    void write(ByteBuffer bytes) throws IOException {
        long size = channel.position() + bytes.remaining();
        if (size > maxBytes) {
            throw new TooLargeException("more than " + (maxBytes >> 20) + " MB: " + advice);
        }
        if (size > nextLook) {
            nextLook = size + LOOK_BYTES;
            FileStore store = Files.getFileStore(path.getParent());
            if (store.getUsableSpace() < RESERVED_BYTES + LOOK_BYTES) {
                throw new IOException("does not fit into the free space in " + path.getParent()
                        + ": set PERFHINT_JAVA_OPTS=-Djava.io.tmpdir= to a directory with more space");
            }
        }
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Returns a name under which this process can open the file once more, as the JDK's own reader must. */
    Path reopenable() throws IOException {
        if (Files.exists(path)) {
            return path;
        }
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : open.toList()) {
                if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).toString().startsWith(path.toString())) {
                    return each;
                }
            }
        }
        throw new IOException("has a version that only the JDK's reader knows: unpack it into a file first");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
