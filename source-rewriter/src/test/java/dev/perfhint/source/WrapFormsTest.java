package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where in a chain of streams the buffer goes, how large it is, and what the project's source level allows. */
@EnabledOnOs(OS.LINUX)
class WrapFormsTest {
    @TempDir
    Path directory;

    /** Compiles a program that makes a chain and uses it, fixes the stack it really had, and returns the new source. */
    private String fixed(Repair repair, String argument, double bytesPerCall, String chain, String use)
            throws Exception {
        return fixed(repair, argument, bytesPerCall, """
                package a;
                import java.io.*;
                import java.nio.charset.*;
                import java.nio.file.*;
                import java.util.jar.*;
                import java.util.zip.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        try (var stream = %s) {
                            %s
                        }
                    }
                }
                """.formatted(chain, use));
    }

    private String fixed(Repair repair, String argument, double bytesPerCall, String text) throws Exception {
        Program program = Program.of(directory, text).compiled();
        Sources sources = program.open();
        Fixer fixer = new Fixer(sources);
        List<CallSite> stack = program.recordedStack(argument);
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        Fix fix = fixer.propose(
                        new FixRequest("f", repair, creation, stack, stack, OptionalDouble.of(bytesPerCall)))
                .orElseThrow();
        FixSet set = fixer.finish(List.of(fix), true);
        assertThat(set.patch().isEmpty()).as("%s", set.fixes()).isFalse();
        Git.apply(sources.base(), set.patch());
        program.compiled();
        return program.text("a/Main.java");
    }

