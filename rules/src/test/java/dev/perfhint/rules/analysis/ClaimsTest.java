package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of stacks that a rule selects and does not take for its pattern. */
class ClaimsTest {
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String EXISTS = "app.Main.enter:20;java.io.File.exists:831;java.io.UnixFileSystem.getBooleanAttributes0:1;"
            + "__fstatat64;" + KERNEL + "__do_sys_newfstatat_[k];vfs_statx_[k]";
    private static final String CREATE = "app.Main.enter:21;java.io.File.createNewFile:1043;java.io.UnixFileSystem.createFileExclusively0:1;"
            + "__GI___libc_open;" + KERNEL + "__x64_sys_openat_[k];path_openat_[k];ext4_create_[k]";
    private static final String DELETE = "app.Main.leave:40;java.io.File.delete:1075;java.io.UnixFileSystem.delete0:1;"
            + "unlink;" + KERNEL + "__x64_sys_unlink_[k]";
    private static final String LOG_WRITE = "app.Main.serve:12;java.util.logging.Logger.info:1000;java.util.logging.StreamHandler.flush:250;"
            + "java.io.OutputStreamWriter.flush:200;sun.nio.cs.StreamEncoder.flush:150;java.io.BufferedOutputStream.flush:120;"
            + "java.util.logging.FileHandler$MeteredStream.write:190;java.io.FileOutputStream.write:340;"
            + "java.io.FileOutputStream.writeBytes;writeBytes;__GI_write;" + KERNEL + "__x64_sys_write_[k];ksys_write_[k]";

    // PDFBox reads pages through its RandomAccessFile: its classes are those of a tool with scratch files
    @Test
    void seesTheReadsOfAToolThatCreatesNoFiles() {
        Report report = report(Stacks.lines("pdfbox-pages.collapsed.gz").toArray(String[]::new));

        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("unbuffered-random-access");
            assertThat(finding.systemShare().orElseThrow()).isBetween(0.7, 0.75);
        });
    }

    @Test
    void seesChecksBesideFilesThatStay() {
        assertThat(report(EXISTS + " 300", CREATE + " 200").findings()).extracting(Finding::rule)
                .containsExactly("file-metadata-storm");
        assertThat(report(EXISTS + " 300", CREATE + " 200", DELETE + " 200").findings()).extracting(Finding::rule)
                .containsOnly("file-churn");
    }

    @Test
    void offersNoStackThatARuleExplains() {
        Report report = report(LOG_WRITE + " 10", "app.Main.compute:20 9990");

        assertThat(report.findings()).isEmpty();
        assertThat(report.account()).extracting(AccountRow::why).containsExactly("java.util.logging: rare writes, 0.1 % of all CPU");
    }

    @Test
    void leavesPatternsOfFewSamplesOpen() {
        List<AccountRow> account = report(DELETE + " 1", "app.Main.compute:20 50").account();

        assertThat(account).extracting(AccountRow::verdict).containsOnly(AccountVerdict.UNKNOWN);
        assertThat(account).extracting(AccountRow::why).containsOnly("too few samples to judge");
    }

    @Test
    void movesTheDirectoryForTemporaryFilesOnlyWhereItIsUsed() {
        String direct = CREATE.replace("java.io.File.createNewFile:1043", "java.io.File.createTempFile:2170");
        String byDefault = direct.replace("java.io.File.createTempFile:2170",
                "java.io.File.createTempFile:2229;java.io.File.createTempFile:2170");

        assertThat(pasted(report(direct + " 200", DELETE + " 200"))).noneMatch(line -> line.contains("java.io.tmpdir"));
        assertThat(pasted(report(byDefault + " 200", DELETE + " 200"))).contains("-Djava.io.tmpdir=/dev/shm");
    }

    @Test
    void leavesOpenWhetherACopyIsNeeded() {
        String copy = CREATE.replace("java.io.File.createNewFile:1043", "java.nio.file.Files.copy:1305");

        assertThat(report(copy + " 200", DELETE.replace("leave:40", "enter:30") + " 20").account())
                .filteredOn(row -> row.why().startsWith("Files.copy")).extracting(AccountRow::verdict)
                .containsExactly(AccountVerdict.UNKNOWN);
    }

    private static List<String> pasted(Report report) {
        return report.findings().stream().flatMap(finding -> finding.advice().stream())
                .flatMap(advice -> advice.advice().after().stream()).toList();
    }

    private static Report report(String... lines) {
        return Analysis.run(Stacks.kernel(lines).profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
    }
}
