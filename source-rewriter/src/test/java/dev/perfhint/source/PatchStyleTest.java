package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patches as a maintainer would write them: the width of lines, imports, signatures. All are compiled and run. */
class PatchStyleTest {
    @TempDir
    Path directory;

    private record Call(Repair repair, String type, String method, String site) {}

    /** Returns the patched text of {@code a/Main.java}; a site is {@code method line}, several are its callers. */
    private String patched(List<Call> calls, String... texts) throws Exception {
        Program program = Program.of(directory, texts).compiled();
        Path data = Files.write(directory.resolve("data"), new byte[] {1, 2, 3});
        Path result = directory.resolve("result");
        assertThat(program.run(data.toString(), result.toString())).isEmpty();
        byte[] before = Files.readAllBytes(result);
        Sources sources = program.open();
        Fixer fixer = new Fixer(sources);
        List<Fix> fixes = new ArrayList<>();
        for (Call each : calls) {
            List<CallSite> frames = new ArrayList<>(List.of(new CallSite(each.type, each.method, 0)));
            for (String site : each.site.split(", ")) {
                frames.add(new CallSite("a.Main", site.split(" ")[0], Integer.parseInt(site.split(" ")[1])));
            }
            fixes.add(fixer.propose(new FixRequest("f" + fixes.size(), each.repair,
                    new Creation("a.Main", "main", directory, fixes.size() + 1, 1, "", false), frames,
                    frames.subList(1, frames.size()), OptionalDouble.of(1))).orElseThrow());
        }
        FixSet set = fixer.finish(fixes, true);
        assertThat(set.fixes()).allMatch(fix -> fix.checks().applies(), "applies");
        Git.apply(sources.base(), set.patch());
        program.compiled();
        assertThat(program.run(data.toString(), result.toString())).isEmpty();
        assertThat(Files.readAllBytes(result)).isEqualTo(before);
        return program.text("a/Main.java");
    }

    @Test
    void breaksATryWithTwoBuffersOverLines() throws Exception {
        Call read = new Call(Repair.BUFFER_FILE_INPUT, "java.io.FileInputStream", "read", "main 7");
        Call write = new Call(Repair.BUFFER_FILE_OUTPUT, "java.io.FileOutputStream", "write", "main 8");
        String text = patched(List.of(read, write), """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (InputStream source = new FileInputStream(args[0]); OutputStream target = new FileOutputStream(args[1])) {
                            int b;
                            while ((b = source.read()) >= 0) {
                                target.write(b);
                            }
                        }
                    }
                }
                """);
        assertThat(text).contains("""
                        try (InputStream source = new BufferedInputStream(new FileInputStream(args[0]));
                                OutputStream target = new BufferedOutputStream(new FileOutputStream(args[1]))) {
                """);
    }

    @Test
    void leavesALineThatIsNoLongerThanOthers() throws Exception {
        Call write = new Call(Repair.BUFFER_FILE_OUTPUT, "java.io.FileOutputStream", "write", "main 6");
        String long_ = "// " + "a line that is wider than what the patch makes of the one below it; ".repeat(3);
        assertThat(patched(List.of(write), """
                package a;
                import java.io.*;
                public class Main { %s
                    public static void main(String[] args) throws IOException {
                        try (InputStream source = InputStream.nullInputStream(); OutputStream target = new FileOutputStream(args[1])) {
                            target.write(7);
                            target.write(source.read());
                        }
                    }
                }
                """.formatted(long_))).contains("source = InputStream.nullInputStream(); OutputStream target = new Buffered");
    }

    @Test
    void namesTheClassWhereTwoStarImportsHaveIt() throws Exception {
        Call write = new Call(Repair.BUFFER_FILE_OUTPUT, "java.io.FileOutputStream", "write", "main 8");
        String text = patched(List.of(write), """
                package a;
                import java.io.*;
                import b.*;
                public class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream target = new FileOutputStream(args[1])) {
                            for (int i = 0; i < Rows.COUNT; i++) {
                                target.write(i);
                            }
                        }
                    }
                }
                """, "package b;\npublic class Rows { public static final int COUNT = 9; }\n",
                "package b;\npublic class BufferedOutputStream {}\n");
        assertThat(text).contains("java.io.BufferedOutputStream");
    }
}
