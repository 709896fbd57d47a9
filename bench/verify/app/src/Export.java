import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.IntConsumer;

/** Five unbuffered streams; with a buffer audit() prints another length, and index() breaks what ExportTest checks. */
final class Export {
    private Export() {}

    public static void main(String[] args) throws IOException {
        int rows = Integer.parseInt(args[0]);
        orders(rows);
        index(rows, last -> { });
        audit(rows);
        System.out.println(sum() + " " + tail(rows));
    }

    static void orders(int rows) throws IOException {
        try (OutputStream out = new FileOutputStream("orders.bin")) {
            for (int i = 0; i < rows; i++) {
                out.write(i);
            }
        }
    }

    static void index(int rows, IntConsumer afterLast) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream("index.bin"))) {
            for (int i = 0; i < rows; i++) {
                out.writeInt(i);
            }
            afterLast.accept(rows - 1);
        }
    }

    static void audit(int rows) throws IOException {
        File file = new File("audit.log");
        try (OutputStream out = new FileOutputStream(file)) {
            for (int i = 0; i < rows; i++) {
                out.write('.');
            }
            System.out.println("audit: " + file.length());
        }
    }

    static long sum() throws IOException {
        long sum = 0;
        try (InputStream in = new FileInputStream("orders.bin")) {
            for (int each = in.read(); each >= 0; each = in.read()) {
                sum += each;
            }
        }
        return sum;
    }

    static long tail(int rows) throws IOException {
        try (DataInputStream in = new DataInputStream(new FileInputStream("index.bin"))) {
            long last = 0;
            for (int i = 0; i < rows; i++) {
                last = in.readInt();
            }
            return last;
        }
    }
}
