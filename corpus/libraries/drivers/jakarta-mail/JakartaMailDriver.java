import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Date;
import java.util.Properties;
import javax.mail.Session;
import javax.mail.internet.InternetAddress;
import javax.mail.internet.MimeMessage;

/** Exports messages to files, a line at a time. */
public final class JakartaMailDriver {
    public static void main(String[] args) throws Exception {
        MimeMessage message = new MimeMessage(Session.getInstance(new Properties()));
        message.setFrom(new InternetAddress("a@example.org"));
        message.setSubject("perfhint");
        message.setSentDate(new Date(1_600_000_000_000L));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("this is line ").append(i).append('\n');
        }
        message.setText(text.toString(), "US-ASCII");
        message.saveChanges();
        message.setHeader("Message-ID", "<1@example.org>");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(Path.of(args[0], "out.eml").toFile())) {
                message.writeTo(out);
            }
        }
    }
}
