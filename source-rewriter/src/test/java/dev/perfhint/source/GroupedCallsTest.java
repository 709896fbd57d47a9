package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flushes, syncs and commits for each record of a loop: what is grouped, and what is only shown. */
class GroupedCallsTest {
    @TempDir
    Path root;

    private Fix fix;

    private String after(Repair repair, String method) throws Exception {
        String text = """
                package a;
                import java.io.*;
                import java.nio.ByteBuffer;
                import java.nio.channels.FileChannel;
                import java.sql.*;
                import java.util.*;
                import java.util.concurrent.BlockingQueue;
                class Main {
                    static Runnable told;
                    METHOD
                }
                """.replace("METHOD", method.indent(4).strip());
        Path file = Files.createDirectories(root.resolve("a")).resolve("Main.java");
        Files.writeString(file, text);
        int line = 1 + (int) text.substring(0, text.indexOf("/*!*/")).chars().filter(c -> c == '\n').count();
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        CallSite callee = repair == Repair.DROP_FLUSH ? new CallSite("java.io.BufferedWriter", "flush", 0)
                : text.contains("commit()") ? new CallSite("org.store.Transaction", "commit", 0)
                : text.contains("executeUpdate()") ? new CallSite("org.store.Insert", "executeUpdate", 0)
                : new CallSite("sun.nio.ch.FileChannelImpl", "force", 0);
        List<CallSite> stack = List.of(callee, new CallSite("a.Main", "run", line));
        Fixer fixer = new Fixer(sources);
        fix = fixer.propose(new FixRequest("f", repair, new Creation("a.Main", "run", file, line, 1, "", false), stack, stack,
                OptionalDouble.empty())).orElseThrow();
        FixSet set = fixer.finish(List.of(fix), true);
        assertThat(set.patch().isEmpty()).isEqualTo(!fix.isOffered());
        assertThat(new String(set.patch().unifiedDiff()).contains("\n#  because: ")).isEqualTo(fix.isOffered());
        fix = set.fixes().get(0);
        String result = TextEdits.apply(text, fix.edits());
        return result.substring(result.indexOf("void run"), result.lastIndexOf("}\n")).stripIndent();
    }

    @Test
    void groupsTheFlushOfTheOutermostLoop() throws Exception {
        assertThat(after(Repair.DROP_FLUSH, """
                void run(BufferedWriter out, List<List<String>> all) throws IOException {
                    for (List<String> page : all) {
                        for (String line : page) {
                            out.write(line);
                            out.flush(); /*!*/
                        }
                    }
                }
                """)).isEqualToIgnoringNewLines("""
                void run(BufferedWriter out, List<List<String>> all) throws IOException {
                        int unflushed = 0;
                        for (List<String> page : all) {
                            for (String line : page) {
                                out.write(line);
                                if (++unflushed % 256 == 0) {
                                    out.flush();
                                } /*!*/
                            }
                        }
                        out.flush();
                    }
                """);
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons())
                .containsExactly("up to 255 records come later, or are lost where an exception leaves the loop");
    }

    @Test
    void doubtsALoopThatReadsItsRecords() throws Exception {
        after(Repair.DROP_FLUSH, """
                void run(BufferedWriter out, BufferedReader in) throws IOException {
                    String line;
                    while ((line = in.readLine()) != null) {
                        out.write(line);
                        out.flush(); /*!*/
                    }
                }
                """);
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).anyMatch(reason -> reason.contains("readLine may wait for the next record"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "DROP_FLUSH | while (true) { out.write(queue.take()); out.flush(); /*!*/ } | the loop has no exit",
        "DROP_FLUSH | for (int i = 0; i < 9; i++) { out.write(queue.take()); out.flush(); /*!*/ } | take may wait",
        "DROP_FLUSH | for (int i = 0; i < 9; i++) { Thread.sleep(1); out.flush(); /*!*/ } | sleep may wait",
        "DROP_FLUSH | for (int i = 0; i < 9; i++) { if (i == 3) return; out.flush(); /*!*/ } | leaves the method",
        "GROUP_SYNC | for (int i = 0; i < 9; i++) { file.force(false); /*!*/ told.run(); } | run may report a record",
        "GROUP_SYNC | for (int i = 0; i < 9; i++) { rows.commit(); /*!*/ } | committed or rolled back together"
    })
    void onlyShows(Repair repair, String body, String reason) throws Exception {
        String after = after(repair, "void run(BufferedWriter out, BlockingQueue<String> queue, FileChannel file, Connection rows)"
                + " throws Exception {\n    " + body + "\n}\n");
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.reasons()).anyMatch(each -> each.contains(reason));
        assertThat(after).contains("% 256 == 0) {");
    }

    @Test
    void leavesAStreamOfEachRound() throws Exception {
        assertThat(after(Repair.DROP_FLUSH, """
                void run(List<File> all) throws IOException {
                    for (File file : all) {
                        Writer out = new FileWriter(file);
                        out.flush(); /*!*/
                    }
                }
                """)).contains("// flush once after the last record");
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
    }
}
