import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import freemarker.template.Configuration;
import java.awt.image.BufferedImage;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamWriter;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.io.EndianUtils;
import org.apache.logging.log4j.LogManager;

/**
 * Programs with remedies of rules that predict a saving, written after the model of the prediction, before any of them was
 * recorded; the remedy is the advice as printed. Arguments: CASE base|remedy UNITS.
 */
public class Sequel {
    static boolean remedy;
    static int units;
    static Path dir;
    static double sink;

    public static void main(String[] args) throws Exception {
        remedy = args[1].equals("remedy");
        units = Integer.parseInt(args[2]);
        dir = Files.createTempDirectory("sequel");
        run(args[0]);
        try (var files = Files.walk(dir)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
        System.err.println(sink);
        System.exit(0);
    }

    private static void run(String name) throws Exception {
        switch (name) {
            case "tar" -> tar();
            case "swapped" -> swapped();
            case "stax" -> stax();
            case "digest" -> digest();
            case "objects" -> objects();
            case "fields" -> fields();
            case "printf" -> printf();
            case "console" -> console();
            case "sender" -> sender();
            case "receiver" -> receiver();
            case "copy" -> copy();
            case "csv" -> csv();
            case "json" -> json();
            case "report" -> report();
            case "audit" -> audit();
            case "journal" -> journal();
            case "walk" -> walk();
            case "checks" -> checks();
            case "templates" -> templates();
            case "image" -> image();
            case "thumbs" -> thumbs();
            case "positions" -> positions();
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Work of the program's own, a quarter of a microsecond each step. */
    static double price(int order, int steps) {
        double sum = order;
        for (int i = 1; i < steps; i++) {
            sum += Math.sqrt(sum + i) / i;
        }
        sink += sum;
        return sum;
    }

    private static File file(String name) {
        return dir.resolve(name).toFile();
    }

    private static OutputStream output(String name) throws Exception {
        OutputStream raw = new FileOutputStream(file(name));
        return remedy ? new BufferedOutputStream(raw) : raw;
    }

    private static InputStream input(String name) throws Exception {
        InputStream raw = new FileInputStream(file(name));
        return remedy ? new BufferedInputStream(raw) : raw;
    }

    /** An archive of small entries. */
    private static void tar() throws Exception {
        byte[] content = "a small file of an archive\n".repeat(8).getBytes();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(output("a.tar"))) {
            for (int i = 0; i < units; i++) {
                TarArchiveEntry entry = new TarArchiveEntry("orders/" + i + ".txt");
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
    }

    /** Little-endian numbers, read with Commons IO. */
    private static void swapped() throws Exception {
        Files.write(file("numbers").toPath(), new byte[4 * units]);
        try (InputStream in = input("numbers")) {
            for (int i = 0; i < units; i++) {
                sink += EndianUtils.readSwappedInteger(in) + price(i, 50);
            }
        }
    }

    /** XML written with the JDK's writer. */
    private static void stax() throws Exception {
        try (OutputStream out = output("a.xml")) {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("orders");
            for (int i = 0; i < units; i++) {
                xml.writeStartElement("order");
                xml.writeAttribute("id", String.valueOf(i));
                xml.writeCharacters("price " + price(i, 100));
                xml.writeEndElement();
            }
            xml.writeEndDocument();
            xml.flush();
        }
    }

    /** A checksum of bytes that an encoder writes one at a time. */
    private static void digest() throws Exception {
        try (DigestOutputStream out = new DigestOutputStream(output("a.sum"), MessageDigest.getInstance("SHA-256"))) {
            for (int i = 0; i < units; i++) {
                long value = (long) price(i, 20);
                for (; value > 127; value >>>= 7) {
                    out.write((int) (value | 128));
                }
                out.write((int) value);
            }
            sink += out.getMessageDigest().digest()[0];
        }
    }

    private record Order(int id, String name, double price) implements java.io.Serializable {}

    /** Objects that are read from a file. */
    private static void objects() throws Exception {
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(file("objects"))))) {
            for (int i = 0; i < units; i++) {
                out.writeObject(new Order(i, "order " + i, i));
            }
        }
        try (ObjectInputStream in = new ObjectInputStream(input("objects"))) {
            for (int i = 0; i < units; i++) {
                sink += ((Order) in.readObject()).id() + price(i, 50);
            }
        }
    }

    /** Records of a file with random access, field by field; the remedy reads a record's block. */
    private static void fields() throws Exception {
        Files.write(file("records").toPath(), new byte[20 * 1000]);
        byte[] block = new byte[20];
        try (RandomAccessFile in = new RandomAccessFile(file("records"), "r")) {
            for (int i = 0; i < units; i++) {
                in.seek(i * 7L % 1000 * 20);
                if (remedy) {
                    in.readFully(block);
                    ByteBuffer fields = ByteBuffer.wrap(block);
                    sink += fields.getInt() + fields.getLong() + fields.getInt() + fields.getShort() + fields.getShort();
                } else {
                    sink += in.readInt() + in.readLong() + in.readInt() + in.readShort() + in.readShort();
                }
                price(i, 400);
            }
        }
    }

    private static void printf() throws Exception {
        try (PrintStream out = new PrintStream(output("a.txt"))) {
            for (int i = 0; i < units; i++) {
                out.printf("order %d costs %s%n", i, price(i, 50));
            }
        }
    }

    private static void console() {
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        for (int i = 0; i < units; i++) {
            double price = price(i, 20);
            if (remedy) {
                out.println((int) price);
            } else {
                System.out.println((int) price);
            }
        }
        out.flush();
    }

    private static Socket peer(boolean writes) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket other = server.accept();
        Thread thread = new Thread(() -> {
            byte[] block = new byte[65536];
            try {
                while (writes) {
                    other.getOutputStream().write(block);
                }
                while (other.getInputStream().read(block) >= 0) {
                    sink++;
                }
            } catch (Exception e) {
                sink++;
            }
        }, "peer");
        thread.setDaemon(true);
        thread.start();
        return client;
    }

