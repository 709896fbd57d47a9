import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.LogManager;
import javax.imageio.ImageIO;

/** The pattern that each setting of advice.tsv is advised for, with and without it. Arguments: CASE base|set UNITS. */
final class Settings {
    private static boolean set;
    private static int units;
    private static Path dir;
    private static long sink;

    private Settings() {}

    public static void main(String[] args) throws Exception {
        set = args[1].equals("set");
        units = Integer.parseInt(args[2]);
        dir = Files.createTempDirectory("settings");
        LogManager.getLogManager().reset();
        switch (args[0]) {
            case "sqlite-wal" -> rows("jdbc:sqlite:" + dir.resolve("db"), "pragma journal_mode=wal", "pragma synchronous=normal");
            case "hsqldb-delay" -> rows("jdbc:hsqldb:file:" + dir.resolve("db") + (set ? ";hsqldb.write_delay_millis=500"
                    : ";hsqldb.write_delay=false"));
            case "h2-delay" -> rows("jdbc:h2:file:" + dir.resolve("db") + (set ? ";WRITE_DELAY=2000" : ""));
            case "mapdb-mmap" -> mapdb();
            case "log4j2-flush" -> log4j2(set);
            case "log4j1-flush" -> log4j1();
            case "logback-flush" -> logback();
            case "tinylog-buffer" -> tinylog();
            case "juli-buffer" -> juli();
            case "freemarker-delay" -> freemarker();
            case "velocity-cache" -> velocity();
            case "pdfbox-memory" -> pdfbox();
            case "poi-tmpdir" -> poi();
            case "imageio-cache" -> imageio();
            case "tmpdir" -> temporary();
            case "inetaddr-ttl" -> lookups();
            case "malloc" -> direct();
            case "heap", "pretouch" -> heap();
            default -> throw new IllegalArgumentException(args[0]);
        }
        try (var files = Files.walk(dir)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
        System.err.println(sink == 42 ? "odd" : "done");
        System.exit(0);
    }

    private static void rows(String url, String... pragmas) throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            for (String pragma : set ? pragmas : new String[0]) {
                try (var statement = connection.createStatement()) {
                    statement.execute(pragma);
                }
            }
            connection.createStatement().execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, name VARCHAR(40))");
            PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)");
            for (int i = 0; i < units; i++) {
                insert.setInt(1, i);
                insert.setString(2, "order");
                insert.executeUpdate();
            }
        }
    }

    private static void mapdb() {
        var maker = org.mapdb.DBMaker.fileDB(dir.resolve("map").toFile());
        var db = (set ? maker.fileMmapEnableIfSupported() : maker).make();
        Map<Integer, byte[]> map = db.hashMap("m", org.mapdb.Serializer.INTEGER, org.mapdb.Serializer.BYTE_ARRAY).create();
        for (int i = 0; i < units; i++) {
            map.put(i % 10_000, new byte[100]);
            sink += map.get(i * 31 % 10_000) == null ? 0 : 1;
        }
        db.close();
    }

    private static void log4j2(boolean buffered) throws Exception {
        Path config = dir.resolve("log4j2.xml");
        Files.writeString(config, "<Configuration><Appenders><File name='f' fileName='" + dir.resolve("log")
                + "' immediateFlush='" + !buffered + "'><PatternLayout pattern='%d %p %m%n'/></File></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='f'/></Root></Loggers></Configuration>");
        System.setProperty("log4j2.configurationFile", config.toString());
        var logger = org.apache.logging.log4j.LogManager.getLogger("orders");
        for (int i = 0; i < units; i++) {
            logger.info("order {}", i);
        }
        org.apache.logging.log4j.LogManager.shutdown();
    }

    private static void log4j1() {
        Properties config = new Properties();
        config.setProperty("log4j.rootLogger", "INFO, FILE");
        config.setProperty("log4j.appender.FILE", "org.apache.log4j.FileAppender");
        config.setProperty("log4j.appender.FILE.File", dir.resolve("log").toString());
        config.setProperty("log4j.appender.FILE.layout", "org.apache.log4j.SimpleLayout");
        if (set) {
            config.setProperty("log4j.appender.FILE.immediateFlush", "false");
            config.setProperty("log4j.appender.FILE.bufferedIO", "true");
        }
        org.apache.log4j.PropertyConfigurator.configure(config);
        var logger = org.apache.log4j.Logger.getLogger("orders");
        for (int i = 0; i < units; i++) {
            logger.info("order " + i);
        }
        org.apache.log4j.LogManager.shutdown();
    }

    private static void logback() throws Exception {
        System.setProperty("logback.configurationFile", Files.writeString(dir.resolve("logback.xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'><file>" + dir.resolve("log")
                + "</file><immediateFlush>" + !set + "</immediateFlush><encoder><pattern>%d %p %m%n</pattern></encoder></appender>"
                + "<root level='info'><appender-ref ref='F'/></root></configuration>").toString());
        var logger = org.slf4j.LoggerFactory.getLogger("orders");
        for (int i = 0; i < units; i++) {
            logger.info("order {}", i);
        }
    }

    private static void tinylog() {
        org.tinylog.configuration.Configuration.set("writer", "file");
        org.tinylog.configuration.Configuration.set("writer.file", dir.resolve("log").toString());
        org.tinylog.configuration.Configuration.set("writer.buffered", String.valueOf(set));
        org.tinylog.configuration.Configuration.set("writingthread", String.valueOf(set));
        for (int i = 0; i < units; i++) {
            org.tinylog.Logger.info("order {}", i);
        }
    }

    private static void juli() throws Exception {
        if (set) {
            LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(
                    "org.apache.juli.FileHandler.bufferSize=8192".getBytes()));
        }
        var handler = new org.apache.juli.FileHandler(dir.toString(), "log", "");
        var logger = java.util.logging.Logger.getLogger("orders");
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.INFO);
        logger.addHandler(handler);
        for (int i = 0; i < units; i++) {
            logger.info("order " + i);
        }
        handler.close();
    }

    private static void freemarker() throws Exception {
        Files.writeString(dir.resolve("page"), "order ${id}");
        var configuration = new freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_33);
        configuration.setDirectoryForTemplateLoading(dir.toFile());
        configuration.setTemplateUpdateDelayMilliseconds(set ? 60_000 : 0);
        for (int i = 0; i < units; i++) {
            configuration.getTemplate("page").process(Map.of("id", i), new StringWriter());
        }
    }

    private static void velocity() throws Exception {
        Files.writeString(dir.resolve("page"), "order $id");
        var engine = new org.apache.velocity.app.VelocityEngine();
        engine.setProperty("resource.loader.file.path", dir.toString());
        if (set) {
            engine.setProperty("resource.loader.file.cache", "true");
            engine.setProperty("resource.loader.file.modification_check_interval", "60");
        }
        for (int i = 0; i < units; i++) {
            engine.getTemplate("page").merge(new org.apache.velocity.VelocityContext(Map.of("id", i)), new StringWriter());
        }
    }

    private static void pdfbox() throws Exception {
        var setting = set ? org.apache.pdfbox.io.MemoryUsageSetting.setupMixed(64L << 20)
                : org.apache.pdfbox.io.MemoryUsageSetting.setupTempFileOnly();
        for (int i = 0; i < units; i++) {
            try (var document = new org.apache.pdfbox.pdmodel.PDDocument(setting.streamCache)) {
                var page = new org.apache.pdfbox.pdmodel.PDPage();
                document.addPage(page);
                try (var content = new org.apache.pdfbox.pdmodel.PDPageContentStream(document, page)) {
                    for (int line = 0; line < 200; line++) {
                        content.addRect(line, i % 100, 10, 10);
                    }
                }
                document.save(new ByteArrayOutputStream());
            }
        }
    }

    private static void poi() throws Exception {
        for (int i = 0; i < units; i++) {
            try (var book = new org.apache.poi.xssf.streaming.SXSSFWorkbook(10)) {
                var sheet = book.createSheet();
                for (int row = 0; row < 40; row++) {
                    sheet.createRow(row).createCell(0).setCellValue(row);
                }
                book.write(new ByteArrayOutputStream());
            }
        }
    }

    private static void imageio() throws Exception {
        ImageIO.setUseCache(!set);
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(32, 32, BufferedImage.TYPE_INT_RGB), "png", image);
        for (int i = 0; i < units; i++) {
            sink += ImageIO.read(new ByteArrayInputStream(image.toByteArray())).getWidth();
        }
    }

    private static void temporary() throws Exception {
        for (int i = 0; i < units; i++) {
            File file = File.createTempFile("part", ".tmp");
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(new byte[500]);
            }
            file.delete();
        }
    }

    private static void lookups() throws Exception {
        for (int i = 0; i < units; i++) {
            sink += InetAddress.getByName("localhost").getAddress().length;
        }
    }

    private static void direct() {
        for (int i = 0; i < units; i++) {
            sink += ByteBuffer.allocateDirect(1 << 20).get(i);
        }
    }

    private static void heap() {
        byte[][] held = new byte[64][];
        for (int i = 0; i < units; i++) {
            held[i % 64] = new byte[100_000];
        }
        sink += held[1].length;
    }
}
