package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a change of the raw program is joined with its buffer, and when not; what the joint fix does, {@code form-} programs run. */
class PreparationTest {
    private static final CallSite WRITE = new CallSite("java.io.FileOutputStream", "write", 0);
    private static final CallSite READ = new CallSite("java.io.RandomAccessFile", "read", 0);

    @TempDir
    Path directory;

    /** The hot call is in the line that ends with {@code // here}. */
    private Optional<Fix> fix(Repair repair, CallSite callee, String body) throws Exception {
        String text = """
                package a;
                import java.io.*;
                import java.nio.file.*;
                class Main {
                    static RandomAccessFile field;
                    static int use(Object o) { return 1; }
                    static void main(String[] args) throws IOException {
                %s
                    }
                }
                """.formatted(body.strip().indent(8).stripTrailing());
        Path file = Files.createDirectories(directory.resolve("a")).resolve("Main.java");
        Files.writeString(file, text);
        int line = (int) text.substring(0, text.indexOf("// here")).lines().count();
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return new Fixer(sources).propose(new FixRequest(
                "f",
                repair,
                new Creation("a.Main", "main", file, line, 1, "", false),
                List.of(callee, new CallSite("a.Main", "main", line)),
                List.of(),
                OptionalDouble.empty()));
    }

    private String title(Repair repair, CallSite callee, String body) throws Exception {
        return fix(repair, callee, body).map(Fix::title).orElse("");
    }

