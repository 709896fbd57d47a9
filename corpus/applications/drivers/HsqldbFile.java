//DEPS org.hsqldb:hsqldb:2.7.4
//KIND store
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.logging.LogManager;

/** HSQLDB with a cached table on disk, autocommit rows; {@code delay} is {@code hsqldb.write_delay} at 0.5 s. */
final class HsqldbFile {
    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        Connection connection = DriverManager.getConnection("jdbc:hsqldb:file:" + Bench.work().resolve("orders")
                + ";hsqldb.default_table_type=cached;hsqldb.write_delay=" + Bench.is("delay"), "sa", "");
        Sql.create(connection);
        PreparedStatement insert = Sql.insert(connection);
        Bench.loop(1, () -> Sql.insertRow(insert));
    }
}
