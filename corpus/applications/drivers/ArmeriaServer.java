//DEPS com.linecorp.armeria:armeria:1.28.4 org.slf4j:slf4j-nop:2.0.16
//KIND server
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.annotation.Blocking;
import com.linecorp.armeria.server.annotation.Get;
import com.linecorp.armeria.server.annotation.Param;
import com.linecorp.armeria.server.annotation.ProducesJson;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Armeria: an annotated service that answers JSON on the blocking executor, as services that ask a database do. */
public final class ArmeriaServer {
    public static void main(String[] args) throws Exception {
        int port = Bench.freePort();
        Server server = Server.builder().http(new InetSocketAddress("127.0.0.1", port))
                .annotatedService("/orders", new Orders()).build();
        server.start().join();
        List<String> arguments = new ArrayList<>(List.of("" + port, "6", "keep"));
        for (int i = 0; i < 20; i++) {
            arguments.add("/orders/" + i);
        }
        Bench.serve(HttpLoad.class, arguments.toArray(String[]::new));
    }

    /** The service. */
    public static final class Orders {
        private final Requests requests = new Requests();

        @Blocking
        @Get("/{id}")
        @ProducesJson
        public Map<String, Object> order(@Param("id") int id) {
            return Map.of("id", id, "number", requests.next(), "customer", requests.customer(), "hash", requests.work());
        }
    }
}
