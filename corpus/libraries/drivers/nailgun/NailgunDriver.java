import com.facebook.nailgun.*;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;

public final class NailgunDriver {
    public static void main(String[] args) throws Exception {
        NGServer server = new NGServer(InetAddress.getLoopbackAddress(), 21137, 2, 10000);
        Thread thread = new Thread(server);
        thread.start();
        Thread.sleep(1000);
        int units = Integer.parseInt(args[1]);
        long sum = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            chunk(out, 'A', Integer.toString(units));
            chunk(out, 'D', "/tmp");
            chunk(out, 'C', "NailgunDriver$Nail");
            out.flush();
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            while (true) {
                int length = in.readInt();
                int type = in.readByte();
                byte[] data = new byte[length];
                in.readFully(data);
                if (type == 'X') {
                    break;
                }
                sum = sum * 31 + java.util.Arrays.hashCode(data);
            }
        }
        System.out.println(sum);
        System.out.flush();
        server.shutdown();
    }

    private static void chunk(DataOutputStream out, char type, String text) throws IOException {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(data.length);
        out.writeByte(type);
        out.write(data);
    }

    public static final class Nail {
        public static void nailMain(NGContext context) {
            int units = Integer.parseInt(context.getArgs()[0]);
            for (int i = 0; i < units; i++) {
                context.out.println("line " + i);
            }
        }
    }
}
