package dev.perfhint.cli.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directories below which files are read and written. Links are resolved before a path is looked at, so that none
 * leads out.
 */
final class Roots {
    private final List<Path> named = new ArrayList<>();
    private final List<Path> real = new ArrayList<>();

    /** @param directories those that are none are left out */
    Roots(List<Path> directories) {
        for (Path directory : directories) {
            try {
                if (Files.isDirectory(directory)) {
                    real.add(directory.toRealPath());
                    named.add(directory.toAbsolutePath().normalize());
                }
            } catch (IOException unreadable) {
                continue; // as if it were not named
            }
        }
    }

    boolean isEmpty() {
        return real.isEmpty();
    }

    /** Returns the directory that relative paths start from. */
    Path first() {
        if (isEmpty()) {
            throw new RefusedCallException("no root: start the server with --root DIR, the directory to work in");
        }
        return real.get(0);
    }

    /** Returns a file or directory that exists, with all links resolved. */
    Path existing(String text) {
        Path path = path(text);
        try {
            Path resolved = path.toRealPath();
            if (!isInside(resolved)) {
                throw outside(text);
            }
            return resolved;
        } catch (IOException missing) {
            throw new RefusedCallException(text + ": no such file below the roots");
        }
    }

    Path directory(String text) {
        Path directory = existing(text);
        if (!Files.isDirectory(directory)) {
            throw new RefusedCallException(text + ": not a directory");
        }
        return directory;
    }

    /** Returns a file to write, in a directory that exists; a link in its place is refused. */
    Path written(String text) {
        Path path = path(text);
        Path parent = path.getParent();
        if (parent == null || path.getFileName() == null) {
            throw outside(text);
        }
        try {
            Path resolved = parent.toRealPath().resolve(path.getFileName());
            if (!isInside(resolved)) {
                throw outside(text);
            }
            if (Files.exists(resolved, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(resolved, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedCallException(text + ": exists and is not a regular file");
            }
            return resolved;
        } catch (IOException missing) {
            throw new RefusedCallException(text + ": its directory does not exist");
        }
    }

    boolean isInside(Path resolved) {
        return real.stream().anyMatch(resolved::startsWith);
    }

    /** Whether something exists outside is not said: the text alone decides. */
    private Path path(String text) {
        try {
            Path path = first().resolve(text).normalize();
            if (!isInside(path) && named.stream().noneMatch(path::startsWith)) {
                throw outside(text);
            }
            return path;
        } catch (InvalidPathException e) {
            throw new RefusedCallException("not a file name: " + Texts.shortened(text, 80));
        }
    }

    private RefusedCallException outside(String text) {
        return new RefusedCallException(Texts.shortened(text, 200) + ": outside of the roots (" + String.join(", ",
                real.stream().map(Path::toString).toList()) + "): name a path below them, or restart with --root DIR");
    }
}
