import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import org.jwat.warc.*;

public final class JwatDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.warc");
        if (!Files.exists(file)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 50; i++) {
                byte[] body = ("body of record " + i + "\n").repeat(5).getBytes(StandardCharsets.US_ASCII);
                all.write(("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://example.org/" + i
                        + "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-0000000000"
                        + (10 + i) + ">\r\nContent-Type: text/plain\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                all.write(body);
                all.write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            Files.write(file, all.toByteArray());
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (InputStream in = new FileInputStream(file.toFile())) {
                WarcReader reader = WarcReaderFactory.getReaderUncompressed(in);
                for (WarcRecord record = reader.getNextRecord(); record != null; record = reader.getNextRecord()) {
                    sum = sum * 31 + record.header.contentLength + record.header.warcTargetUriStr.hashCode();
                }
                reader.close();
            }
        }
        System.out.println(sum);
    }
}
