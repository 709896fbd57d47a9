package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The predicted saving is that of the fix's form: the size of its blocks, and the calls that it reaches. */
class PredictionTest {
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String WRITE = KERNEL + "__x64_sys_write_[k];ksys_write_[k];vfs_write_[k]";
    private static final String READ = KERNEL + "__x64_sys_read_[k];ksys_read_[k];vfs_read_[k]";
    private static final String SINGLE_WRITE =
            "java.io.FileOutputStream.write:300;java.io.FileOutputStream.write;writeSingle;__GI_write;" + WRITE;
    private static final String SINGLE_READ =
            "java.io.RandomAccessFile.read:300;java.io.RandomAccessFile.read0;readSingle;__GI_read;" + READ;

    @TempDir
    private Path directory;

    @Test
    void countsTheFieldsOfARecordAsOneBlock() throws Exception {
        Finding finding = only("""
                package app;
                import java.io.*;
                class Main {
                    static int run(RandomAccessFile file) throws IOException {
                        int sum = 0;
                        for (long at = 0; at < file.length(); at += 6, file.seek(at)) {
                            int key = file.readInt();
                            sum += key + file.readShort();
                        }
                        return sum;
                    }
                }
                """, "app.Main.run:7;java.io.RandomAccessFile.readInt:900;" + SINGLE_READ + " 600");

        // of six single-byte calls one stays
        assertThat(finding.fixSaving().systemShare().orElseThrow().high()).isCloseTo(5 / 6.0, within(0.001));
        assertThat(finding.fixSaving().systemShare().orElseThrow().low()).isCloseTo(0.9 * 5 / 6, within(0.001));
    }

    @Test
    void leavesOutTheCallsThatTheEditDoesNotReach() throws Exception {
        String source = """
                package app;
                import java.io.*;
                class Main {
                    private final RandomAccessFile file = new RandomAccessFile("x", "rw") { };
                    int run() throws IOException {
                        int sum = 0;
                        for (int i = 0; i < 9; i++) {
                            int key = file.readInt();
                            sum += key + file.readShort();
                        }
                        return sum;
                    }
                    void skip() throws IOException {
                        while (file.read() > 0) { }
                    }
                    Object handedOn() { return file; }
                    Main() throws IOException { }
                }
                """;

        Finding finding = only(source, "app.Main.run:8;java.io.RandomAccessFile.readInt:900;" + SINGLE_READ + " 600",
                "app.Main.skip:14;" + SINGLE_READ + " 200");

        assertThat(finding.samples()).isEqualTo(800);
        assertThat(finding.fixSaving().systemShare().orElseThrow().high()).isCloseTo(0.75 * 5 / 6, within(0.001));
    }

    @Test
    void expectsOfABufferInsideAMethodNoMoreThanOneCallLess() throws Exception {
        Finding finding = only("""
                package app;
                import java.io.*;
                class Main {
                    static void save(OutputStream out, int[] values) throws IOException {
                        for (int value : values) {
                            out.write(value);
                        }
                    }
                }
                """, "app.Main.save:6;" + SINGLE_WRITE + " 600");

        assertThat(finding.fix().orElseThrow().title()).startsWith("buffer the stream inside save");
        // 0.45 to 1 is wider than a factor of two: of the pattern a saving is predicted, of this fix none
        assertThat(finding.savingCpuShare()).isPresent();
        assertThat(finding.fixSaving().cpuShare()).isEmpty();
    }

    private Finding only(String source, String... lines) throws Exception {
        Files.createDirectories(directory.resolve("app"));
        Files.writeString(directory.resolve("app/Main.java"), source);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        List<Finding> findings = Analysis.run(
                        Stacks.kernel(lines).profile(), Optional.of(sources), AnalysisOptions.DEFAULTS)
                .findings();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }
}
