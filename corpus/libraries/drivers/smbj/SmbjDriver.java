import com.hierynomus.protocol.PacketData;
import com.hierynomus.protocol.commons.buffer.*;
import com.hierynomus.protocol.transport.*;
import com.hierynomus.smb.SMBBuffer;
import com.hierynomus.smb.SMBPacket;
import com.hierynomus.smbj.transport.tcp.direct.DirectTcpTransport;
import java.io.*;
import java.net.*;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/** Receives answers of a server that sends many small ones; one unit is one packet of 96 bytes. */
public final class SmbjDriver {
    static final class Answer implements PacketData<SMBBuffer> {
        final byte[] bytes;

        Answer(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public SMBBuffer getDataBuffer() {
            return new SMBBuffer(bytes);
        }
    }

    static final class Answers implements PacketFactory<Answer>, PacketReceiver<Answer> {
        final AtomicLong sum = new AtomicLong();
        final CountDownLatch left = new CountDownLatch(1);
        int missing;

        @Override
        public Answer read(byte[] data) {
            return new Answer(data);
        }

        @Override
        public boolean canHandle(byte[] data) {
            return true;
        }

        @Override
        public void handle(Answer packet) {
            sum.addAndGet(packet.bytes[3] + packet.bytes.length);
            if (--missing == 0) {
                left.countDown();
            }
        }

        @Override
        public void handleError(Throwable failure) {
            left.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        int units = Integer.parseInt(args[1]);
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread server = new Thread(() -> serve(listening, units));
        server.setDaemon(true);
        server.start();
        Answers answers = new Answers();
        answers.missing = units;
        DirectTcpTransport<Answer, SMBPacket<?, ?>> transport =
                new DirectTcpTransport<>(SocketFactory.getDefault(), 0, new PacketHandlers<>(null, answers, answers));
        transport.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort()));
        if (units > 0) {
            answers.left.await();
        }
        System.out.println(answers.sum);
        System.out.flush();
        System.exit(0);
    }

    private static void serve(ServerSocket listening, int units) {
        try (Socket socket = listening.accept(); OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 65536)) {
            byte[] packet = new byte[100];
            packet[3] = 96;
            for (int i = 0; i < units; i++) {
                packet[7] = (byte) i;
                out.write(packet);
            }
            out.flush();
            socket.getInputStream().read();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
