import com.surftools.BeanstalkClient.Job;
import com.surftools.BeanstalkClientImpl.ClientImpl;
import java.io.*;
import java.net.*;
import java.util.Arrays;

/** Reserves and deletes jobs of a queue server, which a thread of this program stands for. */
public final class BeanstalkDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(server));
        thread.setDaemon(true);
        thread.start();
        ClientImpl client = new ClientImpl("127.0.0.1", server.getLocalPort());
        client.setUniqueConnectionPerThread(false);
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Job job = client.reserve(null);
            sum = sum * 31 + Arrays.hashCode(job.getData()) + job.getJobId();
            client.delete(job.getJobId());
        }
        System.out.println(sum);
        System.out.flush();
        System.exit(0);
    }

    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            int job = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String data = "send mail " + job + " to somebody@example.org";
                String answer = line.startsWith("reserve") ? "RESERVED " + ++job + " " + data.length() + "\r\n" + data : "DELETED";
                socket.getOutputStream().write((answer + "\r\n").getBytes());
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
