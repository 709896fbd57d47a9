//DEPS org.simpleframework:simple-http:6.0.1
//KIND server
import java.io.PrintStream;
import java.net.InetSocketAddress;
import org.simpleframework.http.Request;
import org.simpleframework.http.Response;
import org.simpleframework.http.core.Container;
import org.simpleframework.http.core.ContainerSocketProcessor;
import org.simpleframework.transport.connect.SocketConnection;

/** Simple: an HTTP server that answers small pages. */
final class SimpleHttp {
    public static void main(String[] args) throws Exception {
        int port = Bench.freePort();
        Requests requests = new Requests();
        Container container = new Container() {
            @Override
            public void handle(Request request, Response response) {
                try {
                    PrintStream body = response.getPrintStream();
                    response.setValue("Content-Type", "text/plain");
                    body.println("answer " + requests.next() + " of " + requests.work());
                    body.close();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }
        };
        new SocketConnection(new ContainerSocketProcessor(container, 4)).connect(new InetSocketAddress("127.0.0.1", port));
        Bench.serve(HttpLoad.class, "" + port, "4", "keep", "/orders/1", "/orders/2");
    }
}
