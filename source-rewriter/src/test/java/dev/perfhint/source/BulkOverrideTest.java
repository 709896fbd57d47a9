package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A stream of the user that passes an array on byte by byte, created where no buffer can be put round it. */
@EnabledOnOs(OS.LINUX)
class BulkOverrideTest {
    private static final String OUTPUT = """
            package a;
            import java.io.*;
            import java.util.zip.CRC32;
            public class Main {
                public static void main(String[] args) throws IOException {
                    OutputStream out = new Stream(new FileOutputStream(args[0]));
                    out.write("some bytes".getBytes());
                }
            }
            %s
            """;

    @TempDir
    Path directory;

    private Optional<Fix> fix(String type) throws Exception {
        Program program = Program.of(directory, OUTPUT.formatted(type)).compiled();
        return fix(program, Repair.BUFFER_FILE_OUTPUT, program.recordedStack(Program.FULL));
    }

    private static Optional<Fix> fix(Program program, Repair repair, List<CallSite> stack) throws Exception {
        Fixer fixer = new Fixer(program.open());
        Creation unused = new Creation("a.Main", "main", program.sources, 1, 1, "", true);
        Optional<Fix> proposed =
                fixer.propose(new FixRequest("f", repair, unused, stack, stack, OptionalDouble.of(1)));
        if (proposed.isEmpty()) {
            return proposed;
        }
        FixSet set = fixer.finish(List.of(proposed.get()), true);
        if (!set.patch().isEmpty()) {
            Git.apply(program.open().base(), set.patch());
            program.compiled();
        }
        return Optional.of(set.fixes().get(0));
    }

    private static final String BULK = "override write(byte[], int, int) in Stream, which hands on each byte alone";

    @Test
    void overridesWhereByteIsOnlyHandedOn() throws Exception {
        Fix fix = fix("""
                final class Stream extends OutputStream {
                \tprivate final OutputStream target;
                \tStream(OutputStream target) {
                \t\tthis.target = target;
                \t}
                \tpublic synchronized void write(int b) throws IOException {
                \t\tthis.target.write(b);
                \t}
                }""").orElseThrow();
        assertThat(fix.title()).isEqualTo(BULK);
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.edits()).singleElement().extracting(Edit::text).isEqualTo("""


                \t@Override
                \tpublic synchronized void write(byte[] bytes, int offset, int length) throws IOException {
                \t\tthis.target.write(bytes, offset, length);
                \t}""");
    }

    @Test
    void doubtsWhatIsCountedAfterFailureAndSubclasses() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                import java.util.zip.CRC32;
                class Stream extends FilterOutputStream {
                    private final CRC32 sum = new CRC32();
                    private int bytes;
                    Stream(OutputStream target) { super(target); }
                    static void save(OutputStream given, byte[] data) throws IOException {
                        new Stream(given).write(data);
                    }
                    @Override public void write(int b) throws IOException {
                        sum.update(b);
                        super.write(b);
                        ++bytes;
                    }
                }
                """);
        Fix fix = fix(program, Repair.BUFFER_FILE_OUTPUT, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("a.Stream", "write", 13),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("a.Stream", "save", 9),
                new CallSite("lib.Runner", "run", 77))).orElseThrow();
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.edits()).singleElement().extracting(Edit::text).asString().contains("""
                public void write(byte[] bytes2, int offset, int length) throws IOException {
                        sum.update(bytes2, offset, length);
                        out.write(bytes2, offset, length);
                        bytes += length;
                    }""");
        assertThat(fix.reasons()).containsExactly(
                "a subclass of Stream that overrides write(int) no longer sees each byte",
                "after a failed write what is counted is whole arrays, not the bytes up to the error");
    }

    @Test
    void leavesWhatChangesOrLooksAtBytes() throws Exception {
        for (String body : List.of(
                "out.write(b ^ 42);",
                "if (b != 13) { out.write(b); }",
                "out.write(b); out.write(b);",
                "out.write(b); if (b == 10) { out.flush(); }",
                "super.write(b); lines += b == 10 ? 1 : 0;",
                "out.write(b); lines--;")) {
            Optional<Fix> fix = fix("""
                    final class Stream extends FilterOutputStream {
                        int lines;
                        Stream(OutputStream target) { super(target); }
                        @Override public void write(int b) throws IOException { %s }
                    }""".formatted(body));
            assertThat(fix).as(body).isPresent();
            assertThat(fix.get().title()).as(body).matches("(wrap the FileOutputStream|put a buffer round|put 2 parts together).*");
        }
    }

    @Test
    void readsArrayAtOnce() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    static class Counting extends InputStream {
                        private final InputStream in;
                        private long read;
                        Counting(InputStream in) { this.in = in; }
                        @Override
                        public int read() throws IOException {
                            int value = in.read();
                            if (value >= 0) {
                                read++;
                            }
                            return value;
                        }
                    }
                    static int fill(InputStream in) throws IOException {
                        return in.read(new byte[100]);
                    }
                    public static int parse(InputStream given) throws IOException {
                        return fill(new Counting(given));
                    }
                }
                """);
        Fix fix = fix(program, Repair.BUFFER_FILE_INPUT, List.of(
                new CallSite("java.io.FileInputStream", "read", 0),
                new CallSite("a.Main$Counting", "read", 10),
                new CallSite("java.io.InputStream", "read", 0),
                new CallSite("java.io.InputStream", "read", 0),
                new CallSite("a.Main", "fill", 18),
                new CallSite("a.Main", "parse", 21),
                new CallSite("lib.Runner", "run", 77))).orElseThrow();
        assertThat(program.text("a/Main.java")).contains("""
                        @Override
                        public int read(byte[] bytes, int offset, int length) throws IOException {
                            int count = in.read(bytes, offset, length);
                            if (count > 0) {
                                read += count;
                            }
                            return count;
                        }
                """);
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).contains(
                "a read may return fewer bytes than asked for, where it used to wait for all of them");
    }

    @Test
    void overridesInheritedLoopOfAnonymousClass() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.FilterOutputStream;
                import java.io.OutputStream;
                public class Main {
                    public void save(OutputStream given, byte[] data) throws Exception {
                        OutputStream out = new FilterOutputStream(given) {
                            @Override
                            public void close() {
                            }
                        };
                        out.write(data);
                    }
                }
                """);
        Fix fix = fix(program, Repair.BUFFER_FILE_OUTPUT, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("a.Main", "save", 11),
                new CallSite("lib.Runner", "run", 77))).orElseThrow();
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).singleElement().asString().contains("frame it");
        assertThat(program.text("a/Main.java")).contains("import java.io.IOException;", """
                            public void close() {
                            }

                            @Override
                            public void write(byte[] bytes, int offset, int length) throws IOException {
                                out.write(bytes, offset, length);
                            }
                        };
                """);
    }

    @Test
    void writesToTheInheritedFieldBehindOneOfThatName() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.FilterOutputStream;
                import java.io.OutputStream;
                public class Main {
                    public void save(OutputStream given, byte[] data) throws Exception {
                        OutputStream out = new FilterOutputStream(given) {
                            private final OutputStream out = OutputStream.nullOutputStream();
                            @Override
                            public void close() {
                            }
                        };
                        out.write(data);
                    }
                }
                """);
        fix(program, Repair.BUFFER_FILE_OUTPUT, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("a.Main", "save", 12),
                new CallSite("lib.Runner", "run", 77))).orElseThrow();
        assertThat(program.text("a/Main.java")).contains("super.out.write(bytes, offset, length);");
    }
}
