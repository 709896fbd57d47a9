package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are no recordings, whatever they are called: one line that says what the file is, and exit code 2. */
class ForeignFileTest {
    @TempDir
    private Path directory;

    private record Foreign(String name, byte[] content, String said) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Foreign> foreignFiles() throws IOException {
        Path shipped = Path.of("../fixtures/recordings");
        byte[] recording = Files.readAllBytes(Path.of(Example.JFR));
        return List.of(
                new Foreign("empty.jfr", new byte[0], "empty"),
                new Foreign("Main.class", resource("ForeignFileTest.class"), "a program"),
                new Foreign("elf", binary("\u007fELF\u0002\u0001\u0001"), "a program"),
                new Foreign("shot.png", binary("\u0089PNG\r\n\u001a\n"), "not a recording; expected a JFR file, a profile in pprof or OTLP"),
                new Foreign("run.zip", binary("PK\u0003\u0004"), "a zip archive"),
                new Foreign("run.tar", tar(recording), "a tar archive"),
                new Foreign("run.tar.gz", gzip(tar(recording)), "a tar archive"),
                new Foreign("run.jfr.gz.gz", gzip(gzip(recording)), "compressed with gzip twice"),
                new Foreign("powershell.collapsed", "\ufeffa/B.c_[j];d/E.f_[j] 5\n".getBytes(StandardCharsets.UTF_16LE), "UTF-16"),
                new Foreign("heap.hprof", binary("JAVA PROFILE 1.0.2"), "a heap dump"),
                new Foreign("old.prof", text("heap profile:   1:  8 [ 1: 8] @ heapprofile\n"), "pprof profile of the format before protobuf"),
                new Foreign("old-cpu.prof.gz", gzip(Arrays.copyOf(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 3}, 500)), "before protobuf"),
                new Foreign("perf.data", binary("PERFILE2"), "a perf.data file"),
                new Foreign("cpu.pprof", binary("\n\u0004\b\u0001\u0010\u0002"), "not a recording; expected a JFR file, a profile in pprof or OTLP"),
                new Foreign("cpu.pprof.gz", gzip(binary("\n\u0004\b\u0001\u0010\u0002")), "not a recording; expected a JFR file, a profile in pprof or OTLP"),
                new Foreign("run.jfr.zst", binary("(\u00b5/\u00fd"), "compressed"),
                new Foreign("run.jfr.lz4", binary("\u0004\"M\u0018"), "compressed"),
                new Foreign("run.jfr.xz", binary("\u00fd7zXZ"), "compressed"),
                new Foreign("run.jfr.bz2", binary("BZh9"), "compressed"),
                new Foreign("profile.json", text("{\"shared\": {\"frames\": []}}\n"), "JSON"),
                new Foreign("notes.jfr", text("these are\nmy notes\n"), "a text file"),
                new Foreign("page.html", text("<html><body>hello</body></html>"), "HTML"),
                new Foreign("flame.svg", text("<?xml version=\"1.0\"?>\n<svg><title>Flame Graph</title></svg>\n"), "flame graph"),
                new Foreign("blank.collapsed", text("\n\n\n"), "a text file"),
                new Foreign("uncounted.collapsed", text("a;b;c\na;b;d\n"), "a text file"),
                new Foreign("zeros.jfr", new byte[100_000], "nothing can be read"),
                new Foreign("short.jfr", Arrays.copyOf(recording, 40), "no chunk"),
                new Foreign("header.jfr", Arrays.copyOf(recording, 68), "nothing can be read"),
                new Foreign("jfr09.jfr", binary("FLR\0\0\0\0\u0009"), "JFR format 0.9, written by Oracle JDK 7 or 8 or async-profiler 1"),
                new Foreign("jfr10.jfr", binary("FLR\0\0\1\0\0"), "JFR format 1.0, written by Oracle JDK 9 or 10"),
                new Foreign("jfr77.jfr", binary("FLR\0\0M\0\0"), "unknown version of the JFR format"),
                new Foreign("header-only.gz", Arrays.copyOf(gzip(recording), 10), "gzip data is cut off"),
                new Foreign("raw-killed.part.gz", Files.readAllBytes(shipped.resolve("jfr-11/raw-killed.part.gz")),
                        "no usable description of the event types"),
                new Foreign("raw-early.jfr.gz", Files.readAllBytes(shipped.resolve("jfr-17/raw-early.jfr.gz")),
                        "no usable description of the event types"),
                new Foreign("killed-2.9.jfr.gz", Files.readAllBytes(shipped.resolve("async-profiler-2.9/cpu-killed.jfr.gz")),
                        "9595 samples without stack traces"),
                new Foreign("killed-4.6.jfr.gz", Files.readAllBytes(shipped.resolve("async-profiler-4.6/cpu-killed.jfr.gz")),
                        "9563 samples without stack traces"));
    }

    @ParameterizedTest
    @MethodSource("foreignFiles")
    void isRefusedInOneLine(Foreign foreign) throws IOException {
        for (String name : List.of(foreign.name(), "lies.jfr")) {
            String path = Files.write(directory.resolve(name), foreign.content()).toString();
            for (String command : List.of("analyze", "hotspots")) {
                Invocation run = Invocation.of(command, path);
                assertThat(run.code()).as(run.err()).isEqualTo(2);
                assertThat(run.out()).isEmpty();
                assertThat(run.err().lines()).as(run.err()).hasSize(1);
                assertThat(run.err()).startsWith("perfhint: ").contains(name).contains(foreign.said());
            }
        }
    }

    private static byte[] binary(String start) {
        byte[] head = start.getBytes(StandardCharsets.ISO_8859_1);
        byte[] content = Arrays.copyOf(head, 5000);
        for (int i = head.length; i < content.length; i++) {
            content[i] = (byte) (i * 31 >> 3);
        }
        return content;
    }

    private static byte[] tar(byte[] content) {
        byte[] archive = new byte[512 + content.length];
        System.arraycopy(text("run.jfr"), 0, archive, 0, 7);
        System.arraycopy(text("ustar"), 0, archive, 257, 5);
        System.arraycopy(content, 0, archive, 512, content.length);
        return archive;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = ForeignFileTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
