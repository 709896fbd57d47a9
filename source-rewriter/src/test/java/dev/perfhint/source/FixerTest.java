package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each result is applied by git, compiled again and looked at by a second run, which must find nothing to do. */
@EnabledOnOs(OS.LINUX)
class FixerTest {
    @TempDir
    Path directory;

    private Fix applied;

    /** Returns the file's text after the fix of the stack that the program really had. */
    private String fixed(Repair repair, String argument, String file, String... texts) throws Exception {
        Program program = Program.of(directory, texts).compiled();
        return fixed(program, repair, program.recordedStack(argument), file);
    }

    private String fixed(Program program, Repair repair, List<CallSite> stack, String file) throws Exception {
        Sources sources = program.open();
        FixSet set = finish(sources, repair, stack);
        applied = set.fixes().get(0);
        assertThat(set.patch().isEmpty()).as(applied.toString()).isFalse();
        Git.apply(sources.base(), set.patch());
        program.compiled();
        Trace again = new StreamTracer(program.open()).trace(stack);
        assertThat(again.creation()).isEmpty();
        return program.text(file);
    }

    private static FixSet finish(Sources sources, Repair repair, List<CallSite> stack) {
        Fixer fixer = new Fixer(sources);
        Trace trace = new StreamTracer(sources).trace(stack);
        Fix fix = fixer.propose(new FixRequest(
                        "f", repair, trace.creation().orElseThrow(), stack, stack, OptionalDouble.of(1)))
                .orElseThrow();
        return fixer.finish(List.of(fix), true);
    }

