import java.nio.file.*;
import sqlline.SqlLine;

/** Exports 100 rows as CSV to standard output, as scripts call sqlline; one unit is one query. */
public final class SqllineDriver {
    public static void main(String[] args) throws Exception {
        StringBuilder script = new StringBuilder("!set outputformat csv\n!set silent true\n");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            script.append("select x, x * x as square, 'order ' || x as name from system_range(1, 100);\n");
        }
        Path file = Path.of(args[0], "export.sql");
        Files.writeString(file, script.append("!quit\n"));
        SqlLine.Status status = new SqlLine().begin(new String[] {"-u", "jdbc:h2:mem:orders", "-n", "sa", "-p", "",
                "-d", "org.h2.Driver", "--run=" + file}, null, false);
        Files.delete(file);
        if (status != SqlLine.Status.OK) {
            throw new IllegalStateException(status.toString());
        }
    }
}
