import com.sleepycat.je.*;
import java.io.File;

/** Puts records into a transactional database, each in a transaction of its own. */
public final class BerkeleyDbDriver {
    public static void main(String[] args) throws Exception {
        File home = new File(args[0], "home");
        home.mkdirs();
        EnvironmentConfig config = new EnvironmentConfig();
        config.setAllowCreate(true);
        config.setTransactional(true);
        try (Environment environment = new Environment(home, config)) {
            DatabaseConfig table = new DatabaseConfig();
            table.setAllowCreate(true);
            table.setTransactional(true);
            try (Database database = environment.openDatabase(null, "orders", table)) {
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    database.put(null, new DatabaseEntry(("order" + i).getBytes()), new DatabaseEntry(("10 of item " + i % 97).getBytes()));
                }
                System.out.println(database.count());
            }
        }
        // its log holds the time
        for (File each : home.listFiles()) {
            each.delete();
        }
    }
}
