package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import org.junit.jupiter.api.Test;

class ProcessPerCallTest {
    private static final String START = "app.Main.list:12;java.lang.ProcessBuilder.start:1073;java.lang.ProcessBuilder.start:1110;"
            + "java.lang.ProcessImpl.start:244;java.lang.ProcessImpl.<init>:314;java.lang.ProcessImpl.forkAndExec;readFully;__GI_read;"
            + KERNEL + "ksys_read_[k];vfs_read_[k];anon_pipe_read_[k]";

    @Test
    void flagsProcessesThatAreStartedAgainAndAgain() {
        assertThat(rules(Stacks.kernel(START + " 300"))).containsExactly("process-per-call");
    }

    @Test
    void judgesTheRowsOfOneMethodTogether() {
        String wait = "app.Main.list:14;java.lang.Process.waitFor:9;java.lang.ProcessImpl.waitFor:434;__GI___wait4;" + KERNEL
                + "__x64_sys_wait4_[k]";
        String close = "app.Main.list:16;java.lang.ProcessImpl$ProcessPipeInputStream.close:9;__close;" + KERNEL
                + "__x64_sys_close_[k]";
        Finding finding = only(Stacks.kernel(START + " 30", wait + " 15", close + " 15", "app.Main.compute 4500"));

        assertThat(finding.samples()).isEqualTo(60);
    }

    @Test
    void leavesARareProcess() {
        assertThat(rules(Stacks.kernel(START + " 30", "app.Main.compute 15000"))).isEmpty();
    }
}
