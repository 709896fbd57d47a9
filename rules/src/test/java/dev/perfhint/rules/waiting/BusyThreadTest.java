package dev.perfhint.rules.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

/** Which threads use the CPU of a program that waits. */
class BusyThreadTest {
    @Test
    void namesTheThreadThatCostsCpuAndItsMethod() {
        Stacks stacks = Stacks.kernel("app.Main.main:3 20").thread("log-writer");
        stacks.add("lib.Appender.run:9;java.util.concurrent.locks.LockSupport.parkNanos:1;__x64_sys_futex_[k] 60")
                .thread("C2 CompilerThread0").add("C2Compiler::compile 20");

        assertThat(BusyThread.of(stacks.profile())).hasValueSatisfying(busy -> {
            assertThat(busy.thread()).isEqualTo("log-writer");
            assertThat(busy.method()).isEqualTo("lib.Appender.run");
            assertThat(busy.share()).isEqualTo(0.6);
        });
    }

    @Test
    void namesNoneWhereTheJvmIsBusiest() {
        assertThat(BusyThread.of(Stacks.kernel("app.Main.main:3 20").thread("C2 CompilerThread0")
                .add("C2Compiler::compile 90").profile())).isEmpty();
    }
}
