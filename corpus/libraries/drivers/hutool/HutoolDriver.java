import cn.hutool.core.io.FileUtil;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;

/** Reads a log of 200 lines from a position on, as a program does that follows logs; one unit is one pass. */
public final class HutoolDriver {
    public static void main(String[] args) throws Exception {
        Path log = Path.of(args[0], "app.log");
        if (!Files.exists(log)) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                text.append("2022-03-01 12:00:00 INFO order ").append(i).append(" shipped\n");
            }
            Files.writeString(log, text);
        }
        long[] sum = new long[1];
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (RandomAccessFile file = FileUtil.createRandomAccessFile(log, cn.hutool.core.io.file.FileMode.r)) {
                file.seek(i % 50);
                FileUtil.readLines(file, StandardCharsets.UTF_8, line -> sum[0] = sum[0] * 31 + line.hashCode());
            }
        }
        System.out.println(sum[0]);
    }
}
