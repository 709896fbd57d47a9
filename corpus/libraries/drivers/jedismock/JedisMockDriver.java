import com.github.fppt.jedismock.RedisServer;
import java.io.*;
import java.net.Socket;

public final class JedisMockDriver {
    public static void main(String[] args) throws Exception {
        RedisServer server = RedisServer.newRedisServer();
        server.start();
        int sum = 0;
        try (Socket socket = new Socket(server.getHost(), server.getBindPort())) {
            OutputStream out = socket.getOutputStream();
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                String value = "value " + i;
                out.write(("*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$" + value.length() + "\r\n" + value + "\r\n").getBytes());
                sum += in.readLine().length();
            }
        }
        System.out.println(sum);
        System.out.flush();
        System.exit(0);
    }
}
