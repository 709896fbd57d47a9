//DEPS io.moquette:moquette-broker:0.17 org.slf4j:slf4j-nop:2.0.16
//KIND broker
import io.moquette.broker.Server;
import io.moquette.broker.config.MemoryConfig;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Properties;

/** Moquette, a broker for MQTT: publishers send one message after the other and wait for each acknowledgement, one subscriber. */
final class MoquetteMqtt {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        int port = Bench.freePort();
        Properties settings = new Properties();
        settings.setProperty("host", "127.0.0.1");
        settings.setProperty("port", "" + port);
        settings.setProperty("allow_anonymous", "true");
        settings.setProperty("persistence_enabled", "false");
        settings.setProperty("telemetry_enabled", "false");
        settings.setProperty("data_path", Bench.work().toString());
        new Server().startServer(new MemoryConfig(settings));
        Bench.serve(MoquetteMqtt.class, "" + port);
    }

    private static void client(int port) throws Exception {
        Connection subscriber = new Connection(port, "subscriber");
        subscriber.send(0x82, new byte[] {0, 1, 0, 1, 't', 0});
        Thread reader = new Thread(() -> {
            try {
                while (true) {
                    subscriber.receive();
                }
            } catch (IOException e) {
                e.printStackTrace();
            }
        });
        reader.setDaemon(true);
        reader.start();
        ThreadLocal<Connection> publishers = ThreadLocal.withInitial(() -> {
            try {
                return new Connection(port, "p" + Thread.currentThread().getId());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        byte[] message = new byte[105];
        message[1] = 1;
        message[2] = 't';
        message[4] = 7;
        Bench.load(4, () -> {
            publishers.get().send(0x32, message);
            if (publishers.get().receive() >> 4 != 4) {
                throw new IOException("no acknowledgement");
            }
        });
    }

    private static final class Connection {
        private final Socket socket;
        private final DataInputStream in;

        Connection(int port, String id) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF("MQTT");
            out.write(new byte[] {4, 2, 0, 0});
            out.writeUTF(id);
            send(0x10, bytes.toByteArray());
            receive();
        }

        void send(int type, byte[] body) throws IOException {
            byte[] packet = new byte[body.length + 2];
            packet[0] = (byte) type;
            packet[1] = (byte) body.length;
            System.arraycopy(body, 0, packet, 2, body.length);
            socket.getOutputStream().write(packet);
        }

        int receive() throws IOException {
            int type = in.readUnsignedByte();
            in.skipNBytes(in.readUnsignedByte());
            return type;
        }
    }
}
