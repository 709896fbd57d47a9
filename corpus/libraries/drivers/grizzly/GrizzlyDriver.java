import java.io.File;
import org.glassfish.grizzly.http.server.accesslog.FileAppender;

/** Logs requests to a file, with the appender that AccessLogBuilder sets up. */
public final class GrizzlyDriver {
    public static void main(String[] args) throws Exception {
        try (FileAppender appender = new FileAppender(new File(args[0], "access.log"))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                appender.append("127.0.0.1 - - [25/Nov/2026:16:00:00 +0000] \"GET /item/" + i + " HTTP/1.1\" 200 " + (i % 5000));
            }
        }
    }
}
