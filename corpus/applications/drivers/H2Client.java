//DEPS com.h2database:h2:2.3.232
//KIND store
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import org.h2.tools.Server;

/** A loader that writes row by row into an H2 server (the loader is recorded); {@code batch} uses addBatch. */
final class H2Client {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", args[0]).start();
            System.out.println(server.getPort());
            System.in.read();
            System.exit(0);
        }
        Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
                System.getProperty("java.class.path"), "H2Client", Bench.work().toString()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        String port = new BufferedReader(new InputStreamReader(server.getInputStream())).readLine();
        Connection connection = DriverManager.getConnection("jdbc:h2:tcp://localhost:" + port + "/orders", "sa", "");
        Sql.create(connection);
        importRows(Sql.insert(connection));
    }

    private static void importRows(PreparedStatement insert) throws Exception {
        int[] rows = new int[1];
        Bench.loop(1, () -> {
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
