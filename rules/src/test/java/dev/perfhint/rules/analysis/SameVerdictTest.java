package dev.perfhint.rules.analysis;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.SINGLE_WRITE;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Report;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule and verdict of the same program do not depend on how many samples were taken. */
class SameVerdictTest {
    private static final String STAT = "java.io.UnixFileSystem.getBooleanAttributes0;__GI___xstat64;" + KERNEL + "__x64_sys_newstat_[k]";
    private static final String SLEEP = "java.lang.Thread.sleep:450;java.lang.Thread.sleep0;___pthread_cond_timedwait64;" + KERNEL
            + "__x64_sys_futex_[k]";
    private static final String LIST = "java.io.File.listFiles:1150;java.io.UnixFileSystem.list0;__GI___readdir64;" + KERNEL
            + "__x64_sys_getdents64_[k]";
    private static final String START = "java.lang.ProcessBuilder.start:1073;java.lang.ProcessImpl.forkAndExec;readFully;__GI_read;"
            + KERNEL + "ksys_read_[k];vfs_read_[k];anon_pipe_read_[k]";

    /** Stacks of one cause each, with the share of each stack in the samples, in tenths. */
    private static final List<List<String>> PROGRAMS = List.of(
            List.of("app.Monitor.run:10;java.io.File.exists:830;" + STAT + " 7", "app.Monitor.run:14;" + SLEEP + " 3"),
            List.of("app.Scan.run:10;java.io.File.isFile:880;" + STAT + " 6", "app.Scan.run:9;" + LIST + " 4"),
            List.of("app.Table.run:10;" + ARRAY_WRITE + " 9", "app.Table.run:10;" + ARRAY_WRITE + ";copy_page_from_iter_atomic_[k] 1",
                    "app.Table.run:11;" + ARRAY_WRITE + " 10"),
            List.of("app.Bytes.run:10;" + SINGLE_WRITE + " 10"),
            List.of("app.Poll.run:14;" + SLEEP + " 10"),
            List.of("app.Call.run:12;" + START + " 8", "app.Call.run:13;java.lang.ProcessImpl.waitFor:434;__GI___wait4;" + KERNEL
                    + "__x64_sys_wait4_[k] 2"));

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 100, 545})
    void staysTheSame(int times) {
        for (List<String> program : PROGRAMS) {
            assertThat(said(program, times)).as("%d times %s", times, program).isEqualTo(said(program, 20));
        }
    }

    private static Set<String> said(List<String> program, int times) {
        Report report = report(Stacks.kernel(program.stream().map(stack -> {
            int samples = stack.lastIndexOf(' ') + 1;
            return stack.substring(0, samples) + times * Integer.parseInt(stack.substring(samples));
        }).toArray(String[]::new)));
        return report.account().stream().flatMap(row -> row.findings().stream().map(id -> report.findings().stream()
                .filter(finding -> finding.id().equals(id)).findFirst().orElseThrow().rule() + ' ' + row.verdict().label()))
                .collect(Collectors.toSet());
    }
}
