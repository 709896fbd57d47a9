//DEPS org.xerial:sqlite-jdbc:3.47.1.0 org.slf4j:slf4j-nop:2.0.16
//KIND store
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;

/** SQLite, a transaction per row; {@code wal} is journal_mode=WAL, {@code batch} commits every hundred rows. */
final class SqliteRows {
    public static void main(String[] args) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + Bench.work().resolve("orders.db"));
        if (Bench.is("wal")) {
            try (Statement pragma = connection.createStatement()) {
                pragma.execute("pragma journal_mode=wal");
                pragma.execute("pragma synchronous=normal");
            }
        }
        Sql.create(connection);
        connection.setAutoCommit(!Bench.is("batch"));
        PreparedStatement insert = Sql.insert(connection);
        int[] rows = new int[1];
        Bench.loop(1, () -> {
            Sql.insertRow(insert);
            if (Bench.is("batch") && ++rows[0] % Sql.BATCH == 0) {
                connection.commit();
            }
        });
    }
}
