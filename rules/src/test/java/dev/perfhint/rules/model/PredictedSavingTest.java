package dev.perfhint.rules.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A saving is predicted where the recording shows what goes, and only a ceiling where it does not: all below the
 * application's call, and the JVM's work in proportion.
 */
class PredictedSavingTest {
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String CREATE = "app.Main.spool:12;java.nio.file.Files.write:3512;sun.nio.fs.UnixNativeDispatcher.open0;"
            + "__GI___open;" + KERNEL + "__x64_sys_openat_[k];do_filp_open_[k];path_openat_[k];ext4_create_[k] 4000";
    private static final String DELETE = "app.Main.spool:13;java.nio.file.Files.delete:1144;"
            + "sun.nio.fs.UnixNativeDispatcher.unlink0;unlink;" + KERNEL + "__x64_sys_unlink_[k];do_unlinkat_[k] 2000";
    private static final String WRITE = "app.Main.spool:12;java.nio.file.Files.write:3517;sun.nio.ch.FileDispatcherImpl.write0;"
            + "__GI_write;" + KERNEL + "__x64_sys_write_[k];vfs_write_[k] 1000";
    private static final String OPEN = "app.Main.look:15;java.io.FileInputStream.<init>:150;java.io.FileInputStream.open0;"
            + "__GI___open;" + KERNEL + "__x64_sys_openat_[k];do_filp_open_[k];path_openat_[k] ";
    private static final String READ = "app.Main.look:16;java.util.Properties.load:400;java.io.FileInputStream.readBytes;__GI_read;"
            + KERNEL + "__x64_sys_read_[k];vfs_read_[k] ";
    private static final String OTHER = "app.Main.compute:20 3000";
    private static final String COMPILER = "start_thread;CompileBroker::compiler_thread_loop 3000";

    @Test
    void saysTheCeilingOfAnotherDesign() {
        Finding alone = finding("file-churn", Stacks.kernel(CREATE, DELETE, OTHER + "0"));
        Finding written = finding("file-churn", Stacks.kernel(CREATE, DELETE, WRITE, OTHER + "0"));

        assertThat(alone.savingCpuShare()).isEmpty();
        assertThat(alone.advice()).allMatch(advice -> advice.cpuShare().isEmpty());
        assertThat(alone.severity()).isEqualTo(Severity.HIGH);
        assertThat(alone.ceilingCpuShare().orElseThrow()).isCloseTo(6.0 / 36, within(0.004));
        // what the method that creates the file also writes goes with it
        assertThat(written.ceilingCpuShare().orElseThrow()).isCloseTo(7.0 / 37, within(0.004));
    }

    @Test
    void countsTheCompilersPartAtMost() {
        Finding without = finding("file-churn", Stacks.kernel(CREATE, DELETE, OTHER));
        Finding with = finding("file-churn",
                Stacks.kernel(CREATE, DELETE, OTHER).thread("C2 CompilerThread0").add(COMPILER));

        assertThat(with.cpuShare().orElseThrow()).isCloseTo(6.0 / 12, within(0.001));
        assertThat(with.ceilingCpuShare().orElseThrow())
                .isCloseTo(without.ceilingCpuShare().orElseThrow(), within(0.01));
    }

    @Test
    void predictsWhatGoesWithTheOpening() {
        Range saving = finding("open-per-use", Stacks.kernel(OPEN + 3000, OTHER)).savingCpuShare().orElseThrow();

        assertThat(saving.low()).isBetween(0.43, 0.45);
        assertThat(saving.high()).isBetween(0.5, 0.52);
    }

    @Test
    void saysOnlyTheCeilingWhereItIsTwiceTheLeast() {
        Finding finding = finding("open-per-use", Stacks.kernel(OPEN + 3000, READ + 2900, OTHER));

        // kept open the file is read again, its content kept it is not
        assertThat(finding.savingCpuShare()).isEmpty();
        assertThat(finding.ceilingCpuShare().orElseThrow()).isCloseTo(59.0 / 89, within(0.02));
        assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    }

    private static Finding finding(String rule, Stacks stacks) {
        Report report = Analysis.run(stacks.profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
        return report.findings().stream().filter(finding -> finding.rule().equals(rule)).findFirst().orElseThrow();
    }
}
