import au.com.southsky.jfreesane.*;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;

/** Asks a SANE server, of which there is a small one here, for its 40 scanners; one unit is one list. */
public final class JfreesaneDriver {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> serve(server));
            thread.start();
            try (SaneSession session = SaneSession.withRemoteSane(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    for (SaneDevice device : session.listDevices()) {
                        sum = sum * 31 + device.getName().hashCode() + device.getModel().length();
                    }
                }
            }
            thread.join();
        }
        System.out.println(sum);
    }

    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            OutputStream out = socket.getOutputStream();
            byte[] devices = devices();
            in.readInt();
            in.readInt();
            in.readFully(new byte[in.readInt()]);
            out.write(new byte[] {0, 0, 0, 0, 1, 0, 0, 3});
            while (in.readInt() == 1) {
                out.write(devices);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] devices() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0);
        out.writeInt(41);
        for (int i = 0; i < 40; i++) {
            out.writeInt(0);
            for (String text : new String[] {"acme:scanner" + i, "Acme", "Flat " + i, "flatbed scanner"}) {
                out.writeInt(text.length() + 1);
                out.write(text.getBytes(StandardCharsets.ISO_8859_1));
                out.write(0);
            }
        }
        out.writeInt(0);
        return bytes.toByteArray();
    }
}
