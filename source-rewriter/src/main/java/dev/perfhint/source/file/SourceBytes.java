package dev.perfhint.source.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * Reads source files of a tree that may be anybody's: regular files only, of at most
 * {@link SyntaxLimits#MAX_FILE_BYTES}, that lie below the roots when all links are followed.
 */
public final class SourceBytes {
    private SourceBytes() {}

    /**
     * Returns the file's content.
     *
     * @param roots real paths
     * @throws IOException whose message says in words why the file is not read
     */
    public static byte[] read(Path file, List<Path> roots) throws IOException {
        check(file, roots);
        return Files.readAllBytes(file);
    }

    /** Checks what can be told without opening the file: opening a named pipe waits for its other end. */
    static void check(Path file, List<Path> roots) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new IOException("not a regular file");
        }
        if (attributes.size() > SyntaxLimits.MAX_FILE_BYTES) {
            throw new IOException("larger than " + (SyntaxLimits.MAX_FILE_BYTES >> 20) + " MB");
        }
        if (!isBelow(file, roots)) {
            throw new IOException("a link that leads out of the source directories");
        }
    }

    /** Returns whether the file or directory lies below one of the roots when all links are followed. */
    static boolean isBelow(Path file, List<Path> roots) throws IOException {
        Path real = file.toRealPath(new LinkOption[0]);
        return roots.stream().anyMatch(real::startsWith);
    }
}
