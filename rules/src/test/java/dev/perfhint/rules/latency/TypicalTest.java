package dev.perfhint.rules.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.latency.Attribution.Division;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TypicalTest {
    private static Division division(Map<WaitCause, Long> nanos) {
        return new Division(nanos, List.of(), 0);
    }

    @Test
    void timeThatUsualOperationsSpendTooIsNoCause() {
        Typical typical = Typical.of(10_000_000, List.of(division(Map.of(WaitCause.FILE_IO, 10_000_000L))));
        Map<WaitCause, Long> excess = typical.excess(112_000_000,
                division(Map.of(WaitCause.GC_PAUSE, 100_000_000L, WaitCause.FILE_IO, 12_000_000L)));
        assertThat(excess).containsExactlyInAnyOrderEntriesOf(Map.of(WaitCause.GC_PAUSE, 100_000_000L, WaitCause.FILE_IO, 2_000_000L));
    }

    @Test
    void nothingRecordedLeavesAllOfItUnexplained() {
        Typical typical = Typical.of(1_000_000, List.of(division(Map.of(WaitCause.NOT_EXPLAINED, 1_000_000L))));
        assertThat(typical.excess(9_000_000, division(Map.of(WaitCause.NOT_EXPLAINED, 9_000_000L))))
                .isEqualTo(Map.of(WaitCause.NOT_EXPLAINED, 8_000_000L));
    }

    @Test
    void causesSumToTheTimeAboveTheMedian() {
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            Typical typical = Typical.of(random.nextInt(1_000_000),
                    List.of(division(Map.of(WaitCause.LOCK, (long) random.nextInt(1_000_000), WaitCause.PARK, (long) random.nextInt(9)))));
            long lock = random.nextInt(5_000_000);
            long park = random.nextInt(5_000_000);
            long duration = lock + park + random.nextInt(2_000_000);
            Map<WaitCause, Long> excess = typical.excess(duration,
                    division(Map.of(WaitCause.LOCK, lock, WaitCause.PARK, park, WaitCause.NOT_EXPLAINED, duration - lock - park)));
            assertThat(excess.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(Math.max(0, duration - typical.medianNanos()));
            assertThat(excess.values()).allMatch(nanos -> nanos >= 0);
        }
    }

    @Test
    void anInstantIsTakenOnce() {
        FreeTime free = new FreeTime(100, 200);
        assertThat(free.take(120, 140)).isEqualTo(20);
        assertThat(free.take(110, 150)).isEqualTo(20);
        assertThat(free.take(0, 105)).isEqualTo(5);
        assertThat(free.take(190, 900)).isEqualTo(10);
        assertThat(free.take(200, 900)).isZero();
        assertThat(free.nanos()).isEqualTo(45);
    }

    @Test
    void overlapsAreFoundBehindLongIntervals() {
        Spans spans = new Spans();
        spans.add(new Spans.Span(50, 60, "short", 1));
        spans.add(new Spans.Span(0, 1000, "long", 0));
        spans.add(new Spans.Span(70, 80, "short", 2));
        spans.sort();
        assertThat(spans.overlapping(65, 75)).extracting(Spans.Span::row).containsExactly(0, 2);
        assertThat(spans.overlapping(60, 70)).extracting(Spans.Span::row).containsExactly(0);
        assertThat(spans.overlapping(1000, 1001)).isEmpty();
    }
}