    @Test
    void wrapsResourceAndWidensItsType() throws Exception {
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, "a/Main.java", """
                package a;

                import java.io.FileOutputStream;
                import java.io.IOException;

                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (FileOutputStream out = new FileOutputStream(args[0])) { // the file
                            for (int i = 0; i < 10; i++) {
                                out.write(i);
                            }
                        }
                    }
                }
                """)).isEqualTo("""
                package a;

                import java.io.BufferedOutputStream;
                import java.io.FileOutputStream;
                import java.io.IOException;
                import java.io.OutputStream;

                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(args[0]))) { // the file
                            for (int i = 0; i < 10; i++) {
                                out.write(i);
                            }
                        }
                    }
                }
                """);
        assertThat(applied.checks()).isEqualTo(new Checks(true, Checks.Compiled.FULL, true));
    }

    @Test
    void wrapsInsideWrapperChain() throws Exception {
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, "a/Main.java", """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (var out = new DataOutputStream(new FileOutputStream(args[0]))) {
                            out.writeInt(1);
                        }
                    }
                }
                """)).contains("new DataOutputStream(new BufferedOutputStream(new FileOutputStream(args[0])))");
    }

    @Test
    void keepsOtherBytesInEveryLineEnd() throws Exception {
        String lf = """
                \tpackage a;

                /* caf\u00e9 */ import java.io.FileInputStream;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        try (FileInputStream in = /* why */ new FileInputStream(args[0])) {
                            in.read();
                        }
                    }
                }""".strip();
        for (String end : List.of("\n", "\r\n", "\r")) {
            Path here = directory.resolve("end" + (int) end.charAt(end.length() - 1) + end.length());
            String text = lf.replace("\n", end);
            Program program = Program.of(here, "package a;\nclass Main {}\n");
            Path file = program.sources.resolve("a/Main.java");
            Files.write(file, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
            List<CallSite> stack = List.of(
                    new CallSite("java.io.FileInputStream", "read0", 0),
                    new CallSite("java.io.FileInputStream", "read", 0),
                    new CallSite("a.Main", "main", 7));
            Sources sources = program.open();
            FixSet set = finish(sources, Repair.BUFFER_FILE_INPUT, stack);
            Git.apply(sources.base(), set.patch());
            String expected = text.replace("import java.io.FileInputStream;",
                            "import java.io.BufferedInputStream;" + end + "import java.io.FileInputStream;" + end
                                    + "import java.io.InputStream;")
                    .replace("FileInputStream in =", "InputStream in =")
                    .replace("new FileInputStream(args[0])", "new BufferedInputStream(new FileInputStream(args[0]))")
                    .replace("/* caf\u00e9 */ import java.io.Buf", "/* caf\u00e9 */ import java.io.Buf");
            assertThat(Files.readAllBytes(file)).isEqualTo(("\uFEFF" + expected).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void givesPrintStreamBufferAndKeepsCharset() throws Exception {
        Program program = Program.of(directory, """
                package a;

                import java.io.PrintStream;

                public class Main {
                    public static void main(String[] args) throws Exception {
                        try (PrintStream out = new PrintStream(args[0], "UTF-8")) {
                            out.println("x");
                        }
                    }
                }
                """).compiled();
        List<CallSite> stack = List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.io.PrintStream", "println", 0),
                new CallSite("a.Main", "main", 8));
        assertThat(fixed(program, Repair.BUFFER_PRINT_STREAM, stack, "a/Main.java")).contains("""
                import java.io.BufferedOutputStream;
                import java.io.FileOutputStream;
                import java.io.PrintStream;
                """, "new PrintStream(new BufferedOutputStream(new FileOutputStream(args[0])), false, \"UTF-8\")");
    }

    @Test
    void writesTypeInFullWhereItsNameIsTaken() throws Exception {
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, "a/Main.java", """
                package a;
                import java.io.*;
                public class Main {
                    static class BufferedOutputStream {}
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = new FileOutputStream(args[0])) {
                            out.write(1);
                        }
                    }
                }
                """)).contains("= new java.io.BufferedOutputStream(new FileOutputStream(args[0]))");
    }

    @Test
    void putsBufferBelowGunzipWhoseEndDependsOnItsBlock() throws Exception {
        assertThat(fixedOnly(Repair.BUFFER_FILE_INPUT, """
                package a;
                import java.io.*;
                import java.util.zip.GZIPInputStream;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream in = new GZIPInputStream(new FileInputStream(args[0]))) {
                            in.read(new byte[4_000_000]);
                        }
                    }
                }
                """, List.of(
                new CallSite("java.io.FileInputStream", "read", 0),
                new CallSite("java.util.zip.InflaterInputStream", "fill", 0),
                new CallSite("java.util.zip.GZIPInputStream", "read", 0),
                new CallSite("a.Main", "main", 7)))).contains("new GZIPInputStream(new BufferedInputStream(new FileInputStream(args[0])))");
    }

    @Test
    void putsBufferBelowGunzipAndWhoReadsOn() throws Exception {
        String text = """
                package a;
                import java.io.*;
                import java.util.zip.GZIPInputStream;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream raw = new FileInputStream(args[0])) {
                            new GZIPInputStream(raw).read(new byte[4_000_000]);
                            System.out.println(raw.read());
                        }
                    }
                }
                """;
        Program program = Program.of(directory, text);
        assertThat(finish(program.open(), Repair.BUFFER_FILE_INPUT, List.of(
                new CallSite("java.io.FileInputStream", "read", 0),
                new CallSite("java.util.zip.InflaterInputStream", "fill", 0),
                new CallSite("java.util.zip.GZIPInputStream", "read", 0),
                new CallSite("a.Main", "main", 7))).fixes().get(0).applicability()).isEqualTo(Applicability.SAFE);
    }

    @Test
    void putsBufferBelowDeflaterWhoseBytesDependOnItsBlock() throws Exception {
        assertThat(fixedOnly(Repair.BUFFER_FILE_OUTPUT, """
                package a;
                import java.io.*;
                import java.util.zip.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        Deflater deflater = new Deflater(Deflater.NO_COMPRESSION);
                        try (OutputStream out = new DeflaterOutputStream(new FileOutputStream(args[0]), deflater)) {
                            out.write(new byte[4_000_000]);
                        }
                    }
                }
                """, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.util.zip.DeflaterOutputStream", "deflate", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("a.Main", "main", 8)))).contains(
                        "new DeflaterOutputStream(new BufferedOutputStream(new FileOutputStream(args[0])), deflater)");
    }

    private String fixedOnly(Repair repair, String text, List<CallSite> stack) throws Exception {
        Program program = Program.of(directory, text).compiled();
        Sources sources = program.open();
        FixSet set = finish(sources, repair, stack);
        applied = set.fixes().get(0);
        Git.apply(sources.base(), set.patch());
        program.compiled();
        return program.text("a/Main.java");
    }

    @Test
    void buffersInsideMethodThatIsGivenTheStream() throws Exception {
        assertThat(fixedOnly(Repair.BUFFER_FILE_OUTPUT, """
                package a;
                import java.io.IOException;
                import java.io.OutputStream;
                public class Main {
                    public int export(OutputStream target, int count) throws IOException {
                        if (count == 0) return 0;
                        for (int i = 0; i < count; i++) {
                            target.write(i);
                        }
                        return count;
                    }
                    public void all(OutputStream target) throws IOException {
                        target.write(1); // one only
                    }
                }
                """, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("a.Main", "export", 8),
                new CallSite("lib.Runner", "run", 77)))).isEqualTo("""
                package a;
                import java.io.BufferedOutputStream;
                import java.io.IOException;
                import java.io.OutputStream;
                public class Main {
                    public int export(OutputStream target, int count) throws IOException {
                        OutputStream bufferedTarget = new BufferedOutputStream(target);
                        try {
                            if (count == 0) return 0;
                            for (int i = 0; i < count; i++) {
                                bufferedTarget.write(i);
                            }
                            return count;
                        } finally {
                            bufferedTarget.flush();
                        }
                    }
                    public void all(OutputStream target) throws IOException {
                        target.write(1); // one only
                    }
                }
                """);
        assertThat(applied.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void givesNoBufferToMethodThatWritesOnce() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public void one(OutputStream target) throws IOException {
                        target.write(1);
                    }
                }
                """);
        FixSet set = finish(program.open(), Repair.BUFFER_FILE_OUTPUT, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("a.Main", "one", 5),
                new CallSite("lib.Runner", "run", 77)));
        assertThat(set.fixes().get(0).applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(set.fixes().get(0).reasons())
                .contains("one writes once per call: a local buffer saves nothing");
        assertThat(set.fixes().get(0).edits()).isEmpty();
    }

    @Test
    void saysWhyConstructorThatIsGivenTheStreamHasNoBuffer() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    private final OutputStream target;
                    public Main(OutputStream target) {
                        this.target = target;
                    }
                    public void all() throws IOException {
                        for (int i = 0; i < 9; i++) {
                            target.write(i);
                        }
                    }
                    public static void run(OutputStream given) throws IOException {
                        new Main(given).all();
                    }
                }
                """);
        FixSet set = finish(program.open(), Repair.BUFFER_FILE_OUTPUT, List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("a.Main", "all", 10),
                new CallSite("lib.Runner", "run", 77)));
        assertThat(set.fixes().get(0).applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(set.fixes().get(0).reasons()).contains(
                "the constructor stores the stream: when it is last used is unknown here");
        assertThat(set.fixes().get(0).edits()).isEmpty();
    }

    @Test
    void dropsFixThatDoesNotCompile() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        FileOutputStream out = new FileOutputStream(args[0]);
                        try {
                            out.write(1);
                        } finally {
                            Other.close(out);
                        }
                    }
                }
                class Other {
                    static void close(FileOutputStream out) throws IOException {
                        out.close();
                    }
                }
                """).compiled();
        FixSet set = finish(program.open(), Repair.BUFFER_FILE_OUTPUT, program.recordedStack(Program.FULL));
        assertThat(set.patch().isEmpty()).isTrue();
        Fix fix = set.fixes().get(0);
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.edits()).isEmpty();
        assertThat(fix.reasons()).anySatisfy(reason -> assertThat(reason).startsWith("does not compile with the edit: "));
    }

    @Test
    void onlyShowsWhatLombokClosesOrDeclares() throws Exception {
        for (String declaration : List.of("@lombok.Cleanup OutputStream out", "val out")) {
            Program program = Program.of(directory, """
                    package a;
                    import java.io.*;
                    import lombok.val;
                    public class Main {
                        public static void main(String[] args) throws IOException {
                            %s = new FileOutputStream(args[0]);
                            for (int i = 0; i < 9; i++) out.write(1);
                        }
                    }
                    """.formatted(declaration));
            FixSet set = finish(program.open(), Repair.BUFFER_FILE_OUTPUT, List.of(
                    new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("a.Main", "main", 7)));
            assertThat(set.fixes().get(0).applicability()).isEqualTo(Applicability.DISPLAY);
        }
    }

    @Test
    void editsCompactSourceAndModuleImport() throws Exception {
        Program program = Program.of(directory, "class Dummy {}\n");
        Path file = program.sources.resolve("Main.java");
        Files.writeString(file, """
                void main(String[] args) throws Exception {
                    try (var out = new FileOutputStream(args[0])) {
                        out.write(1);
                    }
                }
                """);
        List<CallSite> stack =
                List.of(new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("Main", "main", 3));
        Sources sources = program.open();
        Trace trace = new StreamTracer(sources).trace(stack);
        if (Runtime.version().feature() < 25) {
            assertThat(trace.note()).contains("Main.java: not resolved: syntax that Java", "does not read");
            return;
        }
        Fix fix = new Fixer(sources)
                .propose(new FixRequest("f", Repair.BUFFER_FILE_OUTPUT, trace.creation().orElseThrow(() -> new AssertionError(trace.note())), stack, stack,
                        OptionalDouble.empty()))
                .orElseThrow();
        assertThat(fix.edits()).extracting(Edit::text).containsExactly("new BufferedOutputStream(", ")");
        assertThat(fix.checks().parsed()).isTrue();
    }

    @Test
    void neverEditsGeneratedSource() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                @Generated
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = new FileOutputStream(args[0])) {
                            out.write(1);
                        }
                    }
                }
                @interface Generated {}
                """).compiled();
        FixSet set = finish(program.open(), Repair.BUFFER_FILE_OUTPUT, program.recordedStack(Program.FULL));
        assertThat(set.patch().isEmpty()).isTrue();
        assertThat(set.fixes().get(0).reasons()).contains("a/Main.java is not edited: annotated @Generated");
    }

    @Test
    void editsTwoStreamsOfOneFileWithOneImport() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.FileOutputStream;
                import java.io.OutputStream;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        try (OutputStream one = new FileOutputStream(args[0]);
                                OutputStream two = new FileOutputStream(args[1])) {
                            one.write(1);
                            two.write(2);
                        }
                    }
                }
                """).compiled();
        Sources sources = program.open();
        Fixer fixer = new Fixer(sources);
        List<Fix> fixes = List.of(proposal(fixer, sources, 8), proposal(fixer, sources, 9));
        FixSet set = fixer.finish(fixes, true);
        assertThat(set.fixes()).allSatisfy(fix -> assertThat(fix.conflictsWith()).isEmpty());
        Git.apply(sources.base(), set.patch());
        program.compiled();
        assertThat(program.text("a/Main.java")).containsOnlyOnce("import java.io.BufferedOutputStream;")
                .contains("one = new BufferedOutputStream(new", "two = new BufferedOutputStream(new");
    }

    private static Fix proposal(Fixer fixer, Sources sources, int line) {
        List<CallSite> stack =
                List.of(new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("a.Main", "main", line));
        Optional<Creation> creation = new StreamTracer(sources).trace(stack).creation();
        return fixer.propose(new FixRequest(
                        "f" + line, Repair.BUFFER_FILE_OUTPUT, creation.orElseThrow(), stack, stack, OptionalDouble.empty()))
                .orElseThrow();
    }
}
