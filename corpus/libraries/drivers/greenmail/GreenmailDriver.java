import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.*;
import java.io.*;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A mail program that asks a GreenMail server over POP3 for the sizes of the 200 messages of a mailbox, 20 commands ahead. */
public final class GreenmailDriver {
    public static void main(String[] args) throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(21241, "127.0.0.1", ServerSetup.PROTOCOL_POP3));
        server.start();
        GreenMailUser user = server.setUser("ann@localhost", "ann", "secret");
        for (int i = 0; i < 200; i++) {
            String text = "Subject: order " + i + "\r\n\r\nshipped\r\n";
            user.deliver(GreenMailUtil.newMimeMessage(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
        }
        long lines = 0;
        try (Socket socket = new Socket("127.0.0.1", 21241)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII), 65536);
            Writer out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII);
            in.readLine();
            ask(in, out, "USER ann");
            ask(in, out, "PASS secret");
            int units = Integer.parseInt(args[1]);
            for (int done = 0; done < units; done += 20) {
                int batch = Math.min(20, units - done);
                out.write("LIST\r\n".repeat(batch));
                out.flush();
                for (int ended = 0; ended < batch; ) {
                    String line = in.readLine();
                    lines += line.length();
                    ended += line.equals(".") ? 1 : 0;
                }
            }
            ask(in, out, "QUIT");
        }
        server.stop();
        System.out.println(lines);
    }

    private static void ask(BufferedReader in, Writer out, String command) throws IOException {
        out.write(command + "\r\n");
        out.flush();
        String answer = in.readLine();
        if (!answer.startsWith("+OK")) {
            throw new IOException(answer);
        }
    }
}
