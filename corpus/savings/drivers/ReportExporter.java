import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Exports orders as a table, as JSON and as an index, then checks what it wrote. */
final class ReportExporter {
    record Order(long id, String customer, int cents, String token) {}

    private final Path dir;
    private final Map<String, Long> totals = new TreeMap<>();

    private ReportExporter(Path dir) {
        this.dir = dir;
    }

    static void run(int units) throws Exception {
        Path dir = Files.createTempDirectory("exporter");
        ReportExporter exporter = new ReportExporter(dir);
        Path input = dir.resolve("orders.csv");
        exporter.writeInput(input, units);
        List<Order> orders = exporter.readInput(input);
        exporter.exportJson(orders);
        exporter.exportTable(orders);
        exporter.exportIndex(orders);
        exporter.exportSummaries(orders);
        exporter.audit(orders);
        System.err.println(exporter.verify());
        try (var files = Files.walk(dir)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }

    /** Right: one buffer round the file. */
    private void writeInput(Path file, int units) throws IOException {
        try (var out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < units; i++) {
                out.write(i + ";customer " + i % 97 + ";" + i * 31L % 10_007 + "\n");
            }
        }
    }

    private List<Order> readInput(Path file) throws IOException {
        List<Order> orders = new ArrayList<>();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] parts = line.split(";");
                orders.add(new Order(Long.parseLong(parts[0]), parts[1], Integer.parseInt(parts[2]), token()));
            }
        }
        return orders;
    }

    /** A new generator for each token. */
    private static String token() {
        try {
            SecureRandom random = SecureRandom.getInstanceStrong();
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The mapper flushes after each value. */
    private void exportJson(List<Order> orders) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(dir.resolve("orders.json")));
        try (SequenceWriter out = mapper.writer().withRootValueSeparator("\n").writeValues(file)) {
            for (Order order : orders) {
                out.write(Map.of("id", order.id(), "customer", order.customer(), "cents", order.cents()));
            }
        }
    }

    /** Some writes for each line, none of a single byte. */
    private void exportTable(List<Order> orders) throws IOException {
        try (FileOutputStream out = new FileOutputStream(dir.resolve("orders.txt").toFile())) {
            for (Order order : orders) {
                out.write(cell(Long.toString(order.id()), 10));
                out.write(cell(order.customer(), 20));
                out.write(cell(Integer.toString(order.cents()), 12));
            }
        }
    }

    private static byte[] cell(String text, int width) {
        return (text + " ".repeat(width - text.length())).getBytes(StandardCharsets.US_ASCII);
    }

    private void exportIndex(List<Order> orders) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(dir.resolve("orders.idx").toFile()))) {
            for (Order order : orders) {
                out.writeLong(order.id());
                out.writeInt(order.cents());
            }
        }
    }

    private void exportSummaries(List<Order> orders) throws IOException {
        for (Order order : orders) {
            totals.merge(order.customer(), (long) order.cents(), Long::sum);
        }
        try (FileWriter out = new FileWriter(dir.resolve("totals.txt").toFile())) {
            for (Map.Entry<String, Long> total : totals.entrySet()) {
                out.write(total.getKey() + " " + total.getValue() + "\n");
            }
        }
    }

    /** Opens the file, writes and closes it for each record. */
    private void audit(List<Order> orders) {
        Path log = dir.resolve("audit.log");
        for (Order order : orders) {
            try {
                Files.writeString(log, "exported " + order.id() + " " + order.token() + "\n", StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Right: reads whole files; and by the index, eight bytes at a time. */
    private long verify() throws IOException {
        CRC32 crc = new CRC32();
        for (String name : List.of("orders.json", "orders.txt", "audit.log", "totals.txt")) {
            crc.update(Files.readAllBytes(dir.resolve(name)));
        }
        long sum = crc.getValue();
        try (RandomAccessFile index = new RandomAccessFile(dir.resolve("orders.idx").toFile(), "r")) {
            for (long at = 0; at < index.length(); at += 12) {
                sum += index.readLong();
                sum += index.readInt();
            }
        }
        return sum;
    }
}