    private void writes(String chain, String use, String expected) throws Exception {
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, 1, chain, use).replaceAll("\\s+", " "))
                .contains("stream = " + expected + ") {");
    }

    private void reads(String chain, String use, String expected) throws Exception {
        assertThat(fixed(Repair.BUFFER_FILE_INPUT, Program.UNREADABLE, 1, chain, use).replaceAll("\\s+", " "))
                .contains("stream = " + expected + ") {");
    }

    @Test
    void goesDirectlyRoundTheRawStreamOfEachChain() throws Exception {
        String raw = "new FileOutputStream(args[0])";
        String buffer = "new BufferedOutputStream(" + raw + ")";
        writes("new ObjectOutputStream(" + raw + ")", "stream.writeObject(args);", "new ObjectOutputStream(" + buffer + ")");
        writes("new ZipOutputStream(" + raw + ", StandardCharsets.UTF_8)", "stream.putNextEntry(new ZipEntry(\"a\"));",
                "new ZipOutputStream(" + buffer + ", StandardCharsets.UTF_8)");
        writes("new JarOutputStream(" + raw + ")", "stream.putNextEntry(new ZipEntry(\"a\"));",
                "new JarOutputStream(" + buffer + ")");
        writes("new GZIPOutputStream(" + raw + ")", "stream.write(new byte[9]); stream.finish();",
                "new GZIPOutputStream(" + buffer + ")");
        writes("new DataOutputStream(new CheckedOutputStream(" + raw + ", new CRC32()))", "stream.writeChars(\"abc\");",
                "new DataOutputStream(new CheckedOutputStream(" + buffer + ", new CRC32()))");
        writes("java.util.Base64.getEncoder().wrap(" + raw + ")", "stream.write(new byte[9]);",
                "java.util.Base64.getEncoder().wrap(" + buffer + ")");
        writes("new DataOutputStream(Files.newOutputStream(Path.of(args[0])))", "stream.writeInt(1);",
                "new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[0]))))");
    }

    @Test
    void buffersInputBelowItsWrappers() throws Exception {
        String raw = "new FileInputStream(args[0])";
        String buffer = "new BufferedInputStream(" + raw + ")";
        reads("new DataInputStream(" + raw + ")", "stream.readInt();", "new DataInputStream(" + buffer + ")");
        reads("new PushbackInputStream(" + raw + ", 2)", "stream.read();", "new PushbackInputStream(" + buffer + ", 2)");
        reads("new ZipInputStream(" + raw + ")", "stream.getNextEntry();", "new ZipInputStream(" + buffer + ")");
        reads("new ObjectInputStream(" + raw + ")", "stream.readInt();", "new ObjectInputStream(" + buffer + ")");
        // here the recorded call is the header's, read byte by byte; the blocks of data get a larger size (FixerTest)
        reads("new GZIPInputStream(" + raw + ")", "stream.read();", "new GZIPInputStream(" + buffer + ")");
    }

    @Test
    void widensWhatEveryCallerKeepsButNoWrapperThatACastGives() throws Exception {
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, 1, """
                package a;
                import java.io.*;
                public class Main {
                    private FileOutputStream raw;
                    static FileOutputStream open(String file) throws IOException {
                        return new FileOutputStream(file);
                    }
                    void other(String file) throws IOException {
                        FileOutputStream raw;
                        raw = open(file);
                        raw.close();
                    }
                    static void store(OutputStream out) throws IOException {
                        store(out instanceof DataOutputStream ? (DataOutputStream) out : new DataOutputStream(out));
                    }
                    static void store(DataOutputStream out) throws IOException {
                        out.writeInt(1);
                    }
                    public static void main(String[] args) throws Exception {
                        Main main = new Main();
                        main.raw = open(args[0]);
                        try {
                            store(main.raw);
                        } finally {
                            main.raw.close();
                        }
                    }
                }
                """)).contains("private OutputStream raw;", "        OutputStream raw;", "store(DataOutputStream out)");
    }

    @Test
    void takesLargeBufferForLargeCalls() throws Exception {
        String raw = "new FileOutputStream(args[0])";
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, 3000, raw, "stream.write(new byte[3000]);"))
                .contains("stream = new BufferedOutputStream(" + raw + ", 65536)) {");
        assertThat(fixed(Repair.BUFFER_FILE_OUTPUT, Program.FULL, 1024, raw, "stream.write(new byte[1024]);"))
                .contains("stream = new BufferedOutputStream(" + raw + ")) {");
    }

    @Test
    void callsNothingNewerThanTheSourceLevel() throws Exception {
        for (int level : List.of(8, 11)) {
            Path project = Files.createDirectories(directory.resolve("level" + level));
            Files.writeString(project.resolve("pom.xml"), "<project><properties><maven.compiler.source>1." + level
                    + "</maven.compiler.source></properties></project>");
            Path file = project.resolve("src/main/java/a/Main.java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, """
                    package a;
                    import java.io.*;
                    public class Main {
                        static void copy(InputStream in, OutputStream out) throws IOException {
                            byte[] buffer = new byte[512];
                            int length;
                            while ((length = in.read(buffer)) > 0) {
                                out.write(buffer, 0, length);
                            }
                        }
                    }
                    """);
            Sources sources = Sources.open(new SourceOptions(List.of(project), java.util.Optional.empty(), List.of()));
            List<CallSite> stack = List.of(
                    new CallSite("java.io.FileInputStream", "read", 0), new CallSite("a.Main", "copy", 7));
            Fix fix = new Fixer(sources).propose(new FixRequest("f", Repair.ENLARGE_COPY,
                            new Creation("a.Main", "copy", file, 7, 1, "", false), stack, stack, OptionalDouble.empty()))
                    .orElseThrow();
            assertThat(fix.title()).isEqualTo(level < 9 ? "give the copy loop an array of 65536 bytes"
                    : "replace the copy loop by transferTo");
        }
    }

    @Test
    void offersNoBufferBelowAStreamThatFlushesByItself() throws Exception {
        for (String chain : List.of("new PrintStream(new FileOutputStream(args[0]), true)",
                "new PrintStream(new FileOutputStream(args[0]), true, \"UTF-8\")")) {
            Program program = Program.of(directory, """
                    package a;
                    import java.io.*;
                    public class Main {
                        public static void main(String[] args) throws Exception {
                            try (var stream = %s) {
                                stream.println("a line");
                            }
                        }
                    }
                    """.formatted(chain)).compiled();
            Sources sources = program.open();
            List<CallSite> stack = List.of(new CallSite("java.io.PrintStream", "println", 0), new CallSite("a.Main", "main", 6));
            Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
            Fix fix = new Fixer(sources).propose(new FixRequest(
                            "f", Repair.BUFFER_PRINT_STREAM, creation, stack, stack, OptionalDouble.empty()))
                    .orElseThrow();

            assertThat(fix.isOffered()).as(chain).isFalse();
            assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
            assertThat(fix.title()).contains("without autoflush");
            assertThat(fix.edits()).extracting(Edit::text).contains("new BufferedOutputStream(", "false");
        }
    }

    /** A stream in a field that nobody closes or flushes would lose what a buffer holds when the program ends. */
    @Test
    void showsOnlyWhereNothingClosesAFieldsStream() throws Exception {
        assertThat(ofField("").isOffered()).isFalse();
        assertThat(ofField("").edits()).extracting(Edit::text).contains("new BufferedOutputStream(");
        assertThat(ofField("void end() throws IOException { out.close(); }").isOffered()).isTrue();
    }

    private Fix ofField(String end) throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    private final OutputStream out;
                    Main(String name) throws IOException { out = new FileOutputStream(name); }
                    %s
                    public static void main(String[] args) throws Exception {
                        Main log = new Main(args[0]);
                        for (int i = 0; i < 9; i++) {
                            log.out.write(i);
                        }
                    }
                }
                """.formatted(end)).compiled();
        List<CallSite> stack = program.recordedStack(Program.FULL);
        Sources sources = program.open();
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        return new Fixer(sources).propose(new FixRequest(
                        "f", Repair.BUFFER_FILE_OUTPUT, creation, stack, stack, OptionalDouble.of(1)))
                .orElseThrow();
    }

    @Test
    void widensTheOtherVariablesThatAreGivenTheStream() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    private FileOutputStream kept;
                    static FileOutputStream open(String name) throws IOException {
                        FileOutputStream opened = new FileOutputStream(name);
                        return opened;
                    }
                    void keep(String name) throws IOException { kept = open(name); }
                    static <T extends OutputStream> T fill(T out) throws IOException {
                        out.write(1);
                        return out;
                    }
                    public static void main(String[] args) throws IOException {
                        try (FileOutputStream out = %s) {
                            out.write(2);
                        }
                    }
                }
                """;
        String wide = text.replace(" FileOutputStream kept", " OutputStream kept")
                .replace("static FileOutputStream open", "static OutputStream open")
                .replace("FileOutputStream opened = new FileOutputStream(name)",
                        "OutputStream opened = new BufferedOutputStream(new FileOutputStream(name))");
        assertThat(fixedWhole(text.formatted("open(args[0])"))).isEqualTo(
                wide.replace("try (FileOutputStream", "try (OutputStream").formatted("open(args[0])"));
        assertThat(fixedWhole(text.formatted("fill(new FileOutputStream(args[0]))"))).isEqualTo(
                text.replace("try (FileOutputStream", "try (OutputStream")
                        .formatted("fill(new BufferedOutputStream(new FileOutputStream(args[0])))"));
    }

    private String fixedWhole(String text) throws Exception {
        Program program = Program.of(directory, text).compiled();
        Sources sources = program.open();
        Fixer fixer = new Fixer(sources);
        List<CallSite> stack = program.recordedStack(Program.FULL);
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        Fix fix = fixer.propose(new FixRequest("f", Repair.BUFFER_FILE_OUTPUT, creation, stack, stack,
                OptionalDouble.of(1))).orElseThrow();
        FixSet set = fixer.finish(List.of(fix), true);
        assertThat(set.patch().isEmpty()).as("%s", set.fixes()).isFalse();
        Git.apply(sources.base(), set.patch());
        program.compiled();
        return program.text("a/Main.java");
    }
}
