package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Repairs of a call instead of a creation: before, after, and both run with the same output. */
class CallRepairTest {
    @TempDir
    Path directory;

    private Fix fix;

    private String fixed(Repair repair, int line, String text, CallSite... callees) throws Exception {
        Program program = Program.of(directory, text).compiled();
        Path data = Files.write(directory.resolve("data"), "one\ntwo\r\nthree".repeat(20_000).getBytes(StandardCharsets.UTF_8));
        Files.createDirectories(directory.resolve("tree/a/b"));
        Files.writeString(directory.resolve("tree/a/file"), "");
        byte[] before = run(program, data);
        Sources sources = program.open();
        List<CallSite> stack = new java.util.ArrayList<>(List.of(callees));
        stack.add(new CallSite("a.Main", "main", line));
        Optional<Fix> proposed = new Fixer(sources).propose(new FixRequest(
                "f",
                repair,
                new Creation("a.Main", "main", directory, line, 1, "", false),
                stack,
                stack,
                OptionalDouble.empty()));
        fix = proposed.orElseThrow();
        FixSet set = new Fixer(sources).finish(List.of(fix), true);
        fix = set.fixes().get(0);
        if (set.patch().isEmpty()) {
            return text;
        }
        Git.apply(sources.base(), set.patch());
        program.compiled();
        assertThat(run(program, data)).isEqualTo(before);
        return program.text("a/Main.java");
    }

    private byte[] run(Program program, Path data) throws Exception {
        Path out = directory.resolve("result");
        Files.deleteIfExists(out);
        assertThat(program.run(data.toString(), out.toString())).isEmpty();
        return Files.readAllBytes(out);
    }

    private static final CallSite READ = new CallSite("java.io.FileInputStream", "read", 0);

