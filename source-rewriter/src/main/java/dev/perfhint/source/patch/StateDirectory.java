package dev.perfhint.source.patch;

import dev.perfhint.source.file.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory in which perfhint keeps what outlives a run: {@code $XDG_STATE_HOME/perfhint}, by default
 * {@code ~/.local/state/perfhint}. Nobody but its user may write or read it.
 */
public record StateDirectory(Path path) {
    private static final Path SELF = Path.of("/proc/self");

    public static StateDirectory ofUser() {
        String named = System.getenv("XDG_STATE_HOME");
        Path state = named != null && Path.of(named).isAbsolute()
                ? Path.of(named) : Path.of(System.getProperty("user.home"), ".local", "state");
        return new StateDirectory(state.resolve("perfhint"));
    }

    /** Returns the path of a file in the directory; nothing is made. */
    Path file(String name) {
        return path.resolve(name);
    }

    /**
     * Makes the directory, or checks the one that is there.
     *
     * @throws SourceException if it cannot be made, or somebody else could have written what is in it
     */
    void make() throws SourceException {
        try {
            Files.createDirectories(path.getParent());
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(path, ownerOnly(path, "rwx------"));
            }
        } catch (IOException problem) {
            throw new SourceException(path
                    + ": cannot be made, and --apply keeps its journal there: set XDG_STATE_HOME to a"
                    + " directory that you can write in", problem);
        }
        check();
    }

    /** Checks who owns the directory and who may write in it. */
    void check() throws SourceException {
        try {
            if (!isPosix(path)) {
                return;
            }
            boolean own = !Files.exists(SELF)
                    || Files.getAttribute(SELF, "unix:uid")
                            .equals(Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
            if (!own || !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new SourceException(path
                        + ": is not a directory of the current user, its journal is not trusted:"
                        + " set XDG_STATE_HOME to a directory of that user");
            }
            if (mode.contains(PosixFilePermission.GROUP_WRITE) || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new SourceException(path + ": others may write in it, its journal is not trusted: chmod 700 it");
            }
        } catch (IOException problem) {
            throw new SourceException(path + ": cannot be examined: " + problem.getMessage(), problem);
        }
    }

    /** Returns the attributes with which a file or directory is made for its owner only. */
    static FileAttribute<?>[] ownerOnly(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
