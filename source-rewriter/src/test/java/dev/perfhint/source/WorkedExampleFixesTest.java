package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The expectations stand in fixtures/worked-example/EXPECTED.md and were written by hand before the tool existed. */
class WorkedExampleFixesTest {
    private static final Path EXAMPLE = Path.of("../fixtures/worked-example");
    private static final CallSite WRITE = new CallSite("java.io.FileOutputStream", "write", 0);
    private static final List<CallSite> LEDGER = List.of(
            WRITE,
            new CallSite("org.example.export.ExtOutputStream", "write", 19),
            new CallSite("org.example.export.Export", "export", 40),
            new CallSite("org.example.export.Export", "main", 21));
    private static final List<CallSite> REPORT = List.of(
            WRITE,
            new CallSite("org.textformat.OutImpl", "outc", 17),
            new CallSite("org.textformat.OutImpl", "outs", 23),
            new CallSite("org.textformat.OutImpl", "outn", 33),
            new CallSite("org.example.export.Export", "line", 48),
            new CallSite("org.example.export.Export", "export", 42),
            new CallSite("org.example.export.Export", "main", 21));

    @TempDir
    Path directory;

    private Path pkg;
    private Sources sources;

    @BeforeEach
    void copySources() throws Exception {
        pkg = Files.createDirectories(directory.resolve("app/src/org/example/export"));
        for (String name : List.of("Export.java", "ExtOutputStream.java")) {
            Files.copy(EXAMPLE.resolve("app/src/org/example/export").resolve(name), pkg.resolve(name));
        }
        sources = open();
    }

    private Sources open() throws SourceException {
        List<Path> library = List.of(EXAMPLE.resolve("lib/textformat-1.0.jar").toAbsolutePath());
        return Sources.open(new SourceOptions(List.of(directory), Optional.empty(), library));
    }

    private Fix fix(Fixer fixer, String id, List<CallSite> stack) {
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        return fixer.propose(new FixRequest(
                        id, Repair.BUFFER_FILE_OUTPUT, creation, stack, stack, OptionalDouble.of(1)))
                .orElseThrow();
    }

    @Test
    void findsBothCreations() {
        assertThat(new StreamTracer(sources).trace(LEDGER).creation()).hasValueSatisfying(creation -> {
            assertThat(creation.className()).isEqualTo("org.example.export.ExtOutputStream");
            assertThat(creation.member()).isEqualTo("<init>");
            assertThat(creation.line()).isEqualTo(13);
            assertThat(creation.type()).isEqualTo("FileOutputStream");
        });
        for (int line = 48; line <= 50; line++) {
            List<CallSite> stack = new java.util.ArrayList<>(REPORT);
            String callee = line == 50 ? "outl" : "outn";
            stack.set(3, new CallSite("org.textformat.OutImpl", callee, 0));
            stack.set(4, new CallSite("org.example.export.Export", "line", line));
            assertThat(new StreamTracer(sources).trace(stack).creation()).hasValueSatisfying(creation -> {
                assertThat(creation.member()).isEqualTo("main");
                assertThat(creation.line()).isEqualTo(20);
            });
        }
    }

    @Test
    void fixesBothAndNamesTheReasons() throws Exception {
        Fixer fixer = new Fixer(sources);
        Fix ledger = fix(fixer, "ledger", LEDGER);
        assertThat(ledger.applicability()).isEqualTo(Applicability.UNSAFE);
        Fix report = fix(fixer, "report", REPORT);
        assertThat(report.applicability()).as("%s", report.hazards()).isEqualTo(Applicability.SAFE);
        FixSet set = fixer.finish(List.of(ledger, report), true);
        assertThat(set.fixes()).allSatisfy(fix -> {
            assertThat(fix.checks()).isEqualTo(new Checks(true, Checks.Compiled.FULL, true));
            assertThat(fix.conflictsWith()).isEmpty();
        });
        String ledgerText = text("ExtOutputStream.java");
        String reportText = text("Export.java");
        Git.apply(sources.base(), set.patch());
        assertThat(text("ExtOutputStream.java")).isEqualTo(ledgerText
                .replace("import java.io.FileOutputStream;", "import java.io.BufferedOutputStream;\nimport java.io.FileOutputStream;")
                .replace("private FileOutputStream writer", "private OutputStream writer")
                .replace("new FileOutputStream(fileName)", "new BufferedOutputStream(new FileOutputStream(fileName))"));
        assertThat(text("Export.java")).isEqualTo(reportText
                .replace("import java.io.File;", "import java.io.BufferedOutputStream;\nimport java.io.File;")
                .replace("import java.io.IOException;", "import java.io.IOException;\nimport java.io.OutputStream;")
                .replace("FileOutputStream report = new FileOutputStream(new File(directory, \"report.txt\"))",
                        "OutputStream report = new BufferedOutputStream(new FileOutputStream(new File(directory, \"report.txt\")))"));
        sources = open();
        assertThat(new StreamTracer(sources).trace(LEDGER).creation()).isEmpty();
    }

    @Test
    void appliesNothingThatIsUnsafeUnlessAsked() {
        Fixer fixer = new Fixer(sources);
        FixSet set = fixer.finish(List.of(fix(fixer, "ledger", LEDGER), fix(fixer, "report", REPORT)), false);
        assertThat(set.patch().files()).singleElement().asString().endsWith("Export.java");
        assertThat(set.fixes()).extracting(Fix::applicability).containsExactly(Applicability.UNSAFE, Applicability.SAFE);
    }

    private String text(String name) throws IOException {
        return Files.readString(pkg.resolve(name));
    }
}
