//JVM -Dsun.net.httpserver.nodelay=true
//KIND server
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** The JDK's own HTTP server with a pool of eight threads; {@code inline} answers on the dispatcher thread. */
final class JdkHttpServer {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", exchange -> {
            byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, hello.length);
            exchange.getResponseBody().write(hello);
            exchange.close();
        });
        if (!Bench.is("inline")) {
            server.setExecutor(Executors.newFixedThreadPool(8));
        }
        server.start();
        Bench.serve(HttpLoad.class, "" + server.getAddress().getPort(), "8", "keep", "/");
    }
}
