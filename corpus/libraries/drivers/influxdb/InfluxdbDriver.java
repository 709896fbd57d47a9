import com.sun.net.httpserver.HttpServer;
import java.net.*;
import java.util.concurrent.TimeUnit;
import org.influxdb.*;
import org.influxdb.dto.Point;

/** Sends measurements to a time series store; one unit is a point. */
public final class InfluxdbDriver {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        long[] bytes = new long[1];
        server.createContext("/", exchange -> {
            bytes[0] += exchange.getRequestBody().readAllBytes().length;
            exchange.getResponseHeaders().add("X-Influxdb-Version", "1.8.0");
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        InfluxDB store = InfluxDBFactory.connect("http://127.0.0.1:" + server.getAddress().getPort(), "user", "password");
        store.setDatabase("shop");
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            store.write(Point.measurement("orders").time(1_600_000_000_000L + unit, TimeUnit.MILLISECONDS)
                    .addField("price", unit % 100).build());
        }
        store.close();
        System.out.println(bytes[0]);
        System.exit(0);
    }
}
