import com.google.protobuf.*;
import java.io.*;

/** Reads a log of length-delimited messages. */
public final class ProtobufDriver {
    private final File log;

    private ProtobufDriver(File log) {
        this.log = log;
    }

    public static void main(String[] args) throws Exception {
        ProtobufDriver driver = new ProtobufDriver(new File(args[0], "events.pb"));
        if (!driver.log.exists()) {
            driver.write();
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum = sum * 31 + driver.read();
        }
        System.out.println(sum);
    }

    private void write() throws IOException {
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(log))) {
            for (int i = 0; i < 2000; i++) {
                Timestamp.newBuilder().setSeconds(1_600_000_000L + i).setNanos(i * 1000).build().writeDelimitedTo(out);
            }
        }
    }

    private long read() throws IOException {
        long sum = 0;
        try (FileInputStream in = new FileInputStream(log)) {
            for (Timestamp each = Timestamp.parseDelimitedFrom(in); each != null; each = Timestamp.parseDelimitedFrom(in)) {
                sum = sum * 31 + each.getSeconds() + each.getNanos();
            }
        }
        return sum;
    }
}