    /** Messages of numbers to a peer that only reads. */
    private static void sender() throws Exception {
        OutputStream raw = peer(false).getOutputStream();
        DataOutputStream out = new DataOutputStream(remedy ? new BufferedOutputStream(raw) : raw);
        for (int i = 0; i < units; i++) {
            for (int field = 0; field < 50; field++) {
                out.writeByte((int) price(i + field, 50));
            }
            out.flush();
        }
    }

    /** Numbers from a peer that only writes. */
    private static void receiver() throws Exception {
        InputStream raw = peer(true).getInputStream();
        DataInputStream in = new DataInputStream(remedy ? new BufferedInputStream(raw) : raw);
        for (int i = 0; i < units; i++) {
            sink += in.readInt() + price(i, 100);
        }
    }

    private static void copy() throws Exception {
        Files.write(file("from").toPath(), new byte[256 * units]);
        byte[] buffer = new byte[remedy ? 65536 : 256];
        try (InputStream in = new FileInputStream(file("from")); OutputStream out = new FileOutputStream(file("to"))) {
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        }
        for (int i = 0; i < units; i++) {
            price(i, 100);
        }
    }

    private static void csv() throws Exception {
        try (CSVPrinter csv = new CSVPrinter(new FileWriter(file("a.csv")), CSVFormat.DEFAULT)) {
            for (int i = 0; i < units; i++) {
                csv.printRecord(i, "order", (int) price(i, 50));
                if (!remedy) {
                    csv.flush();
                }
            }
        }
    }