    @Test
    void replacesPureCopyLoop() throws Exception {
        String after = fixed(Repair.ENLARGE_COPY, 9, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            byte[] buffer = new byte[512];
                            int length;
                            while ((length = in.read(buffer)) > 0) {
                                out.write(buffer, 0, length);
                            }
                        }
                    }
                }
                """, READ);
        assertThat(after).isEqualTo("""
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            in.transferTo(out);
                        }
                    }
                }
                """);
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void keepsLoopWhoseCountIsText() throws Exception {
        assertThat(fixed(Repair.ENLARGE_COPY, 9, """
                package a;
                import java.io.*;
                public class Main {
                    static String copy(InputStream in, OutputStream out) throws IOException {
                        byte[] buffer = new byte[256];
                        String sizes = "";
                        for (int n; (n = in.read(buffer)) != -1; ) {
                            out.write(buffer, 0, n);
                            sizes += n;
                        }
                        return sizes;
                    }
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                PrintStream out = new PrintStream(args[1])) {
                            out.print(copy(in, out).isEmpty());
                        }
                    }
                }
                """, READ, new CallSite("a.Main", "copy", 7), new CallSite("a.Main", "main", 16))).doesNotContain("transferTo");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void keepsCountOfCopyLoop() throws Exception {
        String after = fixed(Repair.ENLARGE_COPY, 9, """
                package a;
                import java.io.*;
                public class Main {
                    static long copy(InputStream in, OutputStream out) throws IOException {
                        byte[] buffer = new byte[256];
                        long count = 0;
                        for (int n; (n = in.read(buffer)) != -1; ) {
                            out.write(buffer, 0, n);
                            count += n;
                        }
                        return count;
                    }
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                PrintStream out = new PrintStream(args[1])) {
                            out.print(copy(in, out));
                        }
                    }
                }
                """,
                READ, new CallSite("a.Main", "copy", 7), new CallSite("a.Main", "main", 16));
        assertThat(after).contains("""
                        long count = 0;
                        count += in.transferTo(out);
                        return count;
                """.indent(0)).doesNotContain("buffer");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void changesTheCallerThatChoosesASmallArray() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    static long copy(InputStream in, OutputStream out, int size) throws IOException {
                        byte[] buffer = new byte[size];
                        long count = 0;
                        for (int n; (n = in.read(buffer)) != -1; ) {
                            out.write(buffer, 0, n);
                            count += n;
                        }
                        return count;
                    }
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                PrintStream out = new PrintStream(args[1])) {
                            out.print(copy(in, out, 64));
                            out.print(copy(in, out, 1 << 16));
                        }
                    }
                }
                """;
        CallSite copy = new CallSite("a.Main", "copy", 7);
        assertThat(fixed(Repair.ENLARGE_COPY, 9, text, READ, copy, new CallSite("a.Main", "main", 16)))
                .isEqualTo(text.replace("out, 64", "out, 65536"));
        String unknown = text.replace("out, 64", "out, args.length");
        assertThatThrownBy(() -> fixed(Repair.ENLARGE_COPY, 9, unknown, READ, copy, new CallSite("a.Main", "main", 16)));
    }

    @Test
    void enlargesArrayOfLoopThatDoesMore() throws Exception {
        String after = fixed(Repair.ENLARGE_COPY, 10, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            byte[] buffer = new byte[512];
                            int length;
                            while ((length = in.read(buffer)) > 0) {
                                crc.update(buffer, 0, length);
                                out.write(buffer, 0, length);
                            }
                        }
                    }
                }
                """, READ);
        assertThat(after).contains("byte[] buffer = new byte[65536];");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void keepsCommentInsideLoop() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            byte[] buffer = new byte[512];
                            int length;
                            while ((length = in.read(buffer)) > 0) {
                                out.write(buffer, 0, length); // as it comes
                            }
                        }
                    }
                }
                """;
        assertThat(fixed(Repair.ENLARGE_COPY, 9, text, READ)).isEqualTo(text.replace("byte[512]", "byte[65536]"));
    }

    @Test
    void leavesLoopWhoseLengthIsUsedAfterwards() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            byte[] buffer = new byte[512];
                            int length;
                            while ((length = in.read(buffer)) > 0) {
                                out.write(buffer, 0, length);
                            }
                            out.write(length);
                        }
                    }
                }
                """;
        assertThat(fixed(Repair.ENLARGE_COPY, 9, text, READ)).isEqualTo(text.replace("byte[512]", "byte[65536]"));
    }

    private String copying(String fields, String loop) throws Exception {
        return fixed(Repair.ENLARGE_COPY, 10, """
                package a;
                import java.io.*;
                public class Main {
                    %s
                    public static void main(String[] args) throws IOException {
                        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            byte[] buffer = new byte[SIZE]; int length; while (true) {
                                length = in.read(buffer); if (length < 0) break; %s
                                out.write(buffer, 0, length);
                            }
                        }
                    }
                    static void look(byte[] some) { }
                }
                """.formatted(fields, loop), READ);
    }

    /** Left alone where other code may have the constant, where it means something else too, or a piece's size does. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "private static final int SIZE = 128; | crc.update(buffer, 0, length); | SIZE = 65536; | new byte[SIZE]",
        "static final int SIZE = 64 * 2; | crc.update(buffer, 0, length); | SIZE = 65536; | new byte[SIZE]",
        "private static final int SIZE = 128; byte[] other = new byte[SIZE]; | crc.update(1); | SIZE = 65536; | new byte[SIZE]",
        "public static final int SIZE = 128; | crc.update(1); | SIZE = 128; | new byte[65536]",
        "private static final int SIZE = 128; int rest = SIZE - 3; | crc.update(1); | SIZE = 128; | new byte[65536]",
        "private static final int SIZE = 128; | if (length == SIZE) crc.update(1); | SIZE = 128; | new byte[SIZE]",
        "private static final int SIZE = 128; | if (length < 128) break; | SIZE = 128; | new byte[SIZE]",
        "private static final int SIZE = 128; | crc.update(buffer[3]); | SIZE = 128; | new byte[SIZE]",
        "private static final int SIZE = 128; | crc.update(buffer); | SIZE = 128; | new byte[SIZE]",
        "private static final int SIZE = 128; | look(buffer); | SIZE = 128; | new byte[SIZE]"
    })
    void enlargesTheConstantThatIsOnlyTheSizeOfTheArray(String fields, String loop, String constant, String array)
            throws Exception {
        assertThat(copying(fields, loop)).contains(constant).contains(array);
    }

    /** What a setter sets is a setting, even if nobody in view calls it. */
    @Test
    void leavesTheSizeThatASetterSets() {
        assertThatThrownBy(() -> copying("private static int SIZE = 128; public static void size(int size) { SIZE = size; }",
                "crc.update(buffer, 0, length);")).isInstanceOf(java.util.NoSuchElementException.class);
    }

    @Test
    void enlargesTheArrayThatTheCallerHandsOver() throws Exception {
        assertThat(fixed(Repair.ENLARGE_COPY, 8, """
                package a;
                import java.io.*;
                public class Main {
                    private static final int CHUNK = 100;
                    static long copy(InputStream in, OutputStream out, byte[] piece) throws IOException {
                        int n; long all = 0;
                        do {
                            n = in.read(piece, 0, piece.length);
                            if (n > 0) { out.write(piece, 0, n); all += n; }
                        } while (n > 0);
                        return all;
                    }
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                PrintStream out = new PrintStream(args[1])) {
                            copy(in, out, new byte[CHUNK]);
                        }
                    }
                }
                """, READ, new CallSite("a.Main", "copy", 8), new CallSite("a.Main", "main", 16))).contains("CHUNK = 65536;");
    }

    private String writing(String field, String between) throws Exception {
        return fixed(Repair.BUFFER_FILE_OUTPUT, 8, """
                package a;
                import java.io.*;
                public class Main {
                    private static FileOutputStream shared;
                    public static void main(String[] args) throws IOException {
                        try (FileOutputStream out = new FileOutputStream(args[1])) {
                            shared = out;
                            for (int i = 0; i < 100; i++) { record(out, "line " + i); }
                        }
                    }
                    static void record(FileOutputStream out, String text) {
                        try {
                            %1$s.write(text.getBytes());
                            %2$s
                            %1$s.write('\\n');
                            %1$s.flush();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                    static int more(String text) { return text.length(); }
                    static void set(FileOutputStream out) { shared = out; }
                }
                """.formatted(field, between), new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("a.Main", "record", 15));
    }

    @Test
    void writesThePartsOfARecordAtOnce() throws Exception {
        assertThat(writing("out", "")).contains("parts.write(text.getBytes());").contains("parts.write('\\n');")
                .contains("parts.writeTo(out);\n            out.flush();");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(writing("out", "if (more(text) > 3) { out.write(text.getBytes(), 0, 2); }"))
                .contains("parts.write(text.getBytes(), 0, 2); }");
        assertThat(fix.title()).contains("put 3 parts");
        assertThat(writing("shared", "int n = text.length();")).contains("parts.writeTo(shared);");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "out    | shared.write(1);",
        "out    | System.out.flush();",
        "out    | out.flush();",
        "out    | if (text.isEmpty()) { return; }",
        "out    | for (int i = 0; i < 3; i++) { out.write(i); }",
        "shared | set(out);",
        "shared | shared = out;"
    })
    void writesPartsOneByOneWhereSomethingBetweenThemMayTell(String field, String between) throws Exception {
        assertThat(writing(field, between)).doesNotContain("parts.write");
    }

    @Test
    void readsForwardFileThroughBuffer() throws Exception {
        String after = fixed(Repair.BLOCK_RANDOM_ACCESS, 8, """
                package a;
                import java.io.RandomAccessFile;
                import java.nio.file.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        StringBuilder text = new StringBuilder();
                        try (RandomAccessFile file = new RandomAccessFile(args[0], "r")) {
                            for (String line = file.readLine(); line != null; line = file.readLine()) {
                                text.append(line).append('|');
                            }
                        }
                        Files.writeString(Path.of(args[1]), text);
                    }
                }
                """, new CallSite("java.io.RandomAccessFile", "read", 0), new CallSite("java.io.RandomAccessFile", "readLine", 0));
        assertThat(after).contains("new BufferedRandomAccessFile(args[0], \"r\")");
        assertThat(fix.applicability()).isEqualTo(Applicability.SAFE);
    }

    @Test
    void leavesFileThatSeeks() throws Exception {
        String text = """
                package a;
                import java.io.RandomAccessFile;
                import java.nio.file.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        try (RandomAccessFile file = new RandomAccessFile(args[0], "r")) {
                            file.seek(3);
                            Files.writeString(Path.of(args[1]), "" + file.read());
                        }
                    }
                }
                """;
        assertThat(fixed(Repair.BLOCK_RANDOM_ACCESS, 8, text, new CallSite("java.io.RandomAccessFile", "read", 0)))
                .isEqualTo(text);
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
    }

    @Test
    void onlyShowsWhatNeedsJudgement() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        Writer out = new FileWriter(args[1]);
                        out.write("x");

                        out.flush();
                    }
                }
                """;
        assertThat(fixed(Repair.DROP_FLUSH, 8, text, new CallSite("java.io.OutputStreamWriter", "flush", 0))).isEqualTo(text);
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.title()).isEqualTo(
                "flush once after the last record, or at a message's end, instead of the call in line 8 of Main.java");
    }

    @Test
    void enlargesTheDefaultThatAConstructorPassesOn() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    static final int SIZE = 512;
                    private final byte[] buffer;
                    Main() { this(SIZE); }
                    Main(int size) { buffer = new byte[size]; }
                    void copy(InputStream in, OutputStream out, java.util.zip.CRC32 crc) throws IOException {
                        for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                            crc.update(buffer, 0, n);
                            out.write(buffer, 0, n);
                        }
                    }
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new FileInputStream(args[0]);
                                OutputStream out = new FileOutputStream(args[1])) {
                            %s.copy(in, out, new java.util.zip.CRC32());
                        }
                    }
                }
                """;
        CallSite write = new CallSite("java.io.FileOutputStream", "write", 0);
        CallSite copy = new CallSite("a.Main", "copy", 11);
        String used = text.formatted("new Main()");
        assertThat(fixed(Repair.ENLARGE_COPY, 17, used, write, copy))
                .isEqualTo(used.replace("SIZE = 512", "SIZE = 65536"));
        String given = text.formatted("new Main(256)").replace("this(SIZE)", "this(SIZE * 2)");
        assertThat(fixed(Repair.ENLARGE_COPY, 17, given, write, copy))
                .isEqualTo(given.replace("Main(256)", "Main(65536)").replace("this(SIZE * 2)", "this(65536)"));
        String field = used.replace("    private final byte[] buffer;", "    private final int size;")
                .replace("buffer = new byte[size]; }", "this.size = size > 0 ? size : SIZE; }")
                .replace("        for (", "        final byte[] buffer = new byte[this.size];\n        for (");
        assertThat(fixed(Repair.ENLARGE_COPY, 18, field, write, new CallSite("a.Main", "copy", 12)))
                .isEqualTo(field.replace("SIZE = 512", "SIZE = 65536"));
        String kept = used.replace("buffer = new byte[size]; }", "buffer = new byte[size]; System.out.println(size); }");
        assertThatThrownBy(() -> fixed(Repair.ENLARGE_COPY, 17, kept, write, copy))
                .as("the size is used for more").isInstanceOf(java.util.NoSuchElementException.class);
    }
}
