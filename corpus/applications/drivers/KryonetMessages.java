//DEPS com.esotericsoftware:kryonet:2.22.0-RC1
//JVM --add-opens=java.base/java.util=ALL-UNNAMED
//KIND server
import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.kryonet.Server;
import java.util.concurrent.SynchronousQueue;

/** KryoNet: a server that answers objects; four clients wait for each answer. */
public final class KryonetMessages {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            ThreadLocal<Caller> callers = ThreadLocal.withInitial(() -> new Caller(Integer.parseInt(args[0])));
            Bench.load(4, () -> callers.get().call());
            return;
        }
        int port = Bench.freePort();
        Server server = new Server();
        server.addListener(new Listener() {
            @Override
            public void received(Connection connection, Object object) {
                if (object instanceof String) {
                    connection.sendTCP("answer to " + object);
                }
            }
        });
        server.start();
        server.bind(port);
        Bench.serve(KryonetMessages.class, "" + port);
    }

    /** A client that waits for each answer. */
    private static final class Caller {
        private final Client client = new Client();
        private final SynchronousQueue<Object> answers = new SynchronousQueue<>();

        Caller(int port) {
            client.addListener(new Listener() {
                @Override
                public void received(Connection connection, Object object) {
                    if (object instanceof String) {
                        try {
                            answers.put(object);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
            });
            client.start();
            try {
                client.connect(5000, "127.0.0.1", port);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        void call() throws InterruptedException {
            client.sendTCP("order 1234 of customer 567");
            answers.take();
        }
    }
}