    /** Jackson flushes after each value; the remedy flushes when the file is complete. */
    private static void json() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        mapper.getFactory().disable(com.fasterxml.jackson.core.JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        mapper.configure(SerializationFeature.FLUSH_AFTER_WRITE_VALUE, !remedy);
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file("a.json")));
                var generator = mapper.getFactory().createGenerator(out)) {
            for (int i = 0; i < units; i++) {
                mapper.writeValue(generator, Map.of("id", i, "price", (int) price(i, 50)));
            }
        }
    }

    /** A writer with autoflush; the remedy is one without. */
    private static void report() throws Exception {
        try (PrintWriter out = new PrintWriter(new FileWriter(file("a.txt")), !remedy)) {
            for (int i = 0; i < units; i++) {
                out.println("order " + (int) price(i, 50));
            }
        }
    }

    private static void audit() throws Exception {
        Path config = dir.resolve("log4j2.xml");
        Files.writeString(config, "<Configuration><Appenders><RollingFile name='f' fileName='" + dir.resolve("log")
                + "' filePattern='" + dir.resolve("log") + ".%i' immediateFlush='" + !remedy
                + "'><PatternLayout pattern='%m%n'/><SizeBasedTriggeringPolicy size='20MB'/></RollingFile></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='f'/></Root></Loggers></Configuration>");
        System.setProperty("log4j2.configurationFile", config.toString());
        var logger = LogManager.getLogger("audit");
        for (int i = 0; i < units; i++) {
            logger.info("order");
            price(i, 20);
        }
        LogManager.shutdown();
    }

    /** A sync for each record; the remedy syncs a group of fifty. */
    private static void journal() throws Exception {
        try (FileOutputStream out = new FileOutputStream(file("journal"))) {
            byte[] entry = new byte[80];
            for (int i = 0; i < units; i++) {
                out.write(entry);
                if (!remedy || i % 50 == 49) {
                    out.getFD().sync();
                }
                price(i, 2000);
            }
        }
    }

    /** Files of a tree, counted; the remedy uses the attributes that Files.find passes along. */
    private static void walk() throws Exception {
        for (int i = 0; i < 400; i++) {
            Path sub = Files.createDirectories(dir.resolve("tree/" + i % 8));
            Files.createFile(sub.resolve("file" + i));
        }
        Path tree = dir.resolve("tree");
        for (int i = 0; i < units; i++) {
            try (Stream<Path> files = remedy ? Files.find(tree, 9, (path, attributes) -> attributes.isRegularFile())
                    : Files.walk(tree).filter(Files::isRegularFile)) {
                sink += files.count();
            }
        }
    }

    /** Three questions about one file; the remedy reads its attributes once. */
    private static void checks() throws Exception {
        Path path = file("file").toPath();
        Files.createFile(path);
        for (int i = 0; i < units; i++) {
            if (remedy) {
                BasicFileAttributes once = Files.readAttributes(path, BasicFileAttributes.class);
                sink += once.isRegularFile() && !once.isDirectory() ? once.size() : 1;
            } else {
                sink += Files.isRegularFile(path) && !Files.isDirectory(path) ? Files.size(path) : 1;
            }
            price(i, 100);
        }
    }

    private static void templates() throws Exception {
        Files.writeString(file("page").toPath(), "<#include 'head'>order ${id} of ${name}");
        Files.writeString(file("head").toPath(), "<#include 'line'>shop<br>");
        Files.writeString(file("line").toPath(), "<hr>");
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_33);
        configuration.setDirectoryForTemplateLoading(dir.toFile());
        configuration.setTemplateUpdateDelayMilliseconds(remedy ? 60_000 : 0);
        for (int i = 0; i < units; i++) {
            configuration.getTemplate("page").process(Map.of("id", i, "name", "a" + price(i, 20)), new StringWriter());
        }
    }

    /** Images to files; the remedy is a memory-cached image stream over a buffered stream. */
    private static void image() throws Exception {
        BufferedImage image = new BufferedImage(40, 40, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < units; i++) {
            image.setRGB(i % 40, i / 40 % 40, i);
            if (remedy) {
                try (OutputStream file = new BufferedOutputStream(new FileOutputStream(file("image")));
                        ImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
                    ImageIO.write(image, "bmp", out);
                }
            } else {
                ImageIO.write(image, "bmp", file("image"));
            }
        }
    }

    /** Images from memory; the remedy lets ImageIO cache there too. */
    private static void thumbs() throws Exception {
        ImageIO.setUseCache(!remedy);
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB), "gif", png);
        for (int i = 0; i < units; i++) {
            sink += ImageIO.read(new ByteArrayInputStream(png.toByteArray())).getRGB(1, 1) + price(i, 500);
        }
    }

    /** Numbers at positions that follow each other; the remedy reads blocks. */
    private static void positions() throws Exception {
        Files.write(file("numbers").toPath(), new byte[8 * units]);
        ByteBuffer buffer = ByteBuffer.allocateDirect(remedy ? 8192 : 8);
        try (FileChannel in = FileChannel.open(file("numbers").toPath())) {
            for (long at = 0; at < 8L * units; at += buffer.capacity()) {
                buffer.clear();
                in.read(buffer, at);
                buffer.flip();
                while (buffer.remaining() >= 8) {
                    sink += buffer.getLong() + price((int) at, 100);
                }
            }
        }
    }
}
