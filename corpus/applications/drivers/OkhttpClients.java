//DEPS com.squareup.okhttp3:okhttp:4.10.0
//KIND client
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** OkHttp: a program that makes a new client for each request; the server is another process. */
final class OkhttpClients {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
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
        Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
                System.getProperty("java.class.path"), OkhttpClients.class.getName(), "server").start();
        String port = new BufferedReader(new InputStreamReader(server.getInputStream())).readLine();
        Bench.loop(1, () -> {
            OkHttpClient client = new OkHttpClient();
            Request request = new Request.Builder().url("http://127.0.0.1:" + port + "/orders").build();
            try (Response response = client.newCall(request).execute()) {
                response.body().bytes();
            }
            Thread.sleep(2);
        });
    }
}
