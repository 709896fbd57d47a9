package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Streams that are buffered, meant twice, of other sources or of unseen code: what the tracer says of them. */
@EnabledOnOs(OS.LINUX)
class TraceLimitsTest {
    @TempDir
    Path directory;

    private String created(String argument, String... texts) throws Exception {
        return Program.of(directory, texts).compiled().created(argument);
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
}