    /** The flush stays, and with it a system call for each write. */
    @ParameterizedTest
    @ValueSource(strings = {
        "out.write(i); // here\nout.flush();",
        "out.flush();\nout.write(i); // here",
        "out.write(i); // here\nfor (int k = 0; k < 9; k++) { use(k); out.flush(); }",
        "do { out.flush(); } while (i > 9);\nsynchronized (args) {\nout.write(i); // here\n}",
        "try {\nout.write(i); // here\n} finally { use(i); out.flush(); }",
    })
    void saysThatAFlushBehindEachWriteLeavesNothingToSave(String loop) throws Exception {
        Fix fix = fix(Repair.BUFFER_FILE_OUTPUT, WRITE, """
                try (FileOutputStream out = new FileOutputStream("x")) {
                    for (int i = 0; i < 9; i++) {
                %s
                    }
                }
                """.formatted(loop)).orElseThrow();

        assertThat(fix.applicability()).as("%s", fix.reasons()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.reasons()).contains("`flush()` follows each write: the buffer saves nothing");
        assertThat(fix.effect()).isEqualTo(Effect.blocks(1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        // two writes share a flush
        "out.write(i); // here\nout.write(1);\nout.flush();",
        "out.write(i); // here\nif (i % 2 == 0) { out.flush(); }",
        "out.write(i); // here\nif (i % 2 == 0) { continue; }\nout.flush();",
        "out.write(i); // here\nif (i % 2 == 0) { out.write(1); }\nout.flush();",
        "for (int k = 0; k < 9; k++) {\nout.write(i); // here\n}\nout.flush();",
    })
    void keepsAFlushOfMoreThanOneWrite(String loop) throws Exception {
        Fix fix = fix(Repair.BUFFER_FILE_OUTPUT, WRITE, """
                try (FileOutputStream out = new FileOutputStream("x")) {
                    for (int i = 0; i < 9; i++) {
                %s
                    }
                }
                """.formatted(loop)).orElseThrow();

        assertThat(fix.title()).isEqualTo("wrap the FileOutputStream in a BufferedOutputStream where it is created");
        assertThat(fix.applicability()).isEqualTo(Applicability.SAFE);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "FileOutputStream out = new FileOutputStream(\"x\");\nfor (int i = 0; i < 9; i++) {\nout.write(i); // here\n}\nout.close();",
        "FileOutputStream out = new FileOutputStream(\"x\");\nfor (int i = 0; i < 9; i++) {\nout.write(i); // here\n}",
        "if (args.length == 0) {\nvar out = new FileOutputStream(\"x\");\nfor (int i = 0; i < 9; i++) {\nout.write(i); // here\n}\n}",
    })
    void addsATryWhereTheStreamStaysOpen(String body) throws Exception {
        Fix fix = fix(Repair.BUFFER_FILE_OUTPUT, WRITE, body).orElseThrow();

        assertThat(fix.title()).endsWith("where it is created in a try-with-resources");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).singleElement().asString().contains("`out` is now closed on every path");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        // closed in the middle
        "FileOutputStream out = new FileOutputStream(\"x\");\nout.write(1); // here\nout.close();\nuse(out);",
        // a second file for the same variable
        "FileOutputStream out = new FileOutputStream(\"x\");\nout.write(1); // here\nout = null;",
        // kept by others
        "FileOutputStream out = new FileOutputStream(\"x\");\nout.write(1); // here\nSystem.setErr(new PrintStream(out));",
        // declared without a value
        "FileOutputStream out;\nout = new FileOutputStream(\"x\");\nout.write(1); // here",
        // no room for lines
        "FileOutputStream out = new FileOutputStream(\"x\"); out.write(1); // here\nuse(1);",
        "FileOutputStream out = new FileOutputStream(\"x\");\nout.write(1); // here\nuse(\"\"\"\n  text\"\"\");",
        "switch (args.length) {\ncase 0:\nFileOutputStream out = new FileOutputStream(\"x\");\nout.write(1); // here\n}",
    })
    void addsNoTryWhereThatIsNotEnough(String body) throws Exception {
        Optional<Fix> fix = fix(Repair.BUFFER_FILE_OUTPUT, WRITE, body);

        assertThat(fix.map(Fix::title).orElse("")).doesNotContain("try-with-resources");
        assertThat(fix.map(Fix::applicability)).isNotEqualTo(Optional.of(Applicability.SAFE));
    }

    @Test
    void buffersAFileThatIsReadHereAndThere() throws Exception {
        Fix fix = fix(Repair.BLOCK_RANDOM_ACCESS, READ, """
                RandomAccessFile in = new RandomAccessFile("x", "r");
                for (int i = 0; i < 9; i++) {
                    in.seek(i * 3);
                    use(in.read()); // here
                }
                """).orElseThrow();

        assertThat(fix.title()).startsWith("open the file as a BufferedRandomAccessFile");
        assertThat(fix.applicability()).isEqualTo(Applicability.SAFE);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"rw\");\nfor (;;) {\nin.seek(1);\nin.read(); // here\n}",
        "RandomAccessFile in = new RandomAccessFile(\"/dev/sda\", \"r\");\nfor (;;) {\nin.seek(1);\nin.read(); // here\n}",
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"r\");\nin.seek(1);\nuse(in.read()); // here",
        // the end of the file is another exception
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"r\");\nfor (;;) {\nin.seek(1);\n"
                + "try {\nuse(in.readInt()); // here\n} catch (EOFException end) {\nreturn;\n}\n}",
        "try (RandomAccessFile in = new RandomAccessFile(\"x\", \"r\")) {\nfor (;;) {\nin.seek(1);\n"
                + "use(in.readInt()); // here\n}\n} catch (IOException end) {\nreturn;\n}",
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"r\");\nfor (;;) {\nin.seek(use(in));\nuse(in.read()); // here\n}",
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"r\");\nfor (;;) {\nin.seek(1);\nuse(in.read()); // here\nin.close();\n}",
        "field = new RandomAccessFile(\"x\", \"r\");\nfor (;;) {\nfield.seek(1);\nuse(field.read()); // here\n}",
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"r\");\nfor (;;) {\nin.seek(1);\nuse(in.read(new byte[3])); // here\n}",
        "RandomAccessFile in = new RandomAccessFile(\"x\", \"r\");\nfor (;;) {\nin.seek(1);\nin.readBoolean(); // here\n}",
    })
    void leavesAFileThatAMappingCannotStandFor(String body) throws Exception {
        assertThat(title(Repair.BLOCK_RANDOM_ACCESS, READ, body)).doesNotContain("map the file");
    }

    /** A stream that the method {@code save}, or the lambda in it, is given. */
    private Optional<Fix> given(String method, String code) throws Exception {
        return given(Repair.BUFFER_FILE_OUTPUT, WRITE, method, code);
    }

    private Optional<Fix> given(Repair repair, CallSite callee, String method, String code) throws Exception {
        String text = """
                package a;
                import java.io.*;
                class Main {
                    static Object kept;
                    static void emit(OutputStream to, int b) throws IOException { to.write(b); }
                %s
                }
                """.formatted(code);
        Path file = Files.createDirectories(directory.resolve("a")).resolve("Main.java");
        Files.writeString(file, text);
        int line = (int) text.substring(0, text.indexOf("// here")).lines().count();
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        List<CallSite> stack = List.of(callee, new CallSite("a.Main", method, line));
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        return new Fixer(sources).propose(new FixRequest(
                "f", repair, creation, stack, List.of(), OptionalDouble.empty()));
    }

    /** A message's parts go out at once, but not where its method waits for the peer that they are for. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "UNSAFE | out.write(1); out.write(text); // here%nout.flush();",
        "UNSAFE | DataOutputStream data = new DataOutputStream(out); data.writeInt(3); data.write(text); // here%n",
        "DISPLAY | out.write(text); // here%nout.flush();",
        "DISPLAY | out.write(1); in.read(); out.write(text); // here%n",
        "DISPLAY | out.write(1); answer(in); out.write(text); // here%n",
        "DISPLAY | for (byte b : text) { out.write(b); // here%n answer(in); }"
    })
    void buffersAMessageThatIsWrittenInParts(Applicability expected, String body) throws Exception {
        Fix fix = given(Repair.BUFFER_SOCKET_OUTPUT, new CallSite("java.net.SocketOutputStream", "write", 0), "save", """
                static int answer(InputStream from) throws IOException { return new DataInputStream(from).readInt(); }
                static void save(OutputStream out, InputStream in, byte[] text) throws IOException {
                    %s
                }
                """.formatted(body.replace("%n", "\n"))).orElseThrow();
        assertThat(fix.applicability()).as("%s %s", fix.title(), fix.reasons()).isEqualTo(expected);
    }

    /** The server waits between messages: one buffer per message, or one for all with a flush after each message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "UNSAFE  | static void serve(OutputStream out, InputStream in) throws IOException { | ",
        "DISPLAY | static void serve(OutputStream out, InputStream in) throws IOException { | in.read();",
        "UNSAFE  | static void serve(java.net.Socket s) throws IOException { OutputStream out = s.getOutputStream();"
                + " InputStream in = s.getInputStream(); kept = out; | ",
    })
    void buffersThePartsInTheMethodThatWritesThem(Applicability expected, String serve, String between) throws Exception {
        String text = """
                package a;
                import java.io.*;
                class Main {
                    static Object kept;
                    %s
                        while (in.read() >= 0) {
                            send(out, in, new byte[5]); // from
                        }
                    }
                    static void send(OutputStream to, InputStream in, byte[] text) throws IOException {
                        to.write(text.length);
                        %s
                        to.write(text); // here
                    }
                }
                """.formatted(serve, between == null ? "" : between);
        Path file = Files.createDirectories(directory.resolve("a")).resolve("Main.java");
        Files.writeString(file, text);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        List<CallSite> stack = List.of(new CallSite("java.net.SocketOutputStream", "write", 0),
                new CallSite("a.Main", "send", line(text, "// here")), new CallSite("a.Main", "serve", line(text, "// from")));
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        Fix fix = new Fixer(sources).propose(new FixRequest(
                "f", Repair.BUFFER_SOCKET_OUTPUT, creation, stack, List.of(), OptionalDouble.empty())).orElseThrow();

        assertThat(fix.applicability()).as("%s %s", fix.title(), fix.reasons()).isEqualTo(expected);
        assertThat(fix.assumptions()).as("a socket is no file").isEmpty();
        boolean created = serve.contains("getOutputStream");
        assertThat(fix.title().equals(created
                ? "wrap the result of getOutputStream in a BufferedOutputStream where it is created and flush it after each message"
                : "buffer the stream inside send and flush it before it returns"))
                .as(fix.title()).isEqualTo(expected == Applicability.UNSAFE);
        assertThat(fix.reasons().stream().anyMatch(reason -> reason.contains("`kept`"))).as("%s", fix.reasons())
                .isEqualTo(created);
    }

    private static int line(String text, String mark) {
        return (int) text.substring(0, text.indexOf(mark)).lines().count();
    }

    /** With a flush behind each write a buffer saves nothing; with one behind the message it does. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "UNSAFE  | for (int b : text) { %n out.write(b); // here%n } %n in.read();",
        "DISPLAY | for (int b : text) { %n out.write(b); // here%n in.read(); %n }",
        "DISPLAY | for (int b : text) { %n for (int i = 0; i < 9; i++) { %n in.read(); %n } %n out.write(b); // here%n }",
        "DISPLAY | for (int b : text) { %n out.write(b); // here%n if (b > 0) { %n in.read(); %n } else { %n in.read(); %n } %n }",
    })
    void buffersNoWriteThatIsFlushedEachTime(Applicability expected, String body) throws Exception {
        Fix fix = given(Repair.BUFFER_SOCKET_OUTPUT, new CallSite("java.net.SocketOutputStream", "write", 0), "ask", """
                static void ask(String host, byte[] text) throws IOException {
                    try (java.net.Socket s = new java.net.Socket(host, 1); OutputStream out = s.getOutputStream()) {
                        InputStream in = s.getInputStream();
                        %s
                    }
                }
                """.formatted(body.replace("%n", "\n"))).orElseThrow();
        assertThat(fix.applicability()).as("%s %s", fix.title(), fix.reasons()).isEqualTo(expected);
        assertThat(fix.edits().stream().anyMatch(edit -> edit.text().contains("flush"))).as(fix.title())
                .isEqualTo(expected == Applicability.UNSAFE);
        assertThat(fix.edits().isEmpty()).as(fix.title()).isEqualTo(expected == Applicability.DISPLAY);
    }

    /** A field written by a helper is no message: a flush after it saves nothing, and none makes the peer wait. */
    @Test
    void showsNoDiffWhereTheEndOfAMessageIsNotKnown() throws Exception {
        Fix fix = given(Repair.BUFFER_SOCKET_OUTPUT, new CallSite("java.net.SocketOutputStream", "write", 0), "putByte", """
                private OutputStream out;
                Main(java.net.Socket s) throws IOException { out = s.getOutputStream(); }
                void putByte(int value) throws IOException {
                    out.write(value); // here
                }
                void putText(byte[] text) throws IOException {
                    putByte(text.length);
                    out.write(text);
                }
                """).orElseThrow();
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.title()).isEqualTo("buffer the stream and flush it at the end of each message");
        assertThat(fix.reasons()).singleElement().asString().contains("writes without a flush");
        assertThat(fix.edits()).isEmpty();
    }

    @Test
    void buffersAStreamThatALambdaIsGiven() throws Exception {
        Fix fix = given("lambda$save$0", """
                interface Body { void to(OutputStream out) throws IOException; }
                static Body save() {
                    return (OutputStream out) -> {
                        for (int i = 0; i < 9; i++) {
                            out.write(i); // here
                            emit(out, i);
                        }
                    };
                }
                """).orElseThrow();

        assertThat(fix.title()).isEqualTo("buffer the stream inside the lambda and flush it before it "
                                                  + "returns");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).containsExactly("line 11: `emit(out, i)` gets the buffer: it must not keep it",
                "line 9: an exception that leaves the lambda before this loses the bytes in the buffer");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "out.write(i); // here\nkept = out;",
        "out.write(i); // here\nRunnable later = () -> { kept = out.toString(); };",
        "out.write(i); // here\nout.close();",
        "out.write(i); // here\nout = null;",
        // it cannot throw what a flush throws
        "try {\nout.write(i); // here\n} catch (IOException e) {\nkept = e;\n}",
    })
    void onlyShowsABufferThatTheLambdaCannotFlush(String loop) throws Exception {
        Fix fix = given("lambda$save$0", """
                interface Body { void to(OutputStream out) throws IOException; }
                static Body save() {
                    return (OutputStream out) -> {
                        for (int i = 0; i < 9; i++) {
                %s
                        }
                    };
                }
                """.formatted(loop)).orElseThrow();

        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.reasons()).element(1).asString().startsWith("the lambda cannot flush a local buffer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "write(args, new FileOutputStream(\"x\")); | and close it before the program ends | DISPLAY",
        "FileOutputStream raw = new FileOutputStream(\"x\"); write(args, raw); | and close it before the program ends | DISPLAY"})
    void saysThatTheStreamIsNeverClosed(String statement, String shown, Applicability expected) throws Exception {
        String text = """
                package a;
                import java.io.*;
                class Main {
                    static void main(String[] args) throws IOException {
                        %s
                    }
                    static void write(Object o, OutputStream to) throws IOException {
                        for (int i = 0; i < 9; i++) {
                            to.write(i);
                        }
                    }
                }
                """.formatted(statement);
        Path file = Files.createDirectories(directory.resolve("a")).resolve("Main.java");
        Files.writeString(file, text);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        Fix fix = new Fixer(sources).propose(new FixRequest(
                "f", Repair.BUFFER_FILE_OUTPUT, new Creation("a.Main", "main", file, 5, 1, "", false),
                List.of(WRITE, new CallSite("a.Main", "write", 9), new CallSite("a.Main", "main", 5)), List.of(),
                OptionalDouble.empty())).orElseThrow();
        assertThat(fix.applicability()).isEqualTo(expected);
        assertThat(TextEdits.apply(text, fix.edits())).contains(shown);
    }
}
