package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.Figures;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A copy of a tree that each run finds in the same state, under the same path.
 *
 * <p>After a run it is compared by inode, size and times of each file; the change time cannot be set by a program. What
 * changed is copied again from the source.
 */
final class WorkingCopy {
    private static final long MAX_FILES = 200_000;
    private static final long MAX_BYTES = 8L << 30;
    private static final long RESERVED_BYTES = 256L << 20;

    private final Path source;
    private final Path home;
    private final Path path;
    private Map<Path, Stamp> clean;

    /** Identifies the content of a file, or of a link or directory. */
    private record Stamp(boolean directory, Object inode, long bytes, Object modified, Object changed) {
        static Stamp of(Path file) throws IOException {
            boolean directory = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
            if (directory) {
                return new Stamp(true, "", 0, "", "");
            }
            Map<String, Object> all = Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime",
                    LinkOption.NOFOLLOW_LINKS);
            return new Stamp(false, all.get("ino"), (Long) all.get("size"), all.get("lastModifiedTime"),
                    all.get("ctime"));
        }
    }

    private WorkingCopy(Path source, Path home, Path path) throws IOException {
        this.source = source;
        this.home = home;
        this.path = path;
        this.clean = state(home);
    }

    /**
     * Copies a tree.
     *
     * @param home where the copy lies between runs
     * @param path where it lies while a command runs in it
     */
    static WorkingCopy of(Path source, Path home, Path path) throws IOException {
        TreeCopy.copy(source, home);
        return new WorkingCopy(source, home, path);
    }

    /** Takes a build's result for the state that each run begins with. */
    WorkingCopy built(Path backup) throws IOException {
        TreeCopy.copy(home, backup);
        return new WorkingCopy(backup, home, path);
    }

    /** Returns the size of the tree in bytes; refuses one that is too large to be copied so often. */
    static long checkedBytes(Path tree, int copies) throws IOException {
        long[] size = new long[2];
        TreeCopy.visit(tree, file -> {
            size[0] += file.size();
            size[1]++;
        });
        long free = Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir"))).getUsableSpace();
        String what = tree + ": holds " + Figures.plural(size[1], "file") + " of " + megabytes(size[0]);
        if (size[0] > MAX_BYTES || size[1] > MAX_FILES) {
            throw new CliException(what + ", too much to copy: name the directory that the program needs with --tree");
        }
        if (size[0] * copies + RESERVED_BYTES > free) {
            throw new CliException(what + ", of which " + copies + (copies == 1 ? " copy is" : " copies are")
                    + " needed where " + megabytes(free) + " are free: name a smaller directory with --tree, or"
                    + " another temporary directory with PERFHINT_JAVA_OPTS=-Djava.io.tmpdir=DIR");
        }
        return size[0];
    }

    static String megabytes(long bytes) {
        return bytes < 1 << 20 ? Figures.count((bytes + 1023) >> 10) + " KB"
                : Figures.count(Math.round(bytes / (double) (1 << 20))) + " MB";
    }

    Path path() {
        return path;
    }

    /** Moves it to where the command runs. */
    void enter() throws IOException {
        if (!home.equals(path)) {
            Files.move(home, path);
        }
    }

    void leave() throws IOException {
        if (!home.equals(path)) {
            Files.move(path, home);
        }
    }

    /** Returns the files that differ from the clean state, those that are gone among them; relative, sorted. */
    Set<Path> changed() throws IOException {
        Map<Path, Stamp> now = state(path);
        Set<Path> all = new TreeSet<>(now.keySet());
        all.addAll(clean.keySet());
        all.removeIf(each -> clean.containsKey(each) && clean.get(each).equals(now.get(each)));
        return all;
    }

    /** Returns to the clean state. */
    void restore() throws IOException {
        Set<Path> changed = changed();
        for (Path file : new TreeSet<>(changed).descendingSet()) {
            if (Files.exists(path.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                TreeCopy.delete(path.resolve(file));
            }
        }
        for (Path file : changed) {
            if (clean.containsKey(file)) {
                restore(file);
            }
        }
    }

    private void restore(Path file) throws IOException {
        Path target = path.resolve(file);
        if (clean.get(file).directory()) {
            Files.createDirectories(target);
            return;
        }
        if (Files.isSymbolicLink(source.resolve(file))) {
            Files.createSymbolicLink(target, TreeCopy.link(source.resolve(file), source, path));
        } else {
            Files.copy(source.resolve(file), target, LinkOption.NOFOLLOW_LINKS,
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        clean.put(file, Stamp.of(target));
    }

    private static Map<Path, Stamp> state(Path tree) throws IOException {
        Map<Path, Stamp> state = new TreeMap<>();
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                return directory.equals(tree) ? FileVisitResult.CONTINUE : visitFile(directory, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    state.put(tree.relativize(file), Stamp.of(file));
                } catch (NoSuchFileException gone) {
                    // what a process that still ends has removed
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        return state;
    }
}
