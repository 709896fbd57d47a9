package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each program really runs: its stack is that of the write or read that failed in the kernel. */
@EnabledOnOs(OS.LINUX)
class StreamTracerTest {
    @TempDir
    Path directory;

    private String created(String argument, String... texts) throws Exception {
        Program program = Program.of(directory, texts).compiled();
        Trace trace = program.trace(argument);
        assertThat(trace.creation()).as(trace.note()).isPresent();
        Creation creation = trace.creation().get();
        return creation.className() + "." + creation.member() + ": "
                + Program.lineOf(Files.readString(creation.file()), creation.line());
    }

    @Test
    void followsLocal() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        FileOutputStream out = new FileOutputStream(args[0]);
                        for (int i = 0; i < 10; i++) {
                            out.write(i);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: FileOutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsResourceThroughWrapper() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (var raw = new FileOutputStream(args[0]);
                                var data = new DataOutputStream(raw)) {
                            data.writeInt(1);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: try (var raw = new FileOutputStream(args[0]);");
    }

    @Test
    void followsFieldOfConstructor() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                public class Main {
                    public static void main(String[] args) throws java.io.IOException {
                        Ext ext = new Ext(args[0]);
                        ext.write(1);
                    }
                }
                """, """
                package a;
                import java.io.FileOutputStream;
                public class Ext {
                    private FileOutputStream writer;
                    private long sum;
                    Ext(String name) throws java.io.IOException {
                        writer = new FileOutputStream(name);
                    }
                    void write(int b) throws java.io.IOException {
                        sum += b;
                        writer.write(b);
                    }
                }
                """)).isEqualTo("a.Ext.<init>: writer = new FileOutputStream(name);");
    }

    @Test
    void followsConstructorParameterToCaller() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream raw = new FileOutputStream(args[0]);
                        Ext ext = new Ext(raw);
                        save(ext);
                    }
                    static void save(Ext target) throws IOException {
                        DataOutputStream data = new DataOutputStream(target);
                        data.writeLong(1L);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Ext extends OutputStream {
                    private final OutputStream out;
                    Ext(OutputStream out) {
                        this.out = out;
                    }
                    @Override public void write(int b) throws IOException {
                        out.write(b);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream raw = new FileOutputStream(args[0]);");
    }

    @Test
    void followsFilterStreamThatPassesToSuper() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        new Ext(open(args[0]), 1).write(7);
                    }
                    static OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name, true);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Ext extends FilterOutputStream {
                    Ext(OutputStream out, int level) {
                        super(out);
                    }
                    @Override public void write(int b) throws IOException {
                        super.write(b + 1);
                    }
                }
                """)).isEqualTo("a.Main.open: return new FileOutputStream(name, true);");
    }

    @Test
    void followsParameterOverFrames() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        first(new FileOutputStream(args[0]), 3);
                    }
                    static void first(OutputStream out, int depth) throws IOException {
                        if (depth > 0) {
                            first(out, depth - 1);
                        } else {
                            last("x", out);
                        }
                    }
                    static void last(String text, OutputStream to) throws IOException {
                        to.write(
                            text.getBytes());
                    }
                }
                """)).isEqualTo("a.Main.main: first(new FileOutputStream(args[0]), 3);");
    }

    @Test
    void followsLambdaCapture() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                import java.util.List;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        List.of(1, 2).forEach(each -> {
                            try {
                                out.write(each);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsLambdaParameter() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Job { void run(OutputStream out) throws IOException; }
                    public static void main(String[] args) throws IOException {
                        with(args[0], target -> target.write(1));
                    }
                    static void with(String name, Job job) throws IOException {
                        try (FileOutputStream made = new FileOutputStream(name)) {
                            job.run(made);
                        }
                    }
                }
                """)).isEqualTo("a.Main.with: try (FileOutputStream made = new FileOutputStream(name)) {");
    }

    @Test
    void followsAnonymousClass() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        final OutputStream out = new FileOutputStream(args[0]);
                        java.util.concurrent.Callable<Void> job = new java.util.concurrent.Callable<>() {
                            @Override public Void call() throws IOException {
                                out.write(1);
                                return null;
                            }
                        };
                        job.call();
                    }
                }
                """)).isEqualTo("a.Main.main: final OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsBridgeMethods() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Codec<T> { void encode(T value, OutputStream out) throws IOException; }
                    static abstract class Base<T> implements Codec<T> {
                        public void encode(T value, OutputStream out) throws IOException {
                            put(value, out);
                        }
                        abstract void put(T value, OutputStream out) throws IOException;
                    }
                    static
                    final class Texts
                            extends Base<String> {
                        @Override void put(String value, OutputStream out) throws IOException {
                            out.write(value.charAt(0));
                        }
                    }
                    static final Base<Integer> NUMBERS = new Base<>() {
                        @Override void put(Integer value, OutputStream out) throws IOException {
                            if (value > 0) {
                                new Texts().encode("x", out);
                            }
                        }
                    };
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        NUMBERS.encode(7, out);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsSetter() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        Sink sink = new Sink();
                        sink.setOut(new FileOutputStream(args[0]));
                        sink.put(1);
                    }
                }
                """, """
                package a;
                import java.io.*;
                class Sink {
                    private OutputStream out;
                    void setOut(OutputStream out) {
                        this.out = out;
                    }
                    void put(int b) throws IOException {
                        out.write(b);
                    }
                }
                """)).isEqualTo("a.Main.main: sink.setOut(new FileOutputStream(args[0]));");
    }

    @Test
    void followsHandOverToLibrary() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        ObjectOutputStream objects = new ObjectOutputStream(out);
                        objects.writeObject(new byte[5000]);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
    }

    @Test
    void followsPrintStreamOnName() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        PrintStream out = new PrintStream(args[0]);
                        out.println(1);
                    }
                }
                """);
        Trace trace = new StreamTracer(program.open()).trace(List.of(
                new CallSite("java.io.FileOutputStream", "write", 0),
                new CallSite("java.io.PrintStream", "println", 0),
                new CallSite("a.Main", "main", 6)));
        assertThat(trace.creation()).isPresent();
        assertThat(trace.creation().get().type()).isEqualTo("PrintStream");
    }

    @Test
    void followsInput() throws Exception {
        assertThat(created(Program.UNREADABLE, """
                package a;
                import java.io.*;
                import java.nio.file.*;
                public class Main {
                    private final InputStream in;
                    Main(String name) throws IOException {
                        this(new DataInputStream(Files.newInputStream(Path.of(name))));
                    }
                    Main(InputStream in) {
                        this.in = in;
                    }
                    public static void main(String[] args) throws IOException {
                        new Main(args[0]).read();
                    }
                    int read() throws IOException {
                        return in.read();
                    }
                }
                """)).isEqualTo("a.Main.<init>: this(new DataInputStream(Files.newInputStream(Path.of(name))));");
    }

    @Test
    void tellsOverloadsApartWhereTheClassHasNoLines() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    static class Base {
                        Base(InputStream in, int length) throws IOException { in.read(); }
                        Base(byte[] all) { }
                    }
                    static class Message extends Base {
                        Message(byte[] all) { super(all); }
                        Message(InputStream in) throws IOException { super(in, %s); }
                        Message(String name) throws IOException { super(new FileInputStream(name), 2); }
                    }
                    public static void main(String[] args) throws IOException {
                        new Message(new byte[1]);
                        new Message(new FileInputStream(args[0]));
                    }
                }
                """;
        List<CallSite> stack = List.of(new CallSite("java.io.FileInputStream", "read", 0), new CallSite("a.Main$Base", "<init>", 0),
                new CallSite("a.Main$Message", "<init>", 0), new CallSite("a.Main", "main", 0));
        // two constructors call the one that reads: which of them ran is not known
        Trace either = new StreamTracer(Program.of(directory, text.formatted("1")).open()).trace(stack);
        assertThat(either.creation()).isEmpty();
        assertThat(either.note()).isEqualTo(
                "several methods may be a.Main$Message.<init>: the class was compiled without line numbers");
        assertThat(either.changed()).isFalse();
        String one = text.formatted("1").replace("super(new FileInputStream(name), 2)", "super(name.getBytes())");
        assertThat(new StreamTracer(Program.of(directory.resolve("one"), one).open()).trace(stack).creation())
                .map(Creation::line).hasValue(15);
    }

    @Test
    void leavesBufferedStream() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new BufferedOutputStream(new FileOutputStream(args[0]));
                        out.write(1);
                    }
                }
                """);
        Trace trace = new StreamTracer(program.open()).trace(
                List.of(new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("a.Main", "main", 6)));
        assertThat(trace.creation()).isEmpty();
        assertThat(trace.note()).isEqualTo("already buffered by BufferedOutputStream: changed since the "
                                                   + "recording");
        assertThat(trace.changed()).isTrue();
    }

    @Test
    void followsInheritedFieldOfFilterStream() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream target = new Upper(new FileOutputStream(args[0]))) {
                            target.write(1);
                        }
                    }
                    private static final class Upper extends FilterOutputStream {
                        Upper(OutputStream target) {
                            super(target);
                        }
                        @Override public void write(int b) throws IOException {
                            out.write(Character.toUpperCase(b));
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: try (OutputStream target = new Upper(new FileOutputStream(args[0]))) {");
    }

    @Test
    void looksBelowABufferWhoseBlocksAreTakenApart() throws Exception {
        String program = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream file = new FileOutputStream(args[0]);
                        Writer out = new OutputStreamWriter(new Open(file));
                        out.write("xyz");
                        out.close();
                    }
                    private static final class Open extends FilterOutputStream {
                        Open(OutputStream target) {
                            super(target);
                        }
                        @Override public void close() { }
                    }
                }
                """;
        assertThat(created(Program.FULL, program)).isEqualTo("a.Main.main: OutputStream file = new FileOutputStream(args[0]);");
        Program buffered = Program.of(directory.resolve("buffered"),
                program.replace("new FileOutputStream(args[0])", "new BufferedOutputStream(new FileOutputStream(args[0]))"));
        Trace trace = new StreamTracer(buffered.open()).trace(List.of(
                new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("java.io.FilterOutputStream", "write", 0),
                new CallSite("java.io.FilterOutputStream", "write", 0), new CallSite("sun.nio.cs.StreamEncoder", "writeBytes", 0),
                new CallSite("java.io.OutputStreamWriter", "close", 0), new CallSite("a.Main", "main", 8)));
        assertThat(trace.note()).startsWith("already buffered by BufferedOutputStream");
    }

    @Test
    void findsTheStreamThatIsBufferedOnOneBranchOnly() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream raw = new FileOutputStream(args[0]);
                        OutputStream out = args.length > 1 ? new BufferedOutputStream(raw) : raw;
                        out.write(1);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream raw = new FileOutputStream(args[0]);");
    }

    @Test
    void namesTheBufferWhoseFlushWasRecorded() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        Writer out = new BufferedWriter(new FileWriter(args[0]));
                        out.write("x");
                        out.flush();
                    }
                }
                """).compiled();
        Trace trace = program.trace(Program.FULL);
        assertThat(trace.note()).isEqualTo("already buffered by BufferedWriter");
        assertThat(trace.changed()).isFalse();
        assertThat(trace.creation()).hasValueSatisfying(creation -> assertThat(creation.line()).isEqualTo(5));
    }

    @Test
    void saysThatSourceIsStale() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        out.write(1);
                    }
                }
                """);
        StreamTracer tracer = new StreamTracer(program.open());
        CallSite write = new CallSite("java.io.FileOutputStream", "write", 300);
        Trace moved = tracer.trace(List.of(write, new CallSite("a.Main", "main", 5)));
        assertThat(moved.creation()).isEmpty();
        assertThat(moved.note()).isEqualTo("a/Main.java:5 no longer calls write: the source differs from the recorded program");
        Trace outside = tracer.trace(List.of(write, new CallSite("a.Main", "main", 50)));
        assertThat(outside.note()).isEqualTo("a/Main.java:50 is not inside a.Main.main: the source differs from the recorded program");
    }

    @Test
    void refusesTwoStreamsOnOneLine() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream one = new FileOutputStream(args[0]);
                        OutputStream two = new FileOutputStream(args[0]);
                        one.write(1); two.write(2);
                    }
                }
                """).compiled();
        Trace trace = program.trace(Program.FULL);
        assertThat(trace.creation()).isEmpty();
        assertThat(trace.note()).isEqualTo("ambiguous: 2 streams reach a.Main.main: a/Main.java:5, "
                                                   + "a/Main.java:6");
    }

    /** javac writes no line for a constructor: it runs in the line before it of the same statement. */
    @Test
    void knowsAConstructorByTheStatementThatItStandsIn() throws Exception {
        String text = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        OutputStream out = new FileOutputStream(args[0]);
                        OutputStream other = new ByteArrayOutputStream();
                        print(
                            named(
                                new Head(%s),
                                new Head(%s)
                            )
                        );
                    }
                    static Head named(Head head, Object other) { return head; }
                    static void print(Head head) { }
                    static class Head {
                        Head(OutputStream out) throws IOException { out.write(1); }
                    }
                }
                """;
        assertThat(created(Program.FULL, text.formatted("out", "out")))
                .isEqualTo("a.Main.main: OutputStream out = new FileOutputStream(args[0]);");
        Trace either = Program.of(directory, text.replace("new ByteArrayOutputStream()", "new FileOutputStream(args[0])")
                .formatted("out", "other")).compiled().trace(Program.FULL);
        assertThat(either.note()).startsWith("ambiguous: 2 streams reach a.Main$Head.<init>");
    }

    @Test
    void saysWhereStreamComesFromUnseenCode() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public void export(OutputStream target) throws IOException {
                        target.write(1);
                    }
                }
                """);
        Trace trace = new StreamTracer(program.open()).trace(List.of(
                new CallSite("java.io.FileOutputStream", "write", 300),
                new CallSite("a.Main", "export", 5),
                new CallSite("lib.Runner", "run", 77)));
        assertThat(trace.creation()).isPresent();
        assertThat(trace.creation().get().boundary()).isTrue();
        assertThat(trace.creation().get().member()).isEqualTo("export");
    }

    @Test
    void followsMethodReferenceThatNoCallNames() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Sink { void accept(byte[] bytes) throws IOException; }
                    static void put(Sink sink, byte[] bytes) throws IOException {
                        sink.accept(bytes);
                    }
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = new FileOutputStream(args[0])) {
                            put(out::write, new byte[3]);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: try (OutputStream out = new FileOutputStream(args[0])) {");
    }

    @Test
    void followsReferenceToOwnMethodWithItsArguments() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Step { void apply(OutputStream out, int value) throws IOException; }
                    static final Step FIRST = Main::emit;
                    static void emit(OutputStream out, int value) throws IOException {
                        out.write(value);
                    }
                    public static void main(String[] args) throws IOException {
                        OutputStream file = new FileOutputStream(args[0]);
                        FIRST.apply(file, 1);
                    }
                }
                """)).isEqualTo("a.Main.main: OutputStream file = new FileOutputStream(args[0]);");
    }

    @Test
    void followsConstructorReference() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Opener<T> { T open(String name) throws IOException; }
                    static OutputStream open(Opener<? extends OutputStream> opener, String name) throws IOException {
                        return opener.open(name);
                    }
                    public static void main(String[] args) throws IOException {
                        OutputStream out = open(FileOutputStream::new, args[0]);
                        out.write(1);
                    }
                }
                """)).isEqualTo("a.Main.open: return opener.open(name);");
    }

    @Test
    void followsFactoryInField() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    interface Opener { Log open(String name) throws IOException; }
                    private final Opener opener;
                    Main(Opener opener) { this.opener = opener; }
                    public static void main(String[] args) throws IOException {
                        new Main(Log::open).run(args[0]);
                    }
                    void run(String name) throws IOException {
                        Log log = opener.open(name);
                        log.line(1);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Log {
                    private final OutputStream out;
                    private Log(OutputStream out) { this.out = out; }
                    static Log open(String name) throws IOException {
                        return new Log(new FileOutputStream(name));
                    }
                    void line(int n) throws IOException {
                        out.write(n);
                    }
                }
                """)).isEqualTo("a.Log.open: return new Log(new FileOutputStream(name));");
    }

    @Test
    void followsPrivateConstructorToItsOnlyCaller() throws Exception {
        String main = """
                package a;
                import java.io.*;
                import java.util.*;
                public class Main {
                    static final Map<String, Log> LOGS = new HashMap<>();
                    public static void main(String[] args) throws IOException {
                        Log.open(args[0], LOGS);
                        LOGS.get("log").line(1);
                    }
                }
                """;
        String log = """
                package a;
                import java.io.*;
                import java.util.*;
                public class Log {
                    private final OutputStream out;
                    %s Log(OutputStream out) { this.out = out; }
                    static void open(String name, Map<String, Log> logs) throws IOException {
                        logs.put("log", new Log(new FileOutputStream(name)));
                    }
                    void line(int n) throws IOException {
                        out.write(n);
                    }
                }
                """;
        assertThat(created(Program.FULL, main, log.formatted("private")))
                .isEqualTo("a.Log.open: logs.put(\"log\", new Log(new FileOutputStream(name)));");
        Trace open = Program.of(directory, main, log.formatted("public")).compiled().trace(Program.FULL);
        assertThat(open.creation()).as("others may call a public one").map(Creation::boundary).hasValue(true);
    }

    @Test
    void followsLoopOverIterable() throws Exception {
        assertThat(created(Program.UNREADABLE, """
                package a;
                import java.io.*;
                import java.util.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        for (int b : new Bytes(new FileInputStream(args[0]))) {
                            System.out.println(b);
                        }
                    }
                }
                """, """
                package a;
                import java.io.*;
                import java.util.*;
                public class Bytes implements Iterable<Integer> {
                    private final InputStream in;
                    Bytes(InputStream in) { this.in = in; }
                    @Override public Iterator<Integer> iterator() {
                        return new Iterator<>() {
                            @Override public boolean hasNext() { return true; }
                            @Override public Integer next() {
                                return read();
                            }
                        };
                    }
                    int read() {
                        try {
                            return in.read();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                }
                """)).isEqualTo("a.Main.main: for (int b : new Bytes(new FileInputStream(args[0]))) {");
    }

    /** A line with a call of an interface may run anything of that name. */
    @Test
    void claimsNoStaleSourceWhereAFunctionMayBeTheCallee() throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    interface Sink { void accept(byte[] bytes) throws IOException; }
                    public void put(Sink sink, byte[] bytes) throws IOException {
                        sink.accept(bytes);
                        bytes.clone();
                    }
                }
                """);
        StreamTracer tracer = new StreamTracer(program.open());
        CallSite write = new CallSite("java.io.FileOutputStream", "write", 300);
        assertThat(tracer.trace(List.of(write, new CallSite("a.Main", "put", 6))).note())
                .isEqualTo("the creation of the stream used in a.Main.put was not found");
        assertThat(tracer.trace(List.of(write, new CallSite("a.Main", "put", 7))).note())
                .contains("the source differs from the recorded program");
    }

    @Test
    void endsAtTheHotCallWhereOthersBufferWhatTheFactoryOpens() throws Exception {
        String main = """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = Streams.open(args[0])) {
                            out.write(1);
                        }
                    }
                    static OutputStream index(String name) throws IOException {
                        OutputStream open = Streams.open(name);
                        return %s;
                    }
                }
                """;
        String factory = """
                package a;
                import java.io.*;
                public class Streams {
                    static OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name);
                    }
                }
                """;
        assertThat(created(Program.FULL, main.formatted("new BufferedOutputStream(Streams.open(name))"), factory))
                .isEqualTo("a.Main.main: try (OutputStream out = Streams.open(args[0])) {");
        assertThat(created(Program.FULL, main.formatted("open"), factory))
                .isEqualTo("a.Streams.open: return new FileOutputStream(name);");
    }

    @Test
    void knowsTheClassesOfAnInterfaceThatNoFrameNames() throws Exception {
        assertThat(created(Program.FULL, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        Store store = (Store) Class.forName("a.Disk").getDeclaredConstructor().newInstance();
                        store.open(args[0]).write(1);
                    }
                }
                """, """
                package a;
                public interface Store {
                    java.io.OutputStream open(String name) throws java.io.IOException;
                }
                """, """
                package a;
                import java.io.*;
                public class Disk implements Store {
                    @Override public OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name);
                    }
                }
                """, """
                package a;
                import java.io.*;
                public class Memory implements Store {
                    @Override public OutputStream open(String name) {
                        return new ByteArrayOutputStream();
                    }
                }
                """)).isEqualTo("a.Disk.open: return new FileOutputStream(name);");
    }
}
