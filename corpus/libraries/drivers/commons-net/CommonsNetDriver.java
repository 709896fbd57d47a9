import java.io.*;
import java.net.*;
import org.apache.commons.net.ftp.FTPClient;

/** Downloads a file of half a megabyte from a server, which a thread of this program stands for. */
public final class CommonsNetDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(server));
        thread.start();
        FTPClient client = new FTPClient();
        client.connect(server.getInetAddress(), server.getLocalPort());
        client.login("anonymous", "guest");
        client.enterLocalPassiveMode();
        client.setFileType(FTPClient.BINARY_FILE_TYPE);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(args[0] + "/received.bin")) {
                if (!client.retrieveFile("sent.bin", out)) {
                    throw new IOException(client.getReplyString());
                }
            }
        }
        client.logout();
        client.disconnect();
        thread.join();
    }

    private static void serve(ServerSocket server) {
        byte[] content = new byte[1 << 19];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i * 31);
        }
        try (Socket socket = server.accept(); ServerSocket data = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket.setTcpNoDelay(true);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            OutputStream out = socket.getOutputStream();
            out.write("220 ready\r\n".getBytes());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer = "200 ok";
                if (line.startsWith("USER")) {
                    answer = "230 in";
                } else if (line.startsWith("PASV")) {
                    answer = "227 at (127,0,0,1," + data.getLocalPort() / 256 + "," + data.getLocalPort() % 256 + ")";
                } else if (line.startsWith("RETR")) {
                    out.write("150 now\r\n".getBytes());
                    try (Socket to = data.accept()) {
                        to.getOutputStream().write(content);
                    }
                    answer = "226 done";
                } else if (line.startsWith("QUIT")) {
                    answer = "221 bye";
                }
                out.write((answer + "\r\n").getBytes());
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
