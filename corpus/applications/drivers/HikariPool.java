//DEPS com.h2database:h2:2.3.232 com.zaxxer:HikariCP:6.2.1 org.slf4j:slf4j-nop:2.0.16
//KIND store
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import org.h2.tools.Server;

/** H2's server and a client that connects for each query; {@code pool} takes connections from HikariCP. */
final class HikariPool {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client("jdbc:h2:tcp://localhost:" + args[0] + "/mem:orders;DB_CLOSE_DELAY=-1");
            return;
        }
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists");
        server.start();
        Bench.serve(HikariPool.class, "" + server.getPort());
    }

    private static void client(String url) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("sa");
        HikariDataSource pool = Bench.is("pool") ? new HikariDataSource(config) : null;
        Bench.load(4, () -> {
            try (Connection connection = pool != null ? pool.getConnection() : DriverManager.getConnection(url, "sa", "");
                    ResultSet one = connection.createStatement().executeQuery("select 1")) {
                one.next();
            }
        });
    }
}
