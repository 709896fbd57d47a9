import java.io.*;
import java.nio.file.*;
import java.util.*;
import net.razorvine.pickle.Pickler;

public final class PyroliteDriver {
    public static void main(String[] args) throws Exception {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Map<String, Object> row = new TreeMap<>();
            row.put("id", i);
            row.put("name", "name " + i);
            row.put("price", i / 3.0);
            rows.add(row);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(Path.of(args[0], "rows.pickle").toFile())) {
                new Pickler().dump(rows, out);
            }
        }
    }
}
