import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.vafer.jdeb.Console;
import org.vafer.jdeb.DataConsumer;
import org.vafer.jdeb.DataProducer;
import org.vafer.jdeb.DebMaker;
import org.vafer.jdeb.shaded.commons.compress.archivers.tar.TarArchiveEntry;

/** Packs a Debian package with bzip2. */
public final class JDebDriver {
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path control = directory.resolve("control");
        Files.createDirectories(control);
        Files.writeString(control.resolve("control"), "Package: perf\nVersion: 1\nSection: misc\nPriority: low\n"
                + "Architecture: all\nMaintainer: A <a@example.org>\nDescription: test\n");
        byte[] content = new byte[60_000];
        new java.util.Random(1).nextBytes(content);
        DataProducer producer = new DataProducer() {
            @Override
            public void produce(DataConsumer receiver) throws java.io.IOException {
                TarArchiveEntry entry = new TarArchiveEntry("./data.bin", true);
                entry.setSize(content.length);
                entry.setModTime(1_600_000_000_000L);
                receiver.onEachFile(new java.io.ByteArrayInputStream(content), entry);
            }
        };
        Console quiet = new Console() {
            @Override
            public void debug(String message) {}

            @Override
            public void info(String message) {}

            @Override
            public void warn(String message) {}
        };
        File deb = directory.resolve("out.deb").toFile();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            DebMaker maker = new DebMaker(quiet, List.of(producer), List.of());
            maker.setPackage("perf");
            maker.setControl(control.toFile());
            maker.setDeb(deb);
            maker.setCompression("bzip2");
            maker.setDigest("SHA256");
            maker.setTarLongFileMode("gnu");
            maker.setTarBigNumberMode("gnu");
            maker.setOutputTimestampMs(1_600_000_000_000L);
            maker.validate();
            maker.makeDeb();
        }
    }
}
