import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.message.*;

public final class Mime4jDriver {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("X-Header-").append(i).append(": value ").append(i).append("\r\n");
        }
        text.append("From: a@b.c\r\nTo: d@e.f\r\nSubject: hello\r\nContent-Type: text/plain\r\n\r\nbody\r\n");
        Message message = new DefaultMessageBuilder().parseMessage(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.US_ASCII)));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(Path.of(args[0], "a.eml").toFile())) {
                new DefaultMessageWriter().writeMessage(message, out);
            }
        }
    }
}
