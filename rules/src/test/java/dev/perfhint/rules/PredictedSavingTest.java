package dev.perfhint.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The most that a remedy saves is all below the application's call, and the JVM's work in proportion. */
class PredictedSavingTest {
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String CREATE = "app.Main.spool:12;java.nio.file.Files.write:3512;sun.nio.fs.UnixNativeDispatcher.open0;"
            + "__GI___open;" + KERNEL + "__x64_sys_openat_[k];do_filp_open_[k];path_openat_[k];ext4_create_[k] 4000";
    private static final String DELETE = "app.Main.spool:13;java.nio.file.Files.delete:1144;"
            + "sun.nio.fs.UnixNativeDispatcher.unlink0;unlink;" + KERNEL + "__x64_sys_unlink_[k];do_unlinkat_[k] 2000";
    private static final String WRITE = "app.Main.spool:12;java.nio.file.Files.write:3517;sun.nio.ch.FileDispatcherImpl.write0;"
            + "__GI_write;" + KERNEL + "__x64_sys_write_[k];vfs_write_[k] 1000";
    private static final String OTHER = "app.Main.compute:20 3000";

    @Test
    void countsAllBelowTheCallAtMost() {
        Range alone = saving(CREATE, DELETE, OTHER + "0");
        Range written = saving(CREATE, DELETE, WRITE, OTHER + "0");

        assertThat(alone.low()).isBetween(0.8 * 6 / 36, 6.0 / 36);
        assertThat(written.high() / alone.high()).isCloseTo(7.0 / 6 * 36 / 37, within(0.02));
    }

    @Test
    void countsTheCompilersPartInProportion() {
        String compiler = "start_thread;CompileBroker::compiler_thread_loop 3000";
        Range without = saving(Stacks.kernel(CREATE, DELETE, OTHER));
        Range with = saving(Stacks.kernel(CREATE, DELETE, OTHER).thread("C2 CompilerThread0").add(compiler));

        assertThat(with.high()).isCloseTo(without.high(), within(0.02));
        assertThat(with.low()).isLessThan(0.85 * without.low());
    }

    private static Range saving(String... stacks) {
        return saving(Stacks.kernel(stacks));
    }

    private static Range saving(Stacks stacks) {
        Report report = Analysis.run(stacks.profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
        return report.findings().stream().filter(finding -> finding.rule().equals("file-churn")).findFirst()
                .flatMap(Finding::savingCpuShare).orElseThrow();
    }
}
