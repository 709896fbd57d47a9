package dev.perfhint.cli.verify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes a verification as a header into its patch file; {@code git apply} skips text before the first diff. */
public final class PatchAnnotation {
    private static final String PREFIX = "# perfhint verify: ";

    private PatchAnnotation() {}

    /** Replaces an earlier annotation; the diff's own bytes stay as they are. */
    public static void write(Path patch, List<String> lines) throws VerifyException {
        try {
            byte[] annotated = of(Files.readAllBytes(patch), lines);
            Path part = Files.createTempFile(patch.toAbsolutePath().getParent(), ".perfhint", ".patch");
            Files.write(part, annotated);
            Files.move(part, patch, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new VerifyException(patch + ": cannot be annotated: " + e.getMessage(), e);
        }
    }

    /** Returns a patch with the annotation, and without an earlier one. */
    public static byte[] of(byte[] patch, List<String> lines) {
        ByteArrayOutputStream annotated = new ByteArrayOutputStream();
        for (String line : lines) {
            annotated.writeBytes((PREFIX + line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        int diff = endOfAnnotation(patch);
        annotated.write(patch, diff, patch.length - diff);
        return annotated.toByteArray();
    }

    private static int endOfAnnotation(byte[] patch) {
        byte[] prefix = PREFIX.getBytes(StandardCharsets.UTF_8);
        int start = 0;
        while (startsWith(patch, start, prefix)) {
            while (start < patch.length && patch[start++] != '\n') {
                // to the end of the line
            }
        }
        return start;
    }

    private static boolean startsWith(byte[] bytes, int offset, byte[] prefix) {
        return offset + prefix.length <= bytes.length
                && java.util.Arrays.equals(bytes, offset, offset + prefix.length, prefix, 0, prefix.length);
    }
}
