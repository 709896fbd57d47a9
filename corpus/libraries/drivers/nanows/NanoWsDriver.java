import fi.iki.elonen.*;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;

public final class NanoWsDriver {
    public static void main(String[] args) throws Exception {
        int units = Integer.parseInt(args[1]);
        NanoWSD server = new Server(0);
        server.start(20000, true);
        long sum = 0;
        try (Socket socket = new Socket("127.0.0.1", server.getListeningPort())) {
            socket.getOutputStream().write(("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            while (!in.readLine().isEmpty()) {
            }
            byte[] text = Integer.toString(units).getBytes(StandardCharsets.US_ASCII);
            byte[] frame = new byte[6 + text.length];
            frame[0] = (byte) 0x81;
            frame[1] = (byte) (0x80 | text.length);
            System.arraycopy(text, 0, frame, 6, text.length);
            socket.getOutputStream().write(frame);
            for (int i = 0; i < units; i++) {
                in.readByte();
                byte[] data = new byte[in.readByte()];
                in.readFully(data);
                sum = sum * 31 + new String(data, StandardCharsets.US_ASCII).hashCode();
            }
        }
        System.out.println(sum);
        System.exit(0);
    }

    static final class Server extends NanoWSD {
        Server(int port) {
            super("127.0.0.1", port);
        }

        @Override
        protected WebSocket openWebSocket(IHTTPSession handshake) {
            return new Events(handshake);
        }
    }

    static final class Events extends NanoWSD.WebSocket {
        Events(NanoHTTPD.IHTTPSession handshake) {
            super(handshake);
        }

        @Override protected void onOpen() {}

        @Override protected void onClose(NanoWSD.WebSocketFrame.CloseCode code, String reason, boolean remote) {}

        @Override
        protected void onMessage(NanoWSD.WebSocketFrame message) {
            try {
                int units = Integer.parseInt(message.getTextPayload());
                for (int i = 0; i < units; i++) {
                    send("event " + i);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override protected void onPong(NanoWSD.WebSocketFrame pong) {}

        @Override protected void onException(IOException exception) {}
    }
}
