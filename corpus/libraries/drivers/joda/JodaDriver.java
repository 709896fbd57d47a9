import java.io.File;
import java.nio.file.*;
import org.joda.time.tz.ZoneInfoCompiler;

public final class JodaDriver {
    public static void main(String[] args) throws Exception {
        Path source = Path.of(args[0], "europe");
        StringBuilder text = new StringBuilder("Rule EU 1981 max - Mar lastSun 1:00u 1:00 S\nRule EU 1996 max - Oct lastSun 1:00u 0 -\n");
        for (int i = 0; i < 40; i++) {
            text.append("Zone Europe/City").append(i).append(" 0:").append(10 + i % 40).append(" - LMT 1893 Apr\n")
                    .append("\t\t\t1:00 EU CE%sT\n");
        }
        Files.writeString(source, text);
        java.io.PrintStream out = System.out;
        System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            new ZoneInfoCompiler().compile(new File(args[0], "zones"), new File[] {source.toFile()});
        }
        System.setOut(out);
    }
}
