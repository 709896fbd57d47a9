package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.fix.Fixer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are opened for one read get no buffer, which would save nothing; others do. */
class SingleReadTest {
    private static final String SHOWN = "keep the file open, or what was read from it";

    @TempDir
    Path directory;

    private Fix fix(String body) throws Exception {
        Program program = Program.of(directory, """
                package a;
                import java.io.*;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        byte[] head = new byte[4];
                        for (String name : args) {
                            RandomAccessFile file = new RandomAccessFile(name, "r");
                            file.seek(file.length() / 2);
                            int count = 0;
                            %s // hot
                            file.close();
                            System.out.println(head[0] + count);
                        }
                    }
                }
                """.formatted(body)).compiled();
        int line = program.text("a/Main.java").substring(0, program.text("a/Main.java").indexOf("// hot")).split("\n").length;
        String called = body.contains("readFully") ? "readFully" : "read";
        List<CallSite> stack = List.of(
                new CallSite("java.io.RandomAccessFile", called, 0), new CallSite("a.Main", "main", line));
        return new Fixer(program.open()).propose(new FixRequest("f", Repair.BLOCK_RANDOM_ACCESS,
                new Creation("a.Main", "main", directory, line, 1, "", false), stack, stack, OptionalDouble.empty())).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"count = file.read(head);", "file.readFully(head);",
            "while (count < 4) count += file.read(head, count, 4 - count);",
            "for (int n = 0; n < 4; n += count) count = file.read(head, n, head.length - n);"})
    void showsThatTheFileMayStayOpen(String body) throws Exception {
        Fix fix = fix(body);
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.title()).isEqualTo(SHOWN);
        assertThat(fix.edits()).as("the user's own lines are shown").extracting(Edit::text).contains("opened.get(name)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"for (int i = 0; i < 4; i++) count += file.read();",
            "while (count < 400) { count += file.read(head, 0, 4); }",
            "while (count < 400) { count += file.read(head, 0, 4 - head[0]); System.out.println(head[1]); }",
            "file.read(); file.seek(9); count = file.read();"})
    void buffersAFileThatIsReadAgain(String body) throws Exception {
        Fix fix = fix(body);
        assertThat(fix.title()).isNotEqualTo(SHOWN);
        assertThat(fix.isOffered()).isTrue();
    }
}
