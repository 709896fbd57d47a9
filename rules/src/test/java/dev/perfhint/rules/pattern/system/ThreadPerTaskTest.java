package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class ThreadPerTaskTest {
    private static final String START = "app.Main.serve:12;java.lang.Thread.start:800;java.lang.Thread.start0;JVM_StartThread;"
            + "os::create_thread;pthread_create;clone3;" + KERNEL + "__do_sys_clone3_[k];kernel_clone_[k];copy_process_[k]";

    @Test
    void flagsThreadsThatAreStartedForSingleTasks() {
        assertThat(rules(Stacks.kernel(START + " 300"))).containsExactly("thread-per-task");
    }

    @Test
    void leavesFewThreadStarts() {
        assertThat(rules(Stacks.kernel(START + " 30", "app.Main.fault:30;asm_exc_page_fault_[k];handle_mm_fault_[k] 900")))
                .doesNotContain("thread-per-task");
    }
}
