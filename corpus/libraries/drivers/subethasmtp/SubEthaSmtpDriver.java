import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import org.subethamail.smtp.helper.SimpleMessageListener;
import org.subethamail.smtp.helper.SimpleMessageListenerAdapter;
import org.subethamail.smtp.server.SMTPServer;

/** Serves a client that sends many commands. */
public final class SubEthaSmtpDriver {
    public static void main(String[] args) throws Exception {
        SMTPServer server = new SMTPServer(new SimpleMessageListenerAdapter(new SimpleMessageListener() {
            @Override
            public boolean accept(String from, String recipient) {
                return true;
            }

            @Override
            public void deliver(String from, String recipient, java.io.InputStream data) {}
        }));
        server.setBindAddress(InetAddress.getLoopbackAddress());
        server.setPort(0);
        server.setHostName("localhost");
        server.start();
        long replies = 0;
        try (Socket socket = new Socket(server.getBindAddress(), server.getPort())) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), "US-ASCII"));
            in.readLine();
            byte[] command = "VRFY somebody.with.a.rather.long.address@mail.example.org\r\n".getBytes("US-ASCII");
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                socket.getOutputStream().write(command);
                replies += in.readLine().length();
            }
        }
        server.stop();
        System.out.println(replies);
    }
}
