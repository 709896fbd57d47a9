package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;

/** A throw-away copy of the user's tree, without its {@code .git}: uncommitted work is part of what is verified. */
final class TreeCopy {
    private TreeCopy() {}

    static void copy(Path tree, Path target) {
        try {
            Files.walkFileTree(tree, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    // the temporary directory may lie in the tree: a copy of the copy would have no end
                    if (directory.endsWith(".git") || directory.toRealPath().equals(target.getParent())) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    Files.createDirectories(target.resolve(tree.relativize(directory)));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isSymbolicLink()) {
                        Files.createSymbolicLink(target.resolve(tree.relativize(file)), link(file, tree, target));
                        return FileVisitResult.CONTINUE;
                    }
                    // Sockets and pipes cannot be copied and are no sources.
                    if (!attributes.isOther() && !file.endsWith(".git")) {
                        Files.copy(file, target.resolve(tree.relativize(file)),
                                LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new CliException(tree + ": cannot be copied: " + e.getMessage(), e);
        }
    }

    /**
     * Returns where a link of the copy leads: never into the user's tree, and outside it to the same place as before.
     */
    static Path link(Path file, Path tree, Path target) throws IOException {
        Path to = Files.readSymbolicLink(file);
        Path absolute = file.resolveSibling(to).toAbsolutePath().normalize();
        Path top = tree.toAbsolutePath().normalize();
        if (!absolute.startsWith(top)) {
            return absolute;
        }
        return to.isAbsolute() ? target.resolve(top.relativize(absolute)) : to;
    }

    /** Visits the files that would be copied. */
    static void visit(Path tree, Consumer<BasicFileAttributes> visitor) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.endsWith(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                visitor.accept(attributes);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
