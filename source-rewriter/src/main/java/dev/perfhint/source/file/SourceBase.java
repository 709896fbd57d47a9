package dev.perfhint.source.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Decides what paths in a report and a patch are relative to. */
final class SourceBase {
    private SourceBase() {}

    /** Returns the git top level of the first root where it holds them all, else the common ancestor of all roots. */
    static Path of(List<Path> roots) {
        for (Path directory = roots.get(0); directory != null; directory = directory.getParent()) {
            if (Files.exists(directory.resolve(".git"))) {
                Path top = directory;
                return roots.stream().allMatch(root -> root.startsWith(top)) ? top : commonAncestor(roots);
            }
        }
        return commonAncestor(roots);
    }

    private static Path commonAncestor(List<Path> roots) {
        Path common = roots.get(0);
        for (Path root : roots) {
            while (common.getParent() != null && !root.startsWith(common)) {
                common = common.getParent();
            }
        }
        return common;
    }
}
