package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class ThreadHandoffTest {
    private static final String FUTEX = KERNEL + "__x64_sys_futex_[k];futex_wake_[k]";
    private static final String PARK = "jdk.internal.misc.Unsafe.park;Parker::park;" + FUTEX;

    @Test
    void takesTheWorkersOfATimersPoolWithAKeepAliveTimeForAHandOff() {
        String worker = "java.util.concurrent.ThreadPoolExecutor.getTask:1061;"
                + "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.%s:1209;"
                + "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.awaitNanos:1679;"
                + "java.util.concurrent.locks.LockSupport.parkNanos:252;" + PARK + " 300";
        assertThat(rules(Stacks.kernel(worker.formatted("poll")))).containsExactly("thread-handoff");
        assertThat(rules(Stacks.kernel(worker.formatted("take")))).as("a deadline").containsExactly("sleep-polling");
    }
}
