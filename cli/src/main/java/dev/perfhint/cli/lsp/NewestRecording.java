package dev.perfhint.cli.lsp;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The recording that an editor shows: the newest {@code .jfr} file in the directory it has open or in a build directory
 * below it.
 *
 * @param bytes its size, which with the time tells whether it has changed
 */
record NewestRecording(Path file, long modifiedMillis, long bytes) {
    private static final Set<String> BUILD_DIRECTORIES = Set.of("target", "build");
    private static final int MAX_DEPTH = 5;
    private static final int MAX_DIRECTORIES = 5_000;

    /** Returns the named file if it is there. */
    static Optional<NewestRecording> named(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isRegularFile() && attributes.size() > 0 ? Optional.of(of(file, attributes))
                    : Optional.empty();
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    /**
     * Returns the newest one; links are not followed, and of a large tree only the first 5,000 directories are listed.
     */
    static Optional<NewestRecording> below(Path root) {
        Search search = new Search(root);
        try {
            Files.walkFileTree(root, EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH, search);
        } catch (IOException unreadable) {
            return Optional.ofNullable(search.newest);
        }
        return Optional.ofNullable(search.newest);
    }

    private static NewestRecording of(Path file, BasicFileAttributes attributes) {
        return new NewestRecording(file, attributes.lastModifiedTime().toMillis(), attributes.size());
    }

    private static final class Search extends SimpleFileVisitor<Path> {
        private final Path root;
        private NewestRecording newest;
        private int directories;

        private Search(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = name(directory);
            boolean skipped = !directory.equals(root)
                    && (name.startsWith(".") || name.equals("node_modules") || name.equals("src")
                            || isBuild(directory.getParent()));
            return skipped || ++directories > MAX_DIRECTORIES ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean here = file.getParent().equals(root) || isBuild(file.getParent());
            if (here && attributes.isRegularFile() && attributes.size() > 0 && name(file).matches(".*\\.jfr(\\.gz)?")) {
                NewestRecording found = of(file, attributes);
                boolean newer = newest == null || found.modifiedMillis > newest.modifiedMillis
                        || found.modifiedMillis == newest.modifiedMillis && found.file.compareTo(newest.file) < 0;
                newest = newer ? found : newest;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }

        private static boolean isBuild(Path directory) {
            return BUILD_DIRECTORIES.contains(name(directory));
        }

        private static String name(Path path) {
            return path.getFileName() == null ? "" : path.getFileName().toString();
        }
    }

    /** Returns whether the file is still the one that was found. */
    boolean isUnchanged() {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS) && named(file).filter(this::equals).isPresent();
    }
}
