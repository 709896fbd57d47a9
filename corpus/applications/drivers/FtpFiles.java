//DEPS org.apache.ftpserver:ftpserver-core:1.2.1 org.slf4j:slf4j-nop:2.0.16
//KIND server
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.ftplet.UserManager;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.PropertiesUserManagerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.ftpserver.usermanager.impl.ConcurrentLoginPermission;

/** Apache FtpServer: clients fetch small files, each over a data connection of its own, as FTP wants it. */
final class FtpFiles {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        Path home = Bench.work().resolve("home");
        Files.createDirectories(home);
        for (int i = 0; i < 50; i++) {
            Files.write(home.resolve("f" + i + ".bin"), new byte[8000]);
        }
        FtpServerFactory factory = new FtpServerFactory();
        ListenerFactory listener = new ListenerFactory();
        listener.setPort(Bench.freePort());
        listener.setServerAddress("127.0.0.1");
        listener.setIdleTimeout(300);
        factory.addListener("default", listener.createListener());
        UserManager users = new PropertiesUserManagerFactory().createUserManager();
        BaseUser user = new BaseUser();
        user.setName("user");
        user.setPassword("secret");
        user.setHomeDirectory(home.toString());
        user.setAuthorities(List.of(new ConcurrentLoginPermission(0, 0)));
        users.save(user);
        factory.setUserManager(users);
        FtpServer server = factory.createServer();
        server.start();
        Bench.serve(FtpFiles.class, "" + listener.getPort());
    }

    private static void client(int port) throws Exception {
        ThreadLocal<Session> sessions = ThreadLocal.withInitial(() -> {
            try {
                return new Session(port);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Bench.load(3, () -> sessions.get().fetch());
    }

    private static final class Session {
        private final Socket socket;
        private final BufferedReader in;
        private int next;

        Session(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            answer();
            command("USER user");
            command("PASS secret");
            command("TYPE I");
        }

        void fetch() throws IOException {
            String[] numbers = command("PASV").replaceAll(".*\\(|\\).*", "").split(",");
            int port = Integer.parseInt(numbers[4].trim()) * 256 + Integer.parseInt(numbers[5].trim());
            try (Socket data = new Socket("127.0.0.1", port)) {
                command("RETR f" + ++next % 50 + ".bin");
                if (data.getInputStream().readAllBytes().length != 8000) {
                    throw new IOException("short file");
                }
            }
            answer();
        }

        private String command(String line) throws IOException {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return answer();
        }

        private String answer() throws IOException {
            String line = in.readLine();
            while (line.length() > 3 && line.charAt(3) == '-') {
                line = in.readLine();
            }
            if (line.charAt(0) > '3') {
                throw new IOException(line);
            }
            return line;
        }
    }
}
