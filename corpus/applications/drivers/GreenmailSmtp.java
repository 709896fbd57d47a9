//DEPS com.icegreen:greenmail:2.1.3 org.slf4j:slf4j-nop:2.0.16
//KIND server
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** GreenMail takes mails over SMTP; each client sends one after the other on its connection. */
final class GreenmailSmtp {
    private static final String MAIL = "From: a@example.com\r\nTo: b@example.com\r\nSubject: test\r\n\r\n"
            + "A line of the text of this mail, as long as such a line is.\r\n".repeat(40) + ".\r\n";

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        int port = Bench.freePort();
        GreenMail server = new GreenMail(new ServerSetup(port, "127.0.0.1", "smtp"));
        server.start();
        Executors.newSingleThreadScheduledExecutor().scheduleAtFixedRate(() -> {
            try {
                server.purgeEmailFromAllMailboxes();
            } catch (Exception e) {
                e.printStackTrace();
            }
        }, 1, 1, TimeUnit.SECONDS);
        Bench.serve(GreenmailSmtp.class, "" + port);
    }

    private static void client(int port) throws Exception {
        ThreadLocal<Session> sessions = ThreadLocal.withInitial(() -> {
            try {
                return new Session(port);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Bench.load(3, () -> sessions.get().send());
    }

    private static final class Session {
        private final Socket socket;
        private final BufferedReader in;

        Session(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            answer();
            command("HELO localhost\r\n");
        }

        void send() throws IOException {
            command("MAIL FROM:<a@example.com>\r\n");
            command("RCPT TO:<b@example.com>\r\n");
            command("DATA\r\n");
            command(MAIL);
        }

        private void command(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            answer();
        }

        private void answer() throws IOException {
            String line = in.readLine();
            while (line.charAt(3) == '-') {
                line = in.readLine();
            }
            if (line.charAt(0) > '3') {
                throw new IOException(line);
            }
        }
    }
}
