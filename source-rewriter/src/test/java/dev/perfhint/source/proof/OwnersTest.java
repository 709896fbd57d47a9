package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.ProofRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceException;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Streams that live in a private field. */
class OwnersTest {
    private static final String LOG = """
            final class Log implements Closeable {
                private final FileOutputStream out;
                Log(String file) throws IOException { out = new FileOutputStream(file); }
                void add(String line) throws IOException { for (byte b : line.getBytes()) { out.write(b); } }
                @Override public void close() throws IOException { out.close(); }
            }
            """;

    @Test
    void provesAnOwnerThatIsAlwaysClosed() {
        Outcome outcome = log("try (Log log = new Log(\"a\")) { for (String a : args) { log.add(a); } }");
        assertThat(outcome.reasons()).isEmpty();
        assertThat(outcome.applicability()).isEqualTo(Applicability.SAFE);
    }

    @Test
    void findsAnOwnerThatIsNotClosed() {
        assertThat(log("Log log = new Log(\"a\"); log.add(\"x\");").reasons()).anyMatch(r -> r.contains("not closed"));
    }

    @Test
    void findsALookAtTheFileBetweenTwoCallsOfTheOwner() {
        Outcome outcome =
                log("try (Log log = new Log(\"a\")) { log.add(\"x\"); System.out.println(new File(\"a\").length()); }");
        assertThat(outcome.reasons()).anyMatch(r -> r.contains("may look at the same file"));
    }

    @Test
    void findsAnOwnerThatIsUsedAfterClose() {
        Outcome outcome =
                log("Log log = new Log(\"a\"); try { log.add(\"x\"); } finally { log.close(); } log.add(\"y\");");
        assertThat(outcome.reasons()).anyMatch(r -> r.contains("after it was closed"));
    }

    @Test
    void findsAnOwnerThatIsStored() {
        Outcome outcome = log("try (Log log = new Log(\"a\")) { KEPT.add(log); log.add(\"x\"); }");
        assertThat(outcome.applicability()).isEqualTo(Applicability.UNSAFE);
    }

    @Test
    void doubtsAnOwnerThatNobodyCreates() {
        assertThat(Cases.prove(LOG, Repair.BUFFER_FILE_OUTPUT).reasons())
                .anyMatch(r -> r.contains("no place that creates Log"));
    }

    private static Outcome log(String main) {
        return Cases.prove(LOG
                + "class Main { static List<Log> KEPT; public static void main(String[] args) throws Exception {\n"
                + main + "\n} }",
                Repair.BUFFER_FILE_OUTPUT);
    }

    /** The reasons were written down by hand in the example's EXPECTED.md. */
    @Test
    void namesTheDoubtsOfTheWorkedExample() throws SourceException {
        Sources sources =
                Sources.open(new SourceOptions(List.of(Path.of("../fixtures/worked-example/app/src")), Optional.empty(),
                List.of(Path.of("../fixtures/worked-example/lib/textformat-1.0.jar"))));
        Outcome ledger = prove(sources, "org.example.export.ExtOutputStream");
        assertThat(ledger.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(ledger.reasons()).filteredOn(r -> !r.contains("cannot be seen") && !r.contains("an exception leaves")
                && !r.startsWith("not assumed")).containsExactly(
                "line 26: the stream is closed after a caught write error: the buffer sends the failed bytes twice",
                "line 26: an IOException from close() is caught in line 27, where one from writing is not: an error that a write"
                        + " reports today would be swallowed",
                "line 35: an IOException from flush() is caught in line 37, where one from writing is not: an error that a write"
                        + " reports today would be swallowed",
                "Export, line 18: not closed on every path: bytes may stay in the buffer when the method ends");
        Outcome report = prove(sources, "org.example.export.Export");
        assertThat(report.reasons()).contains(
                "line 21: the stream is passed to the constructor of OutImpl (textformat-1.0.jar),"
                        + " which keeps it in its field out and never closes it");
    }

    private static Outcome prove(Sources sources, String className) {
        SourceFile file = sources.find(className).orElseThrow();
        ObjectCreationExpr creation = file.unit()
                .findFirst(ObjectCreationExpr.class, o -> o.getType().getNameAsString()
                        .equals("FileOutputStream")).orElseThrow();
        TracedStream stream = new TracedStream(file, creation, false, List.of(), List.of(), List.of());
        return Proof.prove(new ProofRequest(sources, stream, Repair.BUFFER_FILE_OUTPUT,
                List.of(new CallSite("org.example.export.Export", "main", 24)), OptionalDouble.of(1), Applicability.SAFE,
                dev.perfhint.source.Assumptions.DEFAULTS));
    }
}
