import com.google.code.externalsorting.ExternalSort;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.Random;

/** Sorts a file of 400,000 lines by way of sorted parts; one unit is one file. A negative: the library has large buffers. */
public final class ExternalSortingDriver {
    public static void main(String[] args) throws Exception {
        File input = new File(args[0], "lines.txt");
        if (!input.exists()) {
            Random random = new Random(1);
            try (BufferedWriter out = Files.newBufferedWriter(input.toPath())) {
                for (int i = 0; i < 400_000; i++) {
                    out.write("order " + random.nextInt(1_000_000) + "\n");
                }
            }
        }
        File output = new File(args[0], "sorted.txt");
        long lines = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            lines += ExternalSort.mergeSortedFiles(ExternalSort.sortInBatch(input, ExternalSort.defaultcomparator, 50,
                    StandardCharsets.UTF_8, new File(args[0]), false), output, ExternalSort.defaultcomparator, StandardCharsets.UTF_8);
        }
        System.out.println(lines);
    }
}
