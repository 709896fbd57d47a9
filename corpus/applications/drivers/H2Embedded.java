//DEPS com.h2database:h2:2.3.232
//KIND store
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;

/** H2 embedded with a database file, autocommit rows. */
final class H2Embedded {
    public static void main(String[] args) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:h2:file:" + Bench.work().resolve("orders"), "sa", "");
        Sql.create(connection);
        PreparedStatement insert = Sql.insert(connection);
        Bench.loop(1, () -> Sql.insertRow(insert));
    }
}
