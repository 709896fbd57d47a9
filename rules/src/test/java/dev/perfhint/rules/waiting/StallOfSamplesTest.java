package dev.perfhint.rules.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.StreamCount;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.profile.observed.StreamSite;
import dev.perfhint.profile.observed.Turn;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Waits that only samples show: a sleep that lasts is no poll, and a socket's answers are held to what was written. */
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

    private static Optional<Stall> answers(String kind, long messages, long writes) {
        SortedMap<String, CallCount> operations = new TreeMap<>();
        operations.put(StreamLife.WRITE, new CallCount(writes, 20 * messages, 0, new TreeMap<>()));
        SortedMap<Turn, Long> turns = new TreeMap<>();
        turns.put(new Turn(StreamLife.WRITE, StreamLife.READ), messages);
        StreamSite site = new StreamSite(kind, "", new ObservedStack(List.of()));
        StreamLife life = new StreamLife(site, StreamCount.NONE, operations, turns, new TreeMap<>(), new TreeMap<>(),
                new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        SortedMap<StreamSite, StreamLife> streams = new TreeMap<>();
        streams.put(site, life);
        Observation observed = new Observation(1, 1, new TreeSet<>(), streams, new TreeMap<>(), new TreeMap<>(),
                new TreeMap<>(), new TreeMap<>());
        return Stall.of(new WaitSite(WaitKind.SOCKET_READ, "app.Client.call:9", "", "", 6_000_000_000L, 1, "main", 12,
                List.of()), observed);
    }

    @Test
    void namesTheDelayedAcknowledgementOfMessagesInPieces() {
        assertThat(answers("socket", 120, 2400)).map(Stall::name).contains("likely delayed acknowledgement (40 ms)");
    }

    @Test
    void namesNoneWhereAMessageIsOneWriteOrAnAnswerTakesAnotherTime() {
        assertThat(answers("socket", 120, 120)).isEmpty();
        assertThat(answers("socket", 6000, 12_000)).isEmpty();
        assertThat(answers("socket", 12, 24)).isEmpty();
        assertThat(answers("file-out", 120, 2400)).isEmpty();
    }
}
