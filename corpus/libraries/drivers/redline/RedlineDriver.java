import java.io.File;
import java.nio.file.*;
import org.redline_rpm.Builder;
import org.redline_rpm.header.*;

public final class RedlineDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.txt");
        Files.writeString(file, "content\n".repeat(50));
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Builder builder = new Builder();
            builder.setPackage("a", "1", "1");
            builder.setPlatform(Architecture.NOARCH, Os.LINUX);
            builder.setType(RpmType.BINARY);
            for (int j = 0; j < 10; j++) {
                builder.addFile("/opt/a/f" + j, file.toFile());
            }
            File rpm = new File(args[0], builder.build(new File(args[0])));
            sum += rpm.length() > 1000 ? 1 : 0;
            rpm.delete();
        }
        System.out.println(sum);
    }
}
