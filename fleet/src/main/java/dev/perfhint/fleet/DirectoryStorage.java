package dev.perfhint.fleet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** A store in a directory. Files are written under another name, forced to the disk and renamed. */
public final class DirectoryStorage implements FleetStorage, AutoCloseable {
    private static final String LOCK = ".lock";
    private static final String PART = ".part";

    private final Path directory;
    private final Optional<FileChannel> lock;

    private DirectoryStorage(Path directory, Optional<FileChannel> lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Opens a store for reading. */
    public static DirectoryStorage open(Path directory) {
        return new DirectoryStorage(directory, Optional.empty());
    }

    /**
     * Opens or makes a store for one writer.
     *
     * @throws IOException if another process writes it
     */
    public static DirectoryStorage lock(Path directory) throws IOException {
        Files.createDirectories(directory);
        FileChannel channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        try {
            FileLock held = channel.tryLock();
            if (held == null) {
                throw new IOException(directory + ": another collect is writing this store");
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IOException(directory + ": another collect is writing this store", e);
        }
        return new DirectoryStorage(directory, Optional.of(channel));
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        Path file = directory.resolve(name);
        return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }

    @Override
    public void write(String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        // speculative tasks write the same file at the same time
        Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + PART);
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public boolean exclusive() {
        return lock.isPresent();
    }

    @Override
    public List<String> list() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).map(file -> directory.relativize(file).toString()
                    .replace('\\', '/')).sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        if (lock.isPresent()) {
            lock.get().close();
        }
    }
}
