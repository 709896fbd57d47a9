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
import java.util.Map;
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
        return stall(life(kind, "", writes, 20 * messages, 0, Map.of(new Turn(StreamLife.WRITE, StreamLife.READ), messages)));
    }

    private static StreamLife life(String kind, String mode, long writes, long written, long read, Map<Turn, Long> turns) {
        SortedMap<String, CallCount> operations = new TreeMap<>();
        operations.put(StreamLife.WRITE, new CallCount(writes, written, 0, new TreeMap<>()));
        operations.put(StreamLife.READ, new CallCount(2 * writes, read, 0, new TreeMap<>()));
        StreamSite site = new StreamSite(kind, mode, new ObservedStack(List.of()));
        return new StreamLife(site, StreamCount.NONE, operations, new TreeMap<>(turns), new TreeMap<>(),
                new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
                new TreeMap<>());
    }

    private static Optional<Stall> stall(StreamLife... lives) {
        SortedMap<StreamSite, StreamLife> streams = new TreeMap<>();
        List.of(lives).forEach(life -> streams.put(life.site(), life));
        Observation observed = new Observation(1, 1, new TreeSet<>(), streams, new TreeMap<>(), new TreeMap<>(),
                new TreeMap<>(), new TreeMap<>());
        return Stall.of(new WaitSite(WaitKind.SOCKET_READ, "app.Client.call:9", "", "", 6_000_000_000L, 1, "main", 12,
                List.of()), observed);
    }

    /** 6,000 requests in 120 batches: the client writes each batch once, the server an answer to each request. */
    @Test
    void namesTheDelayedAcknowledgementOfAnswersToABatch() {
        Map<Turn, Long> batches = Map.of(new Turn(StreamLife.WRITE, "flush"), 120L, new Turn("flush", StreamLife.READ), 120L);
        Map<Turn, Long> requests = Map.of(new Turn(StreamLife.WRITE, "flush"), 6_000L, new Turn("flush", StreamLife.READ), 6_000L);
        StreamLife client = life("socket", "", 120, 150_000, 21_000, batches);
        assertThat(stall(client, life("socket", "rw", 6_000, 21_000, 150_000, requests))).map(Stall::name)
                .contains("likely delayed acknowledgement (40 ms)");
        // answers in one write each, and those of other connections
        assertThat(stall(client, life("socket", "rw", 120, 21_000, 150_000, batches))).isEmpty();
        assertThat(stall(client, life("socket", "rw", 6_000, 20_000, 150_000, requests))).isEmpty();
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
