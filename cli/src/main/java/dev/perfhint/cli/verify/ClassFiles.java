package dev.perfhint.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Checks that a patch of Java sources reached the class files that a program runs. */
final class ClassFiles {
    private ClassFiles() {}

    /** Returns whether a patch changes Java sources, and the trees hold class files that are all alike. */
    static boolean areStale(String patch, Path before, Path after) throws IOException {
        boolean sources = patch.lines().anyMatch(line -> line.startsWith("+++ ")
                && line.stripTrailing().replace("\"", "").endsWith(".java"));
        List<Path> classes = sources ? classes(after) : List.of();
        for (Path file : classes) {
            Path other = before.resolve(after.relativize(file));
            if (!Files.exists(other) || Files.mismatch(file, other) >= 0) {
                return false;
            }
        }
        return !classes.isEmpty() && classes(before).size() == classes.size();
    }

    private static List<Path> classes(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(file -> file.toString().endsWith(".class") || file.toString().endsWith(".jar"))
                    .filter(Files::isRegularFile).toList();
        }
    }
}
