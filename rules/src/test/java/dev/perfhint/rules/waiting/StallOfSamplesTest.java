package dev.perfhint.rules.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Sleeps that only samples show: one that lasts is no poll. */
class StallOfSamplesTest {
    private static WaitSite sleep(int threads, int seen) {
        return new WaitSite(WaitKind.SLEEP, "app.Main.main:7", "", "", 5_000_000_000L, threads, "main", seen, List.of());
    }

    @Test
    void leavesASingleSleep() {
        assertThat(Stall.of(sleep(1, 1))).isEmpty();
        assertThat(Stall.of(sleep(8, 16))).isEmpty();
    }

    @Test
    void namesPollingWhereTheThreadRanInBetween() {
        assertThat(Stall.of(sleep(1, 12))).map(Stall::name).contains("polling");
    }
}
