import io.protostuff.*;
import java.io.*;
import java.nio.file.*;

/** Reads a journal of 2,000 messages that a source opens. */
public final class ProtostuffDriver {
    private interface Source {
        InputStream open(Path file) throws IOException;
    }

    public static void main(String[] args) throws Exception {
        Path journal = Path.of(args[0], "orders.ps");
        if (!Files.exists(journal)) {
            write(journal);
        }
        Source source = Files::newInputStream;
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum = sum * 31 + read(source, journal);
        }
        System.out.println(sum);
    }

    private static long read(Source source, Path file) throws IOException {
        long sum = 0;
        try (InputStream in = source.open(file)) {
            for (int i = 0; i < 2000; i++) {
                Order order = new Order();
                ProtostuffIOUtil.mergeDelimitedFrom(in, order, Order.SCHEMA);
                sum = sum * 31 + order.id + order.customer.hashCode();
            }
        }
        return sum;
    }

    private static void write(Path file) throws IOException {
        LinkedBuffer buffer = LinkedBuffer.allocate();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 2000; i++) {
                Order order = new Order();
                order.id = i * 1000L;
                order.customer = "customer " + i;
                ProtostuffIOUtil.writeDelimitedTo(out, order, Order.SCHEMA, buffer);
                buffer.clear();
            }
        }
    }
}
