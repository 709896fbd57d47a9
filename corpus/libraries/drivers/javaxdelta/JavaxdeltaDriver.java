import com.nothome.delta.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;

/** Applies a patch of some thousand small changes to a file of 400 KB; one unit is one file. */
public final class JavaxdeltaDriver {
    public static void main(String[] args) throws Exception {
        Path source = Path.of(args[0], "old.bin");
        Path patch = Path.of(args[0], "changes.gdiff");
        if (!Files.exists(source)) {
            Random random = new Random(1);
            byte[] old = new byte[400_000];
            random.nextBytes(old);
            byte[] changed = old.clone();
            for (int i = 100; i < changed.length; i += 200) {
                changed[i]++;
            }
            Files.write(source, old);
            Files.write(patch, new Delta().compute(old, changed));
        }
        File output = new File(args[0], "new.bin");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            new GDiffPatcher().patch(source.toFile(), patch.toFile(), output);
        }
        System.out.println(output.exists() ? Arrays.hashCode(Files.readAllBytes(output.toPath())) : 0);
    }
}
