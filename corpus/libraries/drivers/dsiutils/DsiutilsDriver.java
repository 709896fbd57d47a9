import it.unimi.dsi.io.*;
import java.io.File;

/** Writes 10,000 numbers in gamma code to a file and reads them again. */
public final class DsiutilsDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "numbers.gamma");
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputBitStream out = new OutputBitStream(file)) {
                for (int j = 0; j < 10_000; j++) {
                    out.writeGamma(j * 7 + i);
                }
            }
            try (InputBitStream in = new InputBitStream(file)) {
                for (int j = 0; j < 10_000; j++) {
                    sum = sum * 31 + in.readGamma();
                }
            }
        }
        System.out.println(sum);
    }
}
