package dev.perfhint.source.patch;

import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file's content before and after.
 *
 * @param file absolute
 * @param name relative to the source base, with {@code /}
 * @param create whether the file does not exist before
 */
public record FileChange(Path file, String name, byte[] before, byte[] after, boolean create) {
    /** A change of a file that exists. */
    public FileChange(Path file, String name, byte[] before, byte[] after) {
        this(file, name, before, after, false);
    }

    /** Names the file itself, not a symbolic link to it, because git changes no file through a link. */
    public static String name(Sources sources, Path file) {
        try {
            return sources.relative(Files.exists(file)
                    ? file.toRealPath() : file.getParent().toRealPath().resolve(file.getFileName()));
        } catch (IOException gone) {
            return sources.relative(file);
        }
    }
}
