//DEPS com.corundumstudio.socketio:netty-socketio:1.7.23 org.slf4j:slf4j-nop:1.7.36
//KIND server
import com.corundumstudio.socketio.Configuration;
import com.corundumstudio.socketio.SocketIOServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** netty-socketio: a chat room of four members; a message of one goes to all. */
final class SocketioChat {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        Configuration settings = new Configuration();
        settings.setHostname("127.0.0.1");
        int port = Bench.freePort();
        settings.setPort(port);
        SocketIOServer server = new SocketIOServer(settings);
        server.addEventListener("chat", String.class,
                (member, text, acknowledgement) -> server.getBroadcastOperations().sendEvent("chat", text));
        server.start();
        Bench.serve(SocketioChat.class, "" + port);
    }

    private static void client(int port) throws Exception {
        Member[] members = new Member[4];
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member();
            members[i].socket = client.newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + port + "/socket.io/?EIO=3&transport=websocket"), members[i]).join();
        }
        for (Member member : members) {
            member.received.take();
        }
        Bench.load(1, () -> {
            members[0].socket.sendText("42[\"chat\",\"hello everybody in this room\"]", true).join();
            for (Member member : members) {
                member.received.take();
            }
        });
    }

    /** A member of the room, who counts the messages. */
    private static final class Member implements WebSocket.Listener {
        private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
        private WebSocket socket;

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            if (text.toString().startsWith("4")) {
                received.add(text.toString());
            }
            from.request(1);
            return null;
        }
    }
}
