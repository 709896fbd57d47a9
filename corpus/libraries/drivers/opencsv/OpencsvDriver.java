import com.opencsv.*;
import java.io.*;

/** Writes and reads a table of 5,000 rows; one unit is one table. */
public final class OpencsvDriver {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            File file = new File(args[0], "table" + unit % 2 + ".csv");
            try (CSVWriter writer = new CSVWriter(new FileWriter(file))) {
                for (int i = 0; i < 5000; i++) {
                    writer.writeNext(new String[] {"" + i, "customer " + i, "a \"quoted\" city"});
                }
            }
            try (CSVReader reader = new CSVReader(new FileReader(file))) {
                for (String[] row = reader.readNext(); row != null; row = reader.readNext()) {
                    sum = sum * 31 + row[1].hashCode();
                }
            }
        }
        System.out.println(sum);
    }
}
