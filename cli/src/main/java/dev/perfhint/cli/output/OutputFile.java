package dev.perfhint.cli.output;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.UUID;

/** A file that perfhint writes: checked before any work starts, and replaced as a whole at the end. */
public final class OutputFile {
    private final Path path;

    private OutputFile(Path path) {
        this.path = path;
    }

    /**
     * Checks that the file can be written, or fails with one line that says why not. Creates nothing.
     *
     * <p>No link is followed out of the directory that the user named: it may hold anybody's files. Only below
     * {@code /dev} and {@code /proc} links are how things are named.
     */
    public static OutputFile checked(String name) {
        Path given;
        try {
            given = Path.of(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new CliException("cannot write " + name + ": not a file name");
        }
        if (name.isEmpty()) {
            throw new CliException("cannot write: the name of the file is empty");
        }
        if (Files.isDirectory(given, LinkOption.NOFOLLOW_LINKS) || given.getFileName() == null) {
            throw new CliException("cannot write '" + name + "': it is a directory");
        }
        if (!Files.isDirectory(given.getParent())) {
            throw new CliException("cannot write " + name + ": there is no directory " + given.getParent());
        }
        Path path;
        try {
            path = given.startsWith("/dev") || given.startsWith("/proc") ? given.toRealPath() : straight(name, given);
        } catch (IOException e) {
            throw new CliException("cannot write " + name + ": " + reason(e), e);
        }
        boolean writable = Files.exists(path) && !Files.isRegularFile(path)
                ? Files.isWritable(path)
                : Files.isWritable(path.getParent()) && (!Files.exists(path) || Files.isWritable(path));
        if (!writable) {
            throw new CliException("cannot write " + name + ": permission denied");
        }
        return new OutputFile(path);
    }

    private static Path straight(String name, Path given) throws IOException {
        Path folder = given.getParent().toRealPath();
        Path here = Path.of("").toRealPath();
        Path asWritten = here.resolve(name).normalize();
        boolean leadsOut = !Path.of(name).isAbsolute() && asWritten.startsWith(here) && !folder.startsWith(here);
        if (leadsOut) {
            throw new CliException("cannot write " + name + ": a symbolic link leads out of this directory, to "
                    + folder + ": name that directory if it is meant");
        }
        if (!Files.isSymbolicLink(given)) {
            return folder.resolve(given.getFileName());
        }
        if (!Files.exists(given)) {
            throw new CliException("cannot write " + name + ": it is a dangling symbolic link");
        }
        Path target = given.toRealPath();
        if (!target.startsWith(folder)) {
            throw new CliException("cannot write " + name + ": it is a symbolic link to " + target
                    + ": name that file if it is meant, or remove the link");
        }
        return target;
    }

    /**
     * Fails if the file is there and does not begin as expected; an empty one may be replaced.
     *
     * @param expected what such a file is, for the message
     */
    public void refuseToReplace(String beginning, boolean force, String expected) {
        if (force || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            boolean same = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && beginsWith(beginning);
            if (!same) {
                throw new CliException("refusing to replace " + path + ": it is not " + expected
                        + ": choose another name, or add --force");
            }
        } catch (IOException e) {
            throw new CliException("cannot write " + path + ": " + reason(e), e);
        }
    }

    private boolean beginsWith(String beginning) throws IOException {
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            byte[] start = in.readNBytes(beginning.length());
            return start.length == 0 || new String(start, StandardCharsets.ISO_8859_1).equals(beginning);
        }
    }

    public Path path() {
        return path;
    }

    /**
     * Replaces the file's content; a reader sees the old content or the new, never a part. Devices are written
     * directly.
     */
    public void write(byte[] content) {
        try {
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                Files.write(path, content);
                return;
            }
            replace(content);
        } catch (IOException e) {
            throw new CliException("cannot write " + path + ": " + reason(e), e);
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
        Path probe = Files.createFile(path.resolveSibling(path.getFileName() + "." + UUID.randomUUID() + ".probe"));
        try {
            return Files.getPosixFilePermissions(probe);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** Returns why the system refused, without the name of the file. */
    public static String reason(IOException e) {
        // the message of a FileSystemException repeats the file's name
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null || reason.isEmpty() ? e.getClass().getSimpleName()
                : Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
    }
}
