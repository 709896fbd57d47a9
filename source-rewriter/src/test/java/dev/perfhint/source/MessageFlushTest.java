package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message to a peer, or a line to a console, whose parts reach the kernel one by one. */
class MessageFlushTest {
    @TempDir
    Path directory;

    private Optional<String> fixed(Repair repair, String text, String method, int line, CallSite... callees)
            throws Exception {
        Program program = Program.of(directory, text).compiled();
        Sources sources = program.open();
        List<CallSite> stack = new java.util.ArrayList<>(List.of(callees));
        stack.add(new CallSite("a.Main", method, line));
        Fixer fixer = new Fixer(sources);
        Optional<Fix> fix = fixer.propose(new FixRequest("f", repair,
                new Creation("a.Main", method, directory, 1, 1, "", false), stack, stack, OptionalDouble.of(4)));
        FixSet set = fixer.finish(fix.stream().toList(), true);
        if (set.patch().isEmpty()) {
            return Optional.empty();
        }
        Git.apply(sources.base(), set.patch());
        program.compiled();
        return Optional.of(program.text("a/Main.java"));
    }

    private static final CallSite SOCKET = new CallSite("java.net.Socket$SocketOutputStream", "write", 0);

    private static String peer(String writer, String send) {
        return """
                package a;
                import java.io.*;
                import java.net.*;
                public class Main {
                    private final %s out;
                    private final InputStream in;
                    Main(Socket socket) throws IOException {
                        out = new %s;
                        in = socket.getInputStream();
                    }
                    void send(int type, byte[] body) throws IOException {
                %s
                    }
                    int ask(int type) throws IOException {
                        send(type, new byte[3]);
                        return in.read();
                    }
                }
                """.formatted(writer.substring(0, writer.indexOf('(')), writer, send.indent(8).stripTrailing());
    }

    @Test
    void flushesOnceAtTheEndOfAMessage() throws Exception {
        String raw = "DataOutputStream(socket.getOutputStream())";
        String text = peer(raw, "out.writeInt(type);\nout.writeInt(body.length);\nout.write(body);");
        assertThat(fixed(Repair.BUFFER_SOCKET_OUTPUT, text, "send", 12, SOCKET,
                new CallSite("java.io.DataOutputStream", "writeInt", 0)))
                .contains(text.replace(raw, "DataOutputStream(new BufferedOutputStream(socket.getOutputStream()))")
                        .replace("        out.write(body);", "        out.write(body);\n        out.flush();"));
    }

    private static final CallSite[] PRINTLN = {SOCKET, new CallSite("sun.nio.cs.StreamEncoder", "flush", 0),
        new CallSite("java.io.PrintWriter", "println", 0)};

    @Test
    void takesTheAutoflushOfAWriter() throws Exception {
        String writer = "PrintWriter(new OutputStreamWriter(socket.getOutputStream()), true)";
        String text = peer(writer, "out.println(type);\nfor (byte b : body) {\n    out.println(b);\n}\nout.println('.');");
        assertThat(fixed(Repair.BUFFER_SOCKET_OUTPUT, text, "send", 14, PRINTLN))
                .contains(text.replace(", true)", ", false)")
                        .replace("        out.println('.');", "        out.println('.');\n        out.flush();"));
    }

    private static String log(String close) {
        return """
                package a;
                import java.io.*;
                public class Main {
                    private final Writer out;
                    Main(String file) throws IOException {
                        out = new FileWriter(file);
                    }
                    synchronized void append(String record) throws IOException {
                        out.write(record);
                        out.flush();
                    }
                    void end() throws IOException {
                        %s;
                    }
                }
                """.formatted(close);
    }

    @Test
    void dropsTheFlushAfterEachRecordWhereTheClassClosesItsWriter() throws Exception {
        CallSite[] flush = {new CallSite("java.io.FileOutputStream", "write", 0),
            new CallSite("sun.nio.cs.StreamEncoder", "flush", 0), new CallSite("java.io.OutputStreamWriter", "flush", 0)};
        String text = log("out.close()");
        assertThat(fixed(Repair.DROP_FLUSH, text, "append", 10, flush)).contains(text.replace("        out.flush();\n", ""));
        assertThat(fixed(Repair.DROP_FLUSH, log("out.flush()"), "append", 10, flush)).as("never closed").isEmpty();
        assertThat(fixed(Repair.DROP_FLUSH, text.replace("        out.flush();", "        if (record.isEmpty()) { out.flush(); }"),
                "append", 10, flush)).as("a condition decides").isEmpty();
    }

    @Test
    void leavesAWriterThatOthersUse() throws Exception {
        String writer = "PrintWriter(new OutputStreamWriter(socket.getOutputStream()), true)";
        String text = peer(writer, "out.println(type);\nout.println('.');\nhand(out);")
                .replace("    int ask(", "    static void hand(PrintWriter out) { }\n    int ask(");
        assertThat(fixed(Repair.BUFFER_SOCKET_OUTPUT, text, "send", 12, PRINTLN)).isEmpty();
    }

    private static String printer(String body) {
        return """
                package a;
                import java.io.*;
                public class Main {
                    static PrintStream out() { return System.out; }
                    static void show(Object[] args, boolean newline) {
                        PrintStream out = out();
                %s
                    }
                }
                """.formatted(body.indent(8).stripTrailing());
    }

    private static final CallSite[] PRINT = {new CallSite("java.io.FileOutputStream", "write", 0),
        new CallSite("java.io.PrintStream", "print", 0)};

    @Test
    void printsTheLineAtOnce() throws Exception {
        String text = printer("""
                for (int i = 0; i < args.length; i++) {
                    if (i > 0) out.print(" ");
                    out.print(args[i]);
                }
                if (newline) {
                    out.println();
                }""");
        assertThat(fixed(Repair.BATCH_STANDARD_OUTPUT, text, "show", 9, PRINT)).contains(printer("""
                StringBuilder line = new StringBuilder();
                for (int i = 0; i < args.length; i++) {
                    if (i > 0) line.append(" ");
                    line.append(args[i]);
                }
                if (newline) {
                    line.append(System.lineSeparator());
                }
                out.print(line);"""));
    }

    @Test
    void leavesManyLinesAndStreamsInOtherUse() throws Exception {
        assertThat(fixed(Repair.BATCH_STANDARD_OUTPUT, printer("""
                for (Object each : args) {
                    out.println(each);
                }
                out.println();"""), "show", 8, PRINT)).as("as many lines as there are").isEmpty();
        assertThat(fixed(Repair.BATCH_STANDARD_OUTPUT, printer("""
                out.print(args[0]);
                out.write(1);
                out.println();"""), "show", 7, PRINT)).as("another kind of write between").isEmpty();
    }
}
