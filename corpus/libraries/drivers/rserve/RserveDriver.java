import java.io.*;
import java.net.*;
import org.rosuda.REngine.*;
import org.rosuda.REngine.Rserve.RConnection;

/** Assigns short vectors to names in a server, which a thread of this program stands for. */
public final class RserveDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        long[] sum = new long[1];
        Thread thread = new Thread(() -> serve(server, sum));
        thread.start();
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        socket.setTcpNoDelay(true);
        RConnection connection = new RConnection(socket);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            connection.assign("x", new double[] {i, i + 0.5});
        }
        connection.close();
        thread.join();
        System.out.println(sum[0]);
    }

    private static void serve(ServerSocket server, long[] sum) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            socket.getOutputStream().write("Rsrv0103QAP1\r\n\r\n--------------\r\n".getBytes());
            byte[] header = new byte[16];
            while (in.readNBytes(header, 0, 16) == 16) {
                byte[] content = in.readNBytes((header[4] & 255) | (header[5] & 255) << 8);
                for (byte each : content) {
                    sum[0] = sum[0] * 31 + each;
                }
                byte[] answer = new byte[16];
                answer[0] = 1;
                answer[2] = 1;
                socket.getOutputStream().write(answer);
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
