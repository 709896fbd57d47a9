import com.squareup.tape.QueueFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Reads the elements of a queue file byte by byte. */
public final class TapeDriver {
    public static void main(String[] args) throws Exception {
        File file = Path.of(args[0], "queue").toFile();
        boolean fresh = !file.exists();
        QueueFile queue = new QueueFile(file);
        if (fresh) {
            for (int i = 0; i < 50; i++) {
                queue.add(("message number " + i).getBytes("US-ASCII"));
            }
        }
        long[] sum = new long[1];
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            queue.forEach(new QueueFile.ElementReader() {
                @Override
                public void read(InputStream in, int length) throws IOException {
                    for (int b = in.read(); b >= 0; b = in.read()) {
                        sum[0] += b;
                    }
                }
            });
        }
        queue.close();
        System.out.println(sum[0]);
    }
}
