//DEPS com.h2database:h2:2.3.232
//KIND store
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import org.h2.tools.Server;

/** H2's TCP server, a client that sends row by row; {@code batch} uses addBatch in the client. */
final class H2Server {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(args[0]);
            return;
        }
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", Bench.work().toString());
        server.start();
        Bench.serve(H2Server.class, "" + server.getPort());
    }

    private static void client(String port) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:h2:tcp://localhost:" + port + "/orders", "sa", "");
        Sql.create(connection);
        PreparedStatement insert = Sql.insert(connection);
        int[] rows = new int[1];
        Bench.load(1, () -> {
            Sql.fill(insert);
            if (!Bench.is("batch")) {
                insert.executeUpdate();
                return;
            }
            insert.addBatch();
            if (++rows[0] % Sql.BATCH == 0) {
                insert.executeBatch();
            }
        });
    }
}
