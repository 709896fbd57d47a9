package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Guard;
import dev.perfhint.source.Repair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each guard of input and socket streams: safe forms, and forms that break one guard and must flip the verdict. */
class InputAndSocketGuardsTest {
    @ParameterizedTest
    @ValueSource(strings = {
        "try (FileInputStream in = new FileInputStream(file)) { int n = 0; while (in.read() >= 0) { n++; } return n; }",
        "try (DataInputStream in = new DataInputStream(new FileInputStream(file))) { return in.readInt() + in.readByte(); }",
        "try (InputStream in = Files.newInputStream(Path.of(file))) { return in.read(); }",
        "FileInputStream in = new FileInputStream(file); return in.read() + in.read();",
    })
    void provesInputSafe(String body) {
        Outcome outcome = Cases.input(body);
        assertThat(outcome.reasons()).isEmpty();
        assertThat(outcome.applicability()).isEqualTo(Applicability.SAFE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        try (FileInputStream in = new FileInputStream(file)) { in.read(); return in.available(); }                      | available
        try (FileInputStream in = new FileInputStream(file)) { in.read(); return (int) in.skip(3); }                    | skip
        try (InputStream in = new FileInputStream(file)) { in.mark(9); in.read(); in.reset(); return 0; }               | mark
        try (FileInputStream in = new FileInputStream(file)) { in.read(); return (int) in.getChannel().position(); }    | getChannel
        try (FileInputStream in = new FileInputStream(file)) { in.read(); in.getFD(); return 0; }                       | getFD
        try (FileInputStream in = new FileInputStream(FileDescriptor.in)) { return in.read(); }                         | descriptor
        try (FileInputStream in = new FileInputStream("/dev/tty")) { return in.read(); }                                | device
        try (FileInputStream in = new FileInputStream(file)) { in.read(); Files.write(Path.of(file), new byte[1]); return in.read(); } | same file
        try (FileInputStream in = new FileInputStream(file)) { in.read(); new ProcessBuilder("touch", file).start(); return in.read(); } | process
        try (FileInputStream in = new FileInputStream(file)) { in.read(); Library.parse(in); return 0; }                | cannot be seen
        try (InputStream in = Files.newInputStream(Path.of(file), com.sun.nio.file.ExtendedOpenOption.DIRECT)) { return in.read(); } | more than plain
        try (FileInputStream in = new FileInputStream(file)) { synchronized (in) { return in.read(); } }                | synchronises
        try (FileInputStream in = new FileInputStream(file)) { Runnable r = () -> System.out.println(in); return in.read(); } | captures
        """)
    void findsInInput(String body, String reason) {
        Outcome outcome = Cases.input(body);
        assertThat(outcome.applicability()).isNotEqualTo(Applicability.SAFE);
        assertThat(outcome.reasons()).anyMatch(r -> r.contains(reason));
    }

    @Test
    void provesNoGuardOfASocketThatIsHandedOn() {
        Outcome outcome = socket("out.write(1); out.flush(); kept = s;");
        assertThat(outcome.applicability()).isNotEqualTo(Applicability.SAFE);
        assertThat(outcome.reasons()).hasSize(1);
        assertThat(outcome.guards()).allMatch(guard -> guard.state() == Guard.State.DOUBTED);
    }

    @Test
    void keepsTheFlushesThatArePresent() {
        Outcome outcome = socket("out.write(1); out.flush(); in.read();");
        assertThat(outcome.reasons()).isEmpty();
        assertThat(outcome.flushes()).isEmpty();
    }

    @Test
    void insertsAFlushBeforeABlockingRead() {
        Outcome outcome = socket("out.write(1); int answer = in.read();");
        assertThat(outcome.reasons()).isEmpty();
        assertThat(outcome.flushes()).hasSize(1);
        assertThat(outcome.flushes().get(0).statement()).isEqualTo("out.flush();");
        assertThat(outcome.flushes().get(0).before()).isTrue();
    }

    @Test
    void insertsAFlushBeforeUnknownCode() {
        assertThat(socket("out.write(1); Library.call();").flushes()).hasSize(1);
    }

    @Test
    void insertsFlushesAroundAConditionThatReads() {
        Outcome outcome = socket("out.write(1); while (in.read() > 0) { out.write(2); }");
        assertThat(outcome.flushes()).extracting(FlushPoint::before).containsExactly(true, false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        out.write(1); Library.serve(s);                                        | handed on
        out.write(1); s.getOutputStream().write(2);                            | second time
        out.write(1); for (int b = in.read(); b > 0; b = in.read()) { out.write(b); } | no place for a flush
        kept = out; out.write(1);                                              | kept in a field
        """)
    void findsInSocketOutput(String body, String reason) {
        Outcome outcome = socket(body);
        assertThat(outcome.applicability()).isNotEqualTo(Applicability.SAFE);
        assertThat(outcome.reasons()).anyMatch(r -> r.contains(reason));
    }

    @Test
    void findsAStreamThatOnlyTheSocketCloses() {
        Outcome outcome = Cases.prove("class T { void run(Socket s) throws IOException { OutputStream out = s.getOutputStream(); out.write(1); s.close(); } }",
                Repair.BUFFER_SOCKET_OUTPUT);
        assertThat(outcome.applicability()).isNotEqualTo(Applicability.SAFE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SSLSocketFactory f = null; f.createSocket(s, "h", 1, true);           | handed on
        s.getInputStream().read();                                            | second time
        """)
    void findsHandOversOfASocketThatIsRead(String rest, String reason) {
        Outcome outcome = Cases.prove("class T { void run(Socket s) throws IOException { InputStream in = s.getInputStream(); in.read(); " + rest + " } }",
                Repair.BUFFER_SOCKET_INPUT);
        assertThat(outcome.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(outcome.reasons()).anyMatch(r -> r.contains(reason));
    }

    @Test
    void showsValueJudgementsOnly() {
        for (Repair repair : new Repair[] {Repair.DROP_FLUSH, Repair.GROUP_SYNC, Repair.BATCH_STANDARD_OUTPUT}) {
            Outcome outcome = Cases.judge(repair);
            assertThat(outcome.applicability()).isEqualTo(Applicability.DISPLAY);
            assertThat(outcome.reasons()).hasSize(1);
        }
    }

    private static Outcome socket(String body) {
        return Cases.prove("class T { Object kept; void run(Socket s) throws IOException { try (OutputStream out = s.getOutputStream()) {"
                + " InputStream in = s.getInputStream(); " + body + " } } }", Repair.BUFFER_SOCKET_OUTPUT);
    }
}
