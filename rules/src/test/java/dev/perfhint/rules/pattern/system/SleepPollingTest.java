package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class SleepPollingTest {
    private static final String YIELD = "app.Main.await:12;java.lang.Thread.yield;JVM_Yield;__GI___sched_yield;" + KERNEL
            + "__x64_sys_sched_yield_[k];schedule_[k]";

    @Test
    void flagsYieldsInAHotLoop() {
        assertThat(messages(Stacks.kernel(YIELD + " 300"))).containsExactly(
                "Thread.yield in a hot loop: one system call each, and a context switch if another thread can run");
    }

    @Test
    void leavesARarePause() {
        assertThat(rules(Stacks.kernel(YIELD + " 30", "app.Main.compute 5000"))).isEmpty();
    }
}
