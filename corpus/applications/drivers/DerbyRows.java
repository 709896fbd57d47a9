//DEPS org.apache.derby:derby:10.16.1.1 org.apache.derby:derbytools:10.16.1.1
//KIND store
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;

/** Derby embedded, autocommit rows; {@code batch} commits every hundred. */
final class DerbyRows {
    public static void main(String[] args) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:derby:" + Bench.work().resolve("orders") + ";create=true");
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
