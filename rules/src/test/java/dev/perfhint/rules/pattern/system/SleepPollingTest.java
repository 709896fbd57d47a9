package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
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
    void namesTheSettingOfTheLibraryThatPolls() {
        Finding finding = only(Stacks.kernel("com.lmax.disruptor.BatchEventProcessor.run:122;"
                + "com.lmax.disruptor.SleepingWaitStrategy.waitFor:71;java.util.concurrent.locks.LockSupport.parkNanos:410;"
                + "jdk.internal.misc.Unsafe.park;___pthread_cond_timedwait64;" + KERNEL + "__x64_sys_futex_[k] 300"));

        assertThat(finding.rule()).isEqualTo("sleep-polling");
        assertThat(finding.advice().get(0).advice().after()).contains("new BlockingWaitStrategy()");
    }

    @Test
    void leavesARarePause() {
        assertThat(rules(Stacks.kernel(YIELD + " 30", "app.Main.compute 15000"))).isEmpty();
    }

    @Test
    void countsTheSelectsThatFoundNothing() {
        String select = "app.Main.loop:12;sun.nio.ch.SelectorImpl.select:147;sun.nio.ch.EPollSelectorImpl.doSelect:118;"
                + "sun.nio.ch.EPoll.wait;epoll_wait;" + KERNEL + "__x64_sys_epoll_wait_[k];do_epoll_wait_[k] 300";
        assertThat(messages(Stacks.kernel(select))).containsExactly(
                "Selector.select keeps timing out: two context switches each time, rarely a ready socket");
        assertThat(messages(Stacks.kernel(select).observed("time 2600000000 stacks ", "polls select 6000")))
                .containsExactly("Selector.select found no ready socket 6,000 times: two context switches each");
        assertThat(messages(Stacks.kernel(select).observed("time 2600000000 stacks ", "polls select 3")))
                .as("the others had something ready").isEmpty();
    }
}
