import java.io.*;
import java.util.*;
import org.fressian.*;

/** Appends the orders of a day to a journal. */
public final class FressianDriver {
    public static void main(String[] args) throws Exception {
        try (FileOutputStream journal = new FileOutputStream(new File(args[0], "journal.fressian"))) {
            FressianWriter writer = new FressianWriter(journal);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                Map<String, Object> order = new LinkedHashMap<>();
                order.put("id", 1_000_000L + i);
                order.put("pieces", List.of(i, i + 300, i + 70000));
                order.put("price", i * 1.5);
                order.put("open", i % 2 == 0);
                writer.writeObject(order);
            }
            writer.writeFooter();
        }
    }
}
