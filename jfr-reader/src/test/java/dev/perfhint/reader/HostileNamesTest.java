package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.chunk.ChunkWriter.Frame;
import dev.perfhint.reader.input.ProfileText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * A recording whose names try everything: terminal escapes, bidirectional overrides, line ends, paths that leave a
 * directory, megabytes. The command line's tests read it as {@code fixtures/recordings/hostile-names.jfr.gz}.
 */
class HostileNamesTest {
    static final Path SHIPPED = Path.of("..", "fixtures", "recordings", "hostile-names.jfr.gz");
    private static final int SAMPLES = 100;
    private static final String LONG = "x".repeat(1 << 20);

    /** Class and method names of the callers that write files. */
    static final List<Frame> CALLERS = List.of(
            caller("app/Escape\u001b[31m", "red\u001b]0;owned\u0007"),
            caller("app/Bidi\u202ecod", "run\u2066\u200fgpj"),
            caller("app/Lines\r\n", "first\nsecond\tthird\0"),
            caller("app/Control\u009b2J\u007f", "clear\u0085\u2028"),
            caller("../../Secret", "run"),
            caller("../Secret", "run"),
            caller("/etc/passwd", "run"),
            caller("..\\..\\Secret", "run"),
            caller("app/./../../Secret", "run"),
            caller("app/" + LONG, LONG));

    private static Frame caller(String className, String method) {
        return new Frame(className, method, 5, ChunkWriter.JIT);
    }

    private static byte[] recording() {
        ChunkWriter chunk = ChunkWriter.cpu();
        chunk.event(ChunkWriter.JVM, new Bytes().varint(chunk.nextTicks()).text("VM\u001b[2J").text("17\u202e").text("")
                .text("app.Main\u001b[5m ../.."));
        Frame kernel = new Frame("", "ksys_write", 0, ChunkWriter.KERNEL);
        Frame evilKernel = new Frame("", "\u001b[1mvfs_write", 0, ChunkWriter.KERNEL);
        Frame libc = new Frame("", "__GI_write", 0, ChunkWriter.NATIVE);
        Frame write = new Frame("java/io/FileOutputStream", "write", 300, ChunkWriter.JIT);
        for (int i = 0; i < CALLERS.size(); i++) {
            chunk.thread(i + 1, "worker\u001b[3" + i + "m\n" + "\u202e" + (i == 3 ? LONG : ""));
            chunk.stack(i + 1, evilKernel, kernel, libc, write, CALLERS.get(i));
            for (int sample = 0; sample < SAMPLES; sample++) {
                chunk.sample(i + 1, i + 1);
            }
            chunk.fileWrite(i + 1, "../../etc/\u001b[7mpasswd\n" + i, 1);
        }
        chunk.fileWrite(1, "/" + LONG, 1);
        chunk.socketWrite(1, "host\u001b[8m\u202e.example", "10.0.0.1\n", 70_000, 1);
        return chunk.toBytes();
    }

    @Test
    void keepsEveryNameAsItIs() throws IOException {
        if (Boolean.getBoolean("perfhint.bless")) {
            Files.write(SHIPPED, gzip(recording()));
        }
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(SHIPPED))) {
            assertThat(in.readAllBytes()).isEqualTo(recording());
        }
        Profile profile = ProfileText.read(SHIPPED);

        assertThat(profile.rows().totalSamples()).isEqualTo((long) SAMPLES * CALLERS.size());
        List<String> names = new ArrayList<>();
        for (int method = 0; method < profile.methods().size(); method++) {
            names.add(profile.methods().name(method));
        }
        for (Frame caller : CALLERS.subList(0, 9)) {
            assertThat(names).contains(caller.className().replace('/', '.') + '.' + caller.method());
        }
        // cut to a megabyte of bytes where it is read
        assertThat(names).anyMatch(name -> name.length() >= (1 << 20) && name.startsWith("app.xxx"));
        assertThat(profile.io()).extracting(IoOperation::target).contains("host\u001b[8m\u202e.example:70000");
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }
}
