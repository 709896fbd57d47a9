import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import org.capnproto.*;
import org.capnproto.Text;

/** Receives messages over a socket; one unit is one message. */
public final class CapnprotoDriver {
    public static void main(String[] args) throws Exception {
        int units = Integer.parseInt(args[1]);
        long sum = 0;
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel sender = SocketChannel.open(server.getLocalAddress());
                SocketChannel receiver = server.accept()) {
            Thread thread = new Thread(() -> send(sender, units));
            thread.start();
            for (int i = 0; i < units; i++) {
                MessageReader message = Serialize.read(receiver);
                sum = sum * 31 + message.getRoot(Text.factory).toString().hashCode();
            }
            thread.join();
        }
        System.out.println(sum);
    }

    private static void send(SocketChannel channel, int units) {
        try {
            ArrayOutputStream out = new ArrayOutputStream(ByteBuffer.allocate(1 << 16));
            for (int i = 0; i < units; i++) {
                MessageBuilder message = new MessageBuilder();
                message.setRoot(Text.factory, new Text.Reader("order " + i + " shipped"));
                Serialize.write(out, message);
                if (i % 200 == 199 || i == units - 1) {
                    ByteBuffer bytes = out.getWriteBuffer();
                    bytes.flip();
                    while (bytes.hasRemaining()) {
                        channel.write(bytes);
                    }
                    bytes.clear();
                }
            }
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }
}
