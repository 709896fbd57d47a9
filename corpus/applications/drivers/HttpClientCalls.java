//KIND library
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** java.net.http: short calls with one shared client; {@code fresh} makes a client for each call. */
final class HttpClientCalls {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(200, 5);
                exchange.getResponseBody().write("hello".getBytes());
                exchange.close();
            });
            server.start();
            System.out.println(server.getAddress().getPort());
            System.in.read();
            System.exit(0);
        }
        Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"),
                "-Dsun.net.httpserver.nodelay=true", "-cp", System.getProperty("java.class.path"), "HttpClientCalls", "x").start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        InputStream out = server.getInputStream();
        int port = 0;
        for (int c = out.read(); c != '\n'; c = out.read()) {
            port = port * 10 + c - '0';
        }
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).build();
        Bench.loop(2, () -> {
            HttpClient used = Bench.is("fresh") ? HttpClient.newHttpClient() : client;
            used.send(request, HttpResponse.BodyHandlers.ofString());
        });
    }
}
