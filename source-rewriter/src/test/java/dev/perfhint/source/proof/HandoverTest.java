package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Repair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are passed to code of which only the class files are there. */
class HandoverTest {
    private static final String LIBRARY = """
            package lib;
            import java.io.*;
            import java.nio.file.*;
            import java.util.function.*;
            public class Lib {
                static Object last;
                public static void emit(OutputStream out, int n) throws IOException {
                    for (long i = 0; i < n; i++) { out.write((int) (i % 7)); }
                    out.flush();
                }
                public static void text(OutputStream out, String s) throws IOException {
                    byte[] all = s == null ? new byte[0] : s.getBytes();
                    emit(out, 1);
                    DataOutputStream data = new DataOutputStream(n(s) > 3 ? out : out);
                    data.writeInt(all.length);
                    try { data.write(all); } finally { data.flush(); }
                    switch (all.length) { case 1: data.writeLong(3L); break; case 900: data.writeDouble(2.5); break; default: }
                }
                private static int n(String s) { return s.length(); }
                public static int sum(InputStream in) throws IOException { int n = 0, b; while ((b = in.read()) >= 0) { n += b; } return n; }
                public static void closeQuietly(Closeable c) { try { if (c != null) { c.close(); } } catch (IOException e) { last = e; } }
                public static void keep(OutputStream out) { last = out; }
                public static void cast(OutputStream out) throws IOException { ((FileOutputStream) out).getChannel().position(); }
                public static void test(OutputStream out) throws IOException { if (out instanceof FileOutputStream) { out.write(1); } }
                public static void close(OutputStream out) throws IOException { out.write(1); out.close(); }
                public static OutputStream same(OutputStream out) { return out; }
                public static void array(OutputStream out) { Object[] all = {out}; }
                public static void lambda(OutputStream out) { Runnable r = () -> { try { out.write(1); } catch (IOException e) { } }; r.run(); }
                public static void swallow(OutputStream out) { try { out.write(1); } catch (IOException e) { } }
                public static void sleep(OutputStream out) throws Exception { out.write(1); Thread.sleep(1); }
                public static void look(OutputStream out, String file) throws IOException { out.write(1); new File(file).length(); }
                public static void exit(OutputStream out) throws IOException { out.write(1); System.exit(0); }
                public static void print(OutputStream out) { new PrintStream(out).println("x"); }
                public static void lock(OutputStream out) throws IOException { synchronized (out) { out.write(1); } }
                public static void back(OutputStream out, IntConsumer c) throws IOException { out.write(1); c.accept(2); }
                public static void endless(OutputStream out) throws IOException { while (true) { out.write(1); } }
                public static void asked(FileOutputStream out) throws IOException { out.write(1); }
                public static int position(InputStream in) throws IOException { in.read(); return in.available(); }
                interface Part { int of(byte[] b, int from, int n) throws IOException; }
                public static int fill(InputStream in, byte[] b) throws IOException { return fill(in::read, b); }
                private static int fill(Part part, byte[] b) throws IOException { return part.of(b, 0, b.length); }
                public static int later(InputStream in) { Part part = in::read; last = part; return 0; }
                public static int skipping(InputStream in) throws IOException { return (int) skip(in::skip); }
                private static long skip(Skip s) throws IOException { return s.of(3); }
                interface Skip { long of(long n) throws IOException; }
                public static void nested(OutputStream out) throws IOException { new Keeper(out).put(1); }
                public void open(OutputStream out) throws IOException { out.write(1); }
                public static class Keeper implements Closeable {
                    private final OutputStream out;
                    public Keeper(OutputStream out) { this.out = out; }
                    public Keeper(OutputStream out, int n) throws IOException { this(out); out.write(n); }
                    public void put(int b) throws IOException { out.write(b); }
                    public void close() throws IOException { out.close(); }
                }
                public static class View {
                    private final Path path;
                    private final java.nio.channels.FileChannel channel;
                    public View(File f) throws IOException { this(new File(f.getParent(), f.getName()).toPath()); }
                    public View(Path p) throws IOException { path = p; channel = java.nio.channels.FileChannel.open(path, StandardOpenOption.READ); }
                    public View again() throws IOException { return new View(path); }
                    public void mark() throws IOException { channel.position(0); }
                }
                public static class Notes {
                    private final File file;
                    public Notes(File f) { file = f; }
                    public void mark() throws IOException { new FileOutputStream(file).close(); }
                }
                public static class Peek {
                    private final File file;
                    public Peek(File f) throws IOException { file = f; new FileInputStream(f).close(); }
                    public void mark() { Runnable r = () -> new Notes(file); r.run(); }
                }
                public static class Shared {
                    final File file;
                    public Shared(File f) throws IOException { file = f; new FileInputStream(f).close(); }
                    public void mark() { }
                }
                public static class Both {
                    private final java.nio.channels.FileChannel channel;
                    public Both(File f) throws IOException { channel = java.nio.channels.FileChannel.open(f.toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE); }
                    public void mark() throws IOException { channel.truncate(0); }
                }
                public static class Once { public Once(OutputStream out) throws IOException { out.write(1); } }
                public static class Counting extends FilterOutputStream { public Counting(OutputStream out) { super(out); } }
            }
            """;

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compileLibrary(@TempDir Path source) throws IOException {
        Path file = Files.writeString(source.resolve("Lib.java"), LIBRARY);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            assertThat(compiler.getTask(null, files, null, List.of("-d", classes.toString(), "-proc:none", "-Xlint:none"),
                    null, files.getJavaFileObjects(file)).call()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "Lib.emit(out, 5);", "out.write(1); Lib.text(out, file);", "new Lib().open(out);",
        "Lib x = new Lib(); x.open(out);", "new Lib.Once(out);",
    })
    void provesAHandOverToCodeThatOnlyWrites(String use) {
        Outcome outcome = output(use, List.of(classes));
        assertThat(outcome.reasons()).isEmpty();
        assertThat(outcome.applicability()).isEqualTo(Applicability.SAFE);
        assertThat(outcome.inspected()).anyMatch(line -> line.contains("compatible: its bytecode"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Lib.keep(out);            | Lib.keep() (classes), which keeps it in the static field last
        Lib.cast(out);            | casts it to FileOutputStream
        Lib.test(out);            | tests its class
        Lib.close(out);           | closes it
        Lib.same(out);            | returns it
        Lib.array(out);           | puts it into an array
        Lib.lambda(out);          | captures it in a lambda
        Lib.swallow(out);         | catches errors of using it
        Lib.look(out, file);      | calls File.length() while bytes may be in the buffer
        Lib.exit(out);            | calls System.exit() while bytes may be in the buffer
        Lib.print(out);           | hands it to new PrintStream()
        Lib.lock(out);            | synchronises on it
        Lib.endless(out);         | may never return
        Lib.asked(out);           | asks for a FileOutputStream
        Lib.nested(out);          | hands it to new Lib.Keeper(), which keeps it in its field out
        Lib.absent(out);          | whose code cannot be seen
        lib.open(out);            | a subclass may override
        new Lib.Keeper(out);      | the constructor of Lib.Keeper (classes), which keeps it in its field out and closes it by itself
        new Lib.Keeper(out, 3);   | keeps it in its field out
        new Lib.Counting(out);    | keeps it, being a FilterOutputStream
        Other.put(out);           | whose code cannot be seen
        """)
    void saysWhatElseTheCodeDoes(String use, String reason) {
        Outcome outcome = output(use, List.of(classes));
        assertThat(outcome.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(String.join("\n", outcome.reasons()).replace(classes.getFileName().toString(), "classes"))
                .contains(reason);
    }

    @Test
    void provesReading() {
        assertThat(input("return Lib.sum(in);").reasons()).isEmpty();
        assertThat(input("int n = Lib.sum(in); Lib.closeQuietly(in); return n;").reasons()).isEmpty();
        assertThat(input("Lib.closeQuietly(in); return in.read();").reasons())
                .anyMatch(r -> r.contains("read after it was closed"));
        assertThat(input("return Lib.fill(in, new byte[9]) + in.read();").reasons()).isEmpty();
        assertThat(input("return Lib.later(in);").reasons()).anyMatch(r -> r.contains("keeps it in the static field"));
        assertThat(input("return Lib.skipping(in);").reasons()).anyMatch(r -> r.contains("captures it in a lambda"));
        assertThat(input("return Lib.position(in);").reasons()).anyMatch(r -> r.contains("available() on it"));
    }

    @Test
    void knowsAFileThatALibraryOnlyReads() {
        String use = "File f = new File(file); Lib.%1$s x = new Lib.%1$s(f); in.read(); x.mark(); return in.read();";
        assertThat(input(use.formatted("View")).reasons()).isEmpty();
        for (String other : List.of("Notes", "Peek", "Shared", "Both")) {
            assertThat(input(use.formatted(other)).reasons()).as(other)
                    .anyMatch(r -> r.contains("the same file while bytes are in the buffer"));
        }
    }

    @Test
    void provesNothingWithoutTheClassPath() {
        assertThat(output("Lib.emit(out, 5);", List.of()).reasons())
                .anyMatch(r -> r.contains("the stream is passed to emit(), whose code cannot be seen"));
    }

    @Test
    void survivesDamagedJarsAndClasses(@TempDir Path work) throws IOException {
        Path jar = Files.write(work.resolve("broken.jar"), new byte[] {'P', 'K', 3, 4, 9, 9, 9});
        Path directory = Files.createDirectories(work.resolve("dir/lib")).getParent();
        byte[] whole = Files.readAllBytes(classes.resolve("lib/Lib.class"));
        for (int cut = 0; cut < whole.length; cut += 97) {
            byte[] damaged = whole.clone();
            for (int at = cut; at < Math.min(cut + 9, damaged.length); at++) {
                damaged[at] = (byte) (at * 31);
            }
            Files.write(directory.resolve("lib/Lib.class"), damaged);
            assertThat(output("Lib.keep(out);", List.of(directory)).applicability()).isEqualTo(Applicability.UNSAFE);
        }
        for (Path path : List.of(jar, work.resolve("missing.jar"), work)) {
            assertThat(output("Lib.emit(out, 5);", List.of(path)).reasons()).isNotEmpty();
        }
    }

    private static Outcome output(String use, List<Path> classpath) {
        return prove("void run(String file, byte[] data, Lib lib) throws Exception {"
                + " try (FileOutputStream out = new FileOutputStream(file)) { " + use + " } }",
                Repair.BUFFER_FILE_OUTPUT, classpath);
    }

    private static Outcome input(String use) {
        return prove("int run(String file) throws Exception {"
                + " try (FileInputStream in = new FileInputStream(file)) { " + use + " } }",
                Repair.BUFFER_FILE_INPUT, List.of(classes));
    }

    private static Outcome prove(String method, Repair repair, List<Path> classpath) {
        return Cases.proveText("import java.io.*; import lib.Lib; class T { " + method + " }", repair, classpath);
    }
}
