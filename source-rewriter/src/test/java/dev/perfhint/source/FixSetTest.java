package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --fix} checks in each run: a fix that fails is not offered and says why in one line. */
@EnabledOnOs(OS.LINUX)
class FixSetTest {
    private static final String MAIN = """
            package a;

            import java.io.FileOutputStream;
            import java.io.IOException;

            public class Main {
                public static void main(String[] args) throws IOException {
                    try (FileOutputStream out = new FileOutputStream(args[0])) {
                        out.write(1);
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    private FixRequest request(Sources sources, List<CallSite> stack) {
        Trace trace = new StreamTracer(sources).trace(stack);
        return new FixRequest("f", Repair.BUFFER_FILE_OUTPUT, trace.creation().orElseThrow(), stack, stack,
                OptionalDouble.of(1));
    }

    private static void rejectedFor(FixSet set, String reason) {
        assertThat(set.patch().isEmpty()).isTrue();
        Fix fix = set.fixes().get(0);
        assertThat(fix.edits()).isEmpty();
        assertThat(fix.checks()).isEqualTo(Checks.NONE);
        assertThat(fix.reasons()).hasSize(1);
        assertThat(fix.reasons().get(0)).contains(reason).doesNotContain("\n");
    }

    @Test
    void rejectsWhereTheFileHasChangedSinceItWasRead() throws Exception {
        Program program = Program.of(directory, MAIN).compiled();
        List<CallSite> stack = program.recordedStack(Program.FULL);
        Sources sources = program.open();
        Fixer fixer = new Fixer(sources);
        Fix fix = fixer.propose(request(sources, stack)).orElseThrow();
        Files.writeString(program.sources.resolve("a/Main.java"), MAIN.replace("FileOutputStream out", "var out"));
        rejectedFor(fixer.finish(List.of(fix), true), "its patch does not apply: ");
    }

    @Test
    void rejectsWhatASecondRunWouldChangeAgain() throws Exception {
        Program program = Program.of(directory, MAIN).compiled();
        Sources sources = program.open();
        FixRequest request = request(sources, program.recordedStack(Program.FULL));
        Fix fix = new Fixer(sources).propose(request).orElseThrow();
        SourceFile file = sources.find("a.Main").orElseThrow();
        // three lines more, and the stream still has no buffer
        Fix idle = fix.with(List.of(file.insert(0, "//\n//\n//\n")));
        rejectedFor(FixSet.check(sources, List.of(idle), true, Map.of(idle, request)),
                "a second run would change the same place again");
        FixSet good = FixSet.check(sources, List.of(fix), true, Map.of(fix, request));
        assertThat(good.fixes().get(0).checks()).isEqualTo(new Checks(true, Checks.Compiled.FULL, true));
    }

    @Test
    void rejectsWhatDoesNotParse() throws Exception {
        Program program = Program.of(directory, MAIN).compiled();
        Sources sources = program.open();
        FixRequest request = request(sources, program.recordedStack(Program.FULL));
        Fix fix = new Fixer(sources).propose(request).orElseThrow();
        Fix torn = fix.with(List.of(sources.find("a.Main").orElseThrow().insert(0, "}")));
        rejectedFor(FixSet.check(sources, List.of(torn), true, Map.of(torn, request)), "does not parse with the edit");
    }

    @Test
    void offersTheLoserWhereTheWinnerFails() throws Exception {
        Program program = Program.of(directory, MAIN).compiled();
        Sources sources = program.open();
        FixRequest request = request(sources, program.recordedStack(Program.FULL));
        Fix fix = new Fixer(sources).propose(request).orElseThrow();
        SourceFile file = sources.find("a.Main").orElseThrow();
        int declaration = MAIN.indexOf("FileOutputStream out");
        Fix winner = fix.with(List.of(file.edit(declaration, declaration + 16, "NoSuchType")));
        FixSet set = FixSet.check(sources, List.of(winner, fix), true, Map.of(fix, request));
        assertThat(set.fixes().get(0).reasons().get(0)).startsWith("does not compile with the edit: ");
        assertThat(set.fixes().get(1).conflictsWith()).isEmpty();
        assertThat(set.fixes().get(1).checks().applies()).isTrue();
        String diff = new String(set.patch().unifiedDiff());
        assertThat(diff).startsWith("# perfhint: wrap ").contains("+        try (OutputStream out = new Buffered");
        // verify tells the fixes of a patch file apart by these lines
        assertThat(dev.perfhint.source.patch.PatchHeading.read(diff)).isNotEmpty()
                .allMatch(entry -> entry.title().contains(" in ") && !entry.lines().isEmpty());
        assertThat(diff.lines().takeWhile(line -> line.startsWith("#"))).hasSizeGreaterThan(1).allMatch(line -> line.length() <= 100);
    }

    @Test
    void namesTheFileBehindALink() throws Exception {
        Program program = Program.of(directory, MAIN).compiled();
        List<CallSite> stack = program.recordedStack(Program.FULL);
        Path real = directory.resolve("src/a/Real.txt");
        Files.move(program.sources.resolve("a/Main.java"), real);
        Files.createSymbolicLink(program.sources.resolve("a/Main.java"), real);
        Sources sources = program.open();
        Fixer fixer = new Fixer(sources);
        FixSet set = fixer.finish(List.of(fixer.propose(request(sources, stack)).orElseThrow()), true);
        assertThat(new String(set.patch().unifiedDiff())).contains("+++ b/a/Real.txt\n");
        Git.apply(sources.base(), set.patch());
        assertThat(program.sources.resolve("a/Main.java")).isSymbolicLink().content().contains("BufferedOutputStream(");
    }

    @Test
    void readsNoFileBehindALinkOutOfTheTree() throws Exception {
        Program program = Program.of(directory, MAIN).compiled();
        List<CallSite> stack = program.recordedStack(Program.FULL);
        Path real = directory.resolve("Elsewhere.java");
        Files.move(program.sources.resolve("a/Main.java"), real);
        Files.createSymbolicLink(program.sources.resolve("a/Main.java"), real);
        Sources sources = program.open();
        assertThat(new StreamTracer(sources).trace(stack).creation()).isEmpty();
        assertThat(sources.find("a.Main")).isEmpty();
    }
}
