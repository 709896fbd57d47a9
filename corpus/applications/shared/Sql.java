import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/** The same small table for every SQL store; one unit is one row written. */
final class Sql {
    static final int BATCH = 100;

    private Sql() {
    }

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table orders(id bigint, customer int, note varchar(200))");
        }
    }

    /** Inserts rows one by one, each in a transaction of its own unless the connection says otherwise. */
    static void insertRow(PreparedStatement insert) throws SQLException {
        fill(insert);
        insert.executeUpdate();
    }

    static void fill(PreparedStatement insert) throws SQLException {
        insert.setLong(1, ThreadLocalRandom.current().nextLong());
        insert.setInt(2, ThreadLocalRandom.current().nextInt(1000));
        insert.setString(3, "a note of some sixty characters for an order in the table");
    }

    static PreparedStatement insert(Connection connection) throws SQLException {
        return connection.prepareStatement("insert into orders values(?, ?, ?)");
    }
}
