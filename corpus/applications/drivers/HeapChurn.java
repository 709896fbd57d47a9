//DEPS org.apache.commons:commons-compress:1.27.1
//KIND library
//JVM -Xms64m -XX:+UseG1GC
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Archives are built in memory while the heap grows and shrinks; {@code thp} and {@code fixed} are JVM flags of the A/B. */
final class HeapChurn {
    public static void main(String[] args) throws Exception {
        byte[] content = new byte[1 << 20];
        new Random(1).nextBytes(content);
        int[] n = new int[1];
        Bench.loop(1, () -> {
            byte[][] archives = new byte[12][];
            for (int i = 0; i < archives.length; i++) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
                    for (int e = 0; e < 8; e++) {
                        TarArchiveEntry entry = new TarArchiveEntry("e" + e);
                        entry.setSize(content.length);
                        tar.putArchiveEntry(entry);
                        new ByteArrayInputStream(content).transferTo(tar);
                        tar.closeArchiveEntry();
                    }
                }
                archives[i] = bytes.toByteArray();
            }
            if (++n[0] % 4 == 0) {
                archives = null;
                System.gc();
            }
        });
    }
}
