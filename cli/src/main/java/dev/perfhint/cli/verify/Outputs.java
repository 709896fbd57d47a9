package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The listed output files of one copy, as they were before the first run: each run starts from the same state. */
record Outputs(List<Path> outputs, Path tree, Path kept) {

    /** Remembers the files; one that is not there will be removed before each run. */
    static Outputs keep(List<Path> outputs, Path tree, Path kept) throws IOException {
        Files.createDirectories(kept);
        for (int i = 0; i < outputs.size(); i++) {
            Path file = tree.resolve(outputs.get(i)).normalize();
            if (!file.startsWith(tree) || file.equals(tree) || Files.isDirectory(file)) {
                throw new CliException(outputs.get(i)
                        + ": is no file below the tree: give --output relative to its top");
            }
            if (Files.exists(file)) {
                Files.copy(file, kept.resolve(Integer.toString(i)));
            }
        }
        return new Outputs(outputs, tree, kept);
    }

    void restore() throws IOException {
        for (int i = 0; i < outputs.size(); i++) {
            Path file = tree.resolve(outputs.get(i));
            Path old = kept.resolve(Integer.toString(i));
            Files.deleteIfExists(file);
            if (Files.exists(old)) {
                Files.copy(old, file, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
