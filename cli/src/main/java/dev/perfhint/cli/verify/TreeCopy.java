package dev.perfhint.cli.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** A throw-away copy of the user's tree, without its {@code .git}: uncommitted work is part of what is verified. */
final class TreeCopy {
    private TreeCopy() {}

    static void copy(Path tree, Path target) throws VerifyException {
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
            throw new VerifyException(tree + ": cannot be copied: " + e.getMessage(), e);
        }
    }

    /**
     * Returns where a link of the copy leads: never into the user's tree, and outside it to the same place as before.
     */
    private static Path link(Path file, Path tree, Path target) throws IOException {
        Path to = Files.readSymbolicLink(file);
        Path absolute = file.resolveSibling(to).toAbsolutePath().normalize();
        Path top = tree.toAbsolutePath().normalize();
        if (!absolute.startsWith(top)) {
            return absolute;
        }
        return to.isAbsolute() ? target.resolve(top.relativize(absolute)) : to;
    }

    /** Applies the patch as the user would. */
    static void apply(Path patch, Path tree) throws VerifyException {
        ProcessBuilder git =
                new ProcessBuilder("git", "apply", "--whitespace=nowarn", patch.toAbsolutePath().toString())
                .directory(tree.toFile())
                .redirectErrorStream(true);
        // Below some other repository git would apply to that one, or to nothing at all.
        git.environment().put("GIT_CEILING_DIRECTORIES", tree.getParent().toString());
        try {
            Process process = git.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new VerifyException(patch + ": does not apply: "
                        + output.lines().findFirst().orElse("git apply failed"));
            }
        } catch (IOException e) {
            throw new VerifyException("cannot run git: " + e.getMessage() + ": verify needs git on the PATH", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new VerifyException("interrupted", e);
        }
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
