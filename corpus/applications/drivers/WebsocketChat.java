//DEPS org.java-websocket:Java-WebSocket:1.6.0 org.slf4j:slf4j-nop:2.0.16
//KIND server
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.java_websocket.WebSocket;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshake;
import org.java_websocket.server.WebSocketServer;

/** A chat on Java-WebSocket: what one of sixteen members says is sent to all of them. */
final class WebsocketChat {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(args[0]);
            return;
        }
        CountDownLatch started = new CountDownLatch(1);
        WebSocketServer server = new WebSocketServer(new InetSocketAddress("127.0.0.1", 0)) {
            @Override
            public void onOpen(WebSocket socket, ClientHandshake handshake) {}

            @Override
            public void onClose(WebSocket socket, int code, String reason, boolean remote) {}

            @Override
            public void onMessage(WebSocket socket, String message) {
                broadcast(message);
            }

            @Override
            public void onError(WebSocket socket, Exception error) {
                error.printStackTrace();
            }

            @Override
            public void onStart() {
                started.countDown();
            }
        };
        server.start();
        started.await();
        Bench.serve(WebsocketChat.class, "ws://127.0.0.1:" + server.getPort());
    }

    private static void client(String address) throws Exception {
        Semaphore heard = new Semaphore(0);
        Member[] members = new Member[16];
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member(new URI(address), heard);
            members[i].connectBlocking();
        }
        int[] next = new int[1];
        Bench.load(1, () -> {
            members[next[0]++ % members.length].send("somebody says something that is as long as what one says in a chat");
            heard.acquire(members.length);
        });
    }

    private static final class Member extends WebSocketClient {
        private final Semaphore heard;

        Member(URI address, Semaphore heard) {
            super(address);
            this.heard = heard;
        }

        @Override
        public void onOpen(ServerHandshake handshake) {}

        @Override
        public void onMessage(String message) {
            heard.release();
        }

        @Override
        public void onClose(int code, String reason, boolean remote) {}

        @Override
        public void onError(Exception error) {
            error.printStackTrace();
        }
    }
}
