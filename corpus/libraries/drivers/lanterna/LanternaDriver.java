import com.googlecode.lanterna.TextColor;
import com.googlecode.lanterna.terminal.Terminal;
import com.googlecode.lanterna.terminal.ansi.TelnetTerminalServer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Draws a line of text for a telnet client, which reads it. */
public final class LanternaDriver {
    public static void main(String[] args) throws Exception {
        TelnetTerminalServer server = new TelnetTerminalServer(0, StandardCharsets.UTF_8);
        long sum = 0;
        try (Socket client = new Socket("localhost", server.getServerSocket().getLocalPort())) {
            Terminal terminal = server.acceptConnection();
            byte[] seen = new byte[1 << 16];
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                terminal.setCursorPosition(0, i % 24);
                terminal.setForegroundColor(i % 2 == 0 ? TextColor.ANSI.GREEN : TextColor.ANSI.RED);
                for (char each : ("line " + i + " of a screen of text that somebody looks at").toCharArray()) {
                    terminal.putCharacter(each);
                }
                terminal.putCharacter('~');
                terminal.flush();
                int read;
                do {
                    read = client.getInputStream().read(seen);
                    for (int j = 0; j < read; j++) {
                        sum = sum * 31 + seen[j];
                    }
                } while (seen[read - 1] != '~');
            }
        }
        System.out.println(sum);
        System.out.flush();
        System.exit(0);
    }
}
