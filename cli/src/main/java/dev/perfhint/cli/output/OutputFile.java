package dev.perfhint.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** A file that perfhint writes: checked before any work starts, and replaced as a whole at the end. */
public final class OutputFile {
    private final Path path;

    private OutputFile(Path path) {
        this.path = path;
    }

    /** Checks that the file can be written, or fails with one line that says why not. Creates nothing. */
    public static OutputFile checked(String name) {
        Path path;
        try {
            path = Path.of(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new UnwritableOutputException("cannot write " + name + ": not a file name");
        }
        try {
            path = path.toRealPath();
        } catch (NoSuchFileException e) {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new UnwritableOutputException("cannot write " + name + ": it is a dangling symbolic link");
            }
        } catch (IOException e) {
            throw new UnwritableOutputException("cannot write " + name + ": " + reason(e));
        }
        if (name.isEmpty() || Files.isDirectory(path)) {
            throw new UnwritableOutputException("cannot write '" + name + "': it is a directory");
        }
        Path folder = path.getParent();
        if (!Files.isDirectory(folder)) {
            throw new UnwritableOutputException("cannot write " + name + ": there is no directory " + folder);
        }
        boolean writable = Files.exists(path) && !Files.isRegularFile(path)
                ? Files.isWritable(path)
                : Files.isWritable(folder) && (!Files.exists(path) || Files.isWritable(path));
        if (!writable) {
            throw new UnwritableOutputException("cannot write " + name + ": permission denied");
        }
        return new OutputFile(path);
    }

    public Path path() {
        return path;
    }

    /** Replaces the file's content; a reader sees the old content or the new, never a part. Devices are written directly. */
    public void write(byte[] content) {
        try {
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                Files.write(path, content);
                return;
            }
            replace(content);
        } catch (IOException e) {
            throw new UnwritableOutputException("cannot write " + path + ": " + reason(e));
        }
    }

    private void replace(byte[] content) throws IOException {
        Path part = Files.createTempFile(path.getParent(), path.getFileName() + ".", ".part", new FileAttribute<?>[0]);
        try {
            Files.write(part, content);
            Files.setPosixFilePermissions(part, permissions());
            Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Returns the file's own permissions; for a new file those that the process's umask gives. */
    private Set<PosixFilePermission> permissions() throws IOException {
        if (Files.exists(path)) {
            return Files.getPosixFilePermissions(path);
        }
        Path probe = path.resolveSibling(path.getFileName() + "." + ProcessHandle.current().pid() + ".probe");
        try {
            return Files.getPosixFilePermissions(Files.createFile(probe));
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static String reason(IOException e) {
        return e instanceof java.nio.file.FileSystemException failure && failure.getReason() != null
                ? failure.getReason()
                : String.valueOf(e.getMessage());
    }
}
