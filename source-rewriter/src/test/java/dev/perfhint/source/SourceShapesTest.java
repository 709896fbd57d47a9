package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sources of every shape go through the whole fixer and {@code git apply}: the edit stands where it belongs and no other
 * byte moves. The stack is made up: {@code // hot} marks the line of the innermost frame, which writes or reads.
 */
class SourceShapesTest {
    private static final CallSite WRITE = new CallSite("java.io.FileOutputStream", "write", 0);
    private static final CallSite READ = new CallSite("java.io.FileInputStream", "read", 0);

    @TempDir
    Path directory;

    private final List<Fix> fixes = new ArrayList<>();

    private byte[] fixed(String name, byte[] source, Optional<Charset> encoding, Frame... frames) throws Exception {
        Path file = directory.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, source);
        Sources sources = Sources.open(new SourceOptions(List.of(directory.resolve("src")), encoding, List.of()));
        Fixer fixer = new Fixer(sources);
        List<Fix> proposed = new ArrayList<>();
        for (Frame frame : frames) {
            List<CallSite> stack = List.of(frame.call(), frame.site());
            Repair repair = frame.call().equals(READ) ? Repair.BUFFER_FILE_INPUT : Repair.BUFFER_FILE_OUTPUT;
            Trace trace = new StreamTracer(sources).trace(stack);
            Creation creation = trace.creation().orElseThrow(() -> new AssertionError(trace.note()));
            fixer.propose(new FixRequest(stack.toString(), repair, creation, stack, stack, OptionalDouble.of(1)))
                    .ifPresent(proposed::add);
        }
        FixSet set = fixer.finish(proposed, true);
        fixes.addAll(set.fixes());
        if (!set.patch().isEmpty()) {
            Git.apply(sources.base(), set.patch());
        }
        return Files.readAllBytes(file);
    }

    private record Frame(CallSite call, CallSite site) {}

    private static Frame write(String source, String className, String method) {
        return new Frame(WRITE, site(source, className, method));
    }

    private static CallSite site(String source, String className, String method) {
        List<String> lines = Arrays.asList(source.split("\\r\\n|\\r|\\n"));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("// hot")) {
                return new CallSite(className, method, i + 1);
            }
        }
        throw new AssertionError("no line is marked");
    }

    /** Checks that the edits put exactly these pieces in, each in place of its key. */
    private void expect(String className, String method, String source, String... replacements) throws Exception {
        byte[] after = fixed("a/Main.java", source.getBytes(StandardCharsets.UTF_8), Optional.empty(),
                write(source, className, method));
        assertThat(new String(after, StandardCharsets.UTF_8)).isEqualTo(replaced(source, replacements));
    }

    private static String replaced(String source, String... replacements) {
        String expected = source;
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(expected).containsOnlyOnce(replacements[i]);
            expected = expected.replace(replacements[i], replacements[i + 1]);
        }
        return expected;
    }

    @Test
    void keepsMixedLineEndsTabsAndFormFeeds() throws Exception {
        String source = "package a;\r\n\fimport java.io.*;\rclass Main {\n\tvoid save(String name)\t throws IOException {\r\n"
                + "\t  try (FileOutputStream out\t= new\tFileOutputStream(name)) {\r\t\t  out.write(1); // hot\n\t}\r\n}\n}\t";
        expect("a.Main", "save", source,
                "FileOutputStream out", "OutputStream out",
                "new\tFileOutputStream(name)", "new BufferedOutputStream(new\tFileOutputStream(name))");
    }

    @Test
    void keepsOtherEncodings() throws Exception {
        Map<String, String> words = new TreeMap<>(Map.of(
                "ISO-8859-1", "\u00e9t\u00e9 \u00ff", "windows-1252", "\u201equoted\u201c \u20ac",
                "Shift_JIS", "\u65e5\u672c \u8868", "UTF-16LE", "\u20ac \ud83d\ude00", "UTF-8", "\ud83d\ude00 \u20ac"));
        for (Map.Entry<String, String> each : words.entrySet()) {
            Charset charset = Charset.forName(each.getKey());
            String source = """
                    package a;
                    import java.io.*;
                    class Main { // WORD
                        void save(String name) throws IOException {
                            try (OutputStream out = new FileOutputStream("WORD" + name)) { // WORD
                                out.write(1); // hot
                            }
                        }
                    }
                    """.replace("WORD", each.getValue());
            byte[] after = fixed("a/Main.java", source.getBytes(charset), Optional.of(charset),
                    write(source, "a.Main", "save"));
            String expected = replaced(source, "new FileOutputStream(\"" + each.getValue() + "\" + name)",
                    "new BufferedOutputStream(new FileOutputStream(\"" + each.getValue() + "\" + name))");
            assertThat(after).as(each.getKey()).isEqualTo(expected.getBytes(charset));
        }
    }

    @Test
    void keepsCommentsInsideExpressions() throws Exception {
        expect("a.Main", "save", """
                package a;
                import java.io.*;
                class Main {
                    void save(String name) throws IOException {
                        try (/* first */ FileOutputStream /* second */ out /* third */ = // why
                                new /* raw */ FileOutputStream(/* the "name" */ name // new FileOutputStream(name)
                                        , /* append */ false) /* after */) {
                            out.write(1); // hot
                        }
                    }
                }
                """,
                "FileOutputStream /* second */", "OutputStream /* second */",
                "new /* raw */", "new BufferedOutputStream(new /* raw */",
                "false) /* after */", "false)) /* after */");
    }

    @Test
    void isNotLedAstrayByTextBlocksAndEscapes() throws Exception {
        expect("a.Main", "save", """
                package a;
                import java.io.*;
                class Main {
                    private static final String HELP = QUOTES
                        FileOutputStream out = new FileOutputStream(name); // "not code" /*
                        QUOTES + '"' + "ESCAPE0022.length() + ESCAPE0022";
                    void save(String nESCAPE0061me) throws IOException {
                        try (OutputStream out = /* \ud83d\ude00 */ new FileOutputStream(nESCAPE0061me + HELP)) {
                            out.write(1); // hot
                        }
                    }
                }
                """.replace("QUOTES", "\"\"\"").replace("ESCAPE", "\\" + "u"),
                "new FileOutputStream(n\\" + "u0061me + HELP)",
                "new BufferedOutputStream(new FileOutputStream(n\\" + "u0061me + HELP))");
    }

    @Test
    void fixesInsideRecordsSealedTypesAndPatternSwitches() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this compiler reads no pattern switches");
        expect("a.Main$Dump", "save", """
                package a;
                import java.io.*;
                sealed interface Shape permits Circle, Square {}
                record Circle(int radius) implements Shape {}
                record Square(int side) implements Shape {}
                class Main {
                    record Dump(String name) {
                        Dump {
                            name = name.strip();
                        }
                        void save(Shape... shapes) throws IOException {
                            try (var out = new FileOutputStream(name)) {
                                for (Shape shape : shapes) {
                                    switch (shape) {
                                        case Circle(int radius) when radius > 0 -> out.write(radius); // hot
                                        case Circle c -> out.write(0);
                                        case Square(var side) -> out.write(side);
                                    }
                                }
                            }
                        }
                    }
                }
                """, "new FileOutputStream(name)", "new BufferedOutputStream(new FileOutputStream(name))");
    }

    @Test
    void fixesNextToUnnamedVariablesAndFlexibleConstructors() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "an older compiler does not know module imports");
        expect("a.Main", "save", """
                package a;
                import module java.base;
                /// a *new* kind of comment
                class Main extends Thread {
                    Main(String name) {
                        int _ = name.length();
                        super(name);
                    }
                    void save(List<String> lines) throws IOException {
                        try (OutputStream out = new FileOutputStream("out"); var _ = new StringReader("")) {
                            for (var _ : lines) {
                                out.write(1); // hot
                            }
                        } catch (IllegalStateException _) {
                        }
                    }
                }
                """, "new FileOutputStream(\"out\")", "new BufferedOutputStream(new FileOutputStream(\"out\"))");
    }

    @Test
    void takesOwnClassesForWhatTheyAre() throws Exception {
        Path own = Files.createDirectories(directory.resolve("src/a"));
        Files.writeString(own.resolve("BufferedOutputStream.java"), "package a;\nclass BufferedOutputStream {}\n");
        Files.writeString(own.resolve("OutputStream.java"), "package a;\nclass OutputStream {}\n");
        expect("a.Main", "save", """
                package a;
                import java.io.FileOutputStream;
                class Main {
                    void save(String name) throws java.io.IOException {
                        try (FileOutputStream out = new FileOutputStream(name)) {
                            out.write(1); // hot
                        }
                    }
                }
                """,
                "FileOutputStream out", "java.io.OutputStream out",
                "new FileOutputStream(name)", "new java.io.BufferedOutputStream(new FileOutputStream(name))");
    }

    @Test
    void doesNotTakeAnOwnClassForTheJdks() throws Exception {
        Path own = Files.createDirectories(directory.resolve("src/a"));
        Files.writeString(own.resolve("FileOutputStream.java"), """
                package a;
                class FileOutputStream extends java.io.OutputStream {
                    FileOutputStream(String name) {}
                    @Override public void write(int b) {}
                }
                """);
        String source = """
                package a;
                import java.io.*;
                class Main {
                    void save(String name) throws IOException {
                        try (OutputStream out = new FileOutputStream(name)) {
                            out.write(1); // hot
                        }
                    }
                }
                """;
        Files.writeString(own.resolve("Main.java"), source);
        Sources sources = Sources.open(
                new SourceOptions(List.of(directory.resolve("src")), Optional.empty(), List.of()));
        Trace trace = new StreamTracer(sources).trace(List.of(WRITE, site(source, "a.Main", "save")));
        assertThat(trace.creation()).isEmpty();
    }

    @Test
    void fixesTwoStreamsOfOneStatement() throws Exception {
        String source = """
                package a;
                import java.io.*;
                class Main {
                    void copy(String from, String to) throws IOException {
                        try (FileInputStream in = new FileInputStream(from); FileOutputStream out = new FileOutputStream(to)) {
                            for (int b = in.read(); b >= 0; b = in.read()) { out.write(b); } // hot
                        }
                    }
                }
                """;
        CallSite site = site(source, "a.Main", "copy");
        byte[] after = fixed("a/Main.java", source.getBytes(StandardCharsets.UTF_8), Optional.empty(),
                new Frame(READ, site), new Frame(WRITE, site));
        assertThat(new String(after, StandardCharsets.UTF_8)).isEqualTo(replaced(source,
                "FileInputStream in = new FileInputStream(from); FileOutputStream out = new FileOutputStream(to)",
                "InputStream in = new BufferedInputStream(new FileInputStream(from));"
                        + "\n                OutputStream out = new BufferedOutputStream(new FileOutputStream(to))"));
    }

    @Test
    void fixesTwoStreamsOfOneDeclaration() throws Exception {
        String source = """
                package a;
                import java.io.*;
                class Main {
                    void save(String name) throws IOException {
                        FileOutputStream one = new FileOutputStream(name), two = new FileOutputStream(name + 2);
                        one.write(1); // hot
                        two.write(2); // hot
                        two.close();
                        one.close();
                    }
                }
                """;
        CallSite first = site(source, "a.Main", "save");
        byte[] after = fixed("a/Main.java", source.getBytes(StandardCharsets.UTF_8), Optional.empty(),
                new Frame(WRITE, first),
                new Frame(WRITE, new CallSite("a.Main", "save", first.line() + 1)));
        assertThat(new String(after, StandardCharsets.UTF_8)).isEqualTo(replaced(source,
                "FileOutputStream one = new FileOutputStream(name), two = new FileOutputStream(name + 2)",
                "OutputStream one = new BufferedOutputStream(new FileOutputStream(name)),"
                        + "\n                two = new BufferedOutputStream(new FileOutputStream(name + 2))"));
        assertThat(fixes).allMatch(fix -> fix.applicability() == Applicability.UNSAFE);
    }

    @Test
    void neverEditsWhatABuildMakes() throws Exception {
        String source = """
                package a;
                import java.io.*;
                class Main {
                    void save(String name) throws IOException {
                        try (OutputStream out = new FileOutputStream(name)) {
                            out.write(1); // hot
                        }
                    }
                }
                """;
        for (String folder : List.of("target/generated-sources/x", "build/generated/x")) {
            Path project = directory.resolve(folder.substring(0, 5).strip());
            Path file = project.resolve(folder).resolve("a/Main.java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source);
            Files.writeString(project.resolve("pom.xml"), "<project/>");
            Files.writeString(project.resolve("build.gradle"), "");
            Sources sources = Sources.open(new SourceOptions(List.of(project), Optional.empty(), List.of()));
            List<CallSite> stack = List.of(WRITE, site(source, "a.Main", "save"));
            Optional<Fix> fix = new StreamTracer(sources).trace(stack).creation().flatMap(creation -> new Fixer(sources)
                    .propose(new FixRequest("f", Repair.BUFFER_FILE_OUTPUT, creation, stack, stack, OptionalDouble.of(1))));
            assertThat(fix.filter(Fix::isOffered)).as(folder).isEmpty();
        }
    }
}
