import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.sql.*;
import org.relique.jdbc.csv.CsvDriver;

/** Exports the orders of 200 customers to another file; one unit is one export. */
public final class CsvjdbcDriver {
    public static void main(String[] args) throws Exception {
        Path orders = Path.of(args[0], "orders.csv");
        if (!Files.exists(orders)) {
            StringBuilder text = new StringBuilder("id,customer,total\n");
            for (int i = 0; i < 200; i++) {
                text.append(i).append(",customer ").append(i * 7).append(',').append(i * 1000).append('\n');
            }
            Files.writeString(orders, text);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:relique:csv:" + args[0])) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                export(connection, new File(args[0], "export.csv"));
            }
        }
        System.out.println(Files.list(Path.of(args[0])).count());
    }

    private static void export(Connection connection, File file) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, customer, total FROM orders");
                PrintStream out = new PrintStream(new FileOutputStream(file), false, StandardCharsets.UTF_8)) {
            CsvDriver.writeToCsv(rows, out, true);
        }
    }
}
