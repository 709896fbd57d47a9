import de.siegmar.fastcsv.reader.*;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.nio.file.Path;

/** Writes 10,000 rows and reads them; one unit is one file. A negative: the library has large buffers. */
public final class FastcsvDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "orders.csv");
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (CsvWriter writer = CsvWriter.builder().build(file)) {
                for (int row = 0; row < 10_000; row++) {
                    writer.writeRow(String.valueOf(row), "customer " + row * 7, "pencil, \"red\"");
                }
            }
            try (CsvReader reader = CsvReader.builder().build(file)) {
                for (CsvRow row : reader) {
                    sum += row.getField(1).length();
                }
            }
        }
        System.out.println(sum);
    }
}
