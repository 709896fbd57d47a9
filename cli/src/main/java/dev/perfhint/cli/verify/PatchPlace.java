package dev.perfhint.cli.verify;

import dev.perfhint.cli.project.ProjectLayout;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds the directory that the paths of a patch are relative to. */
final class PatchPlace {
    private static final int MAX_DEPTH = 12;

    private PatchPlace() {}

    /**
     * Returns the directory relative to the tree: its top, unless none of the files is there and exactly one directory
     * below has them, or of several one that the project's sources are in.
     */
    static Path of(Path tree, List<String> paths) throws IOException {
        Path top = Path.of("");
        if (paths.isEmpty() || paths.stream().anyMatch(path -> Files.exists(tree.resolve(path)))) {
            return top;
        }
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(tree, Set.of(), MAX_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                if (directory.endsWith(".git")) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (paths.stream().anyMatch(path -> Files.exists(directory.resolve(path)))) {
                    found.add(tree.relativize(directory));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        if (found.size() > 1) {
            Path absolute = tree.toAbsolutePath().normalize();
            List<Path> sources = ProjectLayout.of(tree).map(ProjectLayout::sources).orElse(List.of());
            found.removeIf(each -> sources.stream().noneMatch(own -> own.startsWith(absolute.resolve(each))));
        }
        return found.size() == 1 ? found.get(0) : top;
    }
}
