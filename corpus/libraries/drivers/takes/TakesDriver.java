import java.io.*;
import java.net.*;
import org.takes.http.BkBasic;
import org.takes.http.FtBasic;
import org.takes.rq.RqHref;
import org.takes.rs.RsText;

public final class TakesDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread thread = new Thread(() -> {
            try {
                BkBasic back = new BkBasic(request -> new RsText(new RqHref.Base(request).href().path()));
                new FtBasic(back, server).start(() -> false);
            } catch (IOException closed) {
                throw new UncheckedIOException(closed);
            }
        });
        thread.setDaemon(true);
        thread.start();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (Socket socket = new Socket("localhost", server.getLocalPort())) {
                socket.getOutputStream().write(("GET /page/" + i % 100 + " HTTP/1.1\r\nHost: localhost\r\n"
                        + "User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept: text/html,text/plain\r\n"
                        + "Accept-Language: en\r\nConnection: close\r\n\r\n").getBytes());
                sum += new String(socket.getInputStream().readAllBytes()).hashCode();
            }
        }
        System.out.println(sum);
        System.out.flush();
        System.exit(0);
    }
}
