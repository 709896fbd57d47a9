package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import dev.perfhint.source.patch.PatchHeading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes a verification as a header into its patch file; {@code git apply} skips text before the first diff. */
public final class PatchAnnotation {
    private PatchAnnotation() {}

    /** Replaces an earlier annotation; the diff's own bytes stay as they are. */
    public static void write(Path patch, List<String> lines) {
        try {
            byte[] annotated = PatchHeading.verified(Files.readAllBytes(patch), lines);
            Path part = Files.createTempFile(patch.toAbsolutePath().getParent(), ".perfhint", ".patch");
            Files.write(part, annotated);
            Files.move(part, patch, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CliException(patch + ": cannot be annotated: " + e.getMessage(), e);
        }
    }
}
