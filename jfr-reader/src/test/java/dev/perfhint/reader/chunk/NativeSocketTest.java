package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Datadog's profiler keeps a socket call with a probability that grows with its duration, and writes the inverse as its
 * weight; fields as its jfrMetadata.cpp of August 2026 declares them.
 */
class NativeSocketTest {
    private static final int FLOAT = 9;
    private static final int EVENT = 130;
    private final ChunkWriter chunk = ChunkWriter.cpu().thread(1, "main")
            .stack(1, new ChunkWriter.Frame("app/Main", "send", 7, ChunkWriter.JIT))
            .stack(2, new ChunkWriter.Frame("app/Main", "receive", 9, ChunkWriter.JIT))
            .type(FLOAT, "float")
            .type(EVENT, "datadog.NativeSocketEvent", "startTime:6", "eventThread:21@", "stackTrace:27@", "duration:6",
                    "operation:20", "remoteAddress:20", "bytesTransferred:6", "weight:9", "spanId:6",
                    "localRootSpanId:6");

    private void call(long stack, String operation, String peer, long nanos, long bytes, float weight) {
        chunk.event(EVENT, new Bytes().varint(chunk.nextTicks(), 1, stack, nanos).text(operation).text(peer)
                .varint(bytes).fixed(Float.floatToRawIntBits(weight), 4).varint(0, 0));
    }

    private Profile profile() throws Exception {
        return Recordings.read("one", new ByteArrayInputStream(chunk.sample(1, 1).toBytes()), ReadOptions.DEFAULTS);
    }

    @Test
    void countsEachEventByItsWeight() throws Exception {
        for (int i = 0; i < 10; i++) {
            call(1, i % 2 == 0 ? "WRITE" : "SEND", "10.0.0.1:80", 1_000, 100, 2.4f);
        }
        call(2, "READ", "[::1]:5432", 40_000, 4096, 1);
        call(2, "RECV", "[::1]:5432", 500, 1, 80);
        call(2, "UNKNOWN", "[::1]:5432", 500, 1, 80);
        call(2, "READ", "", 500, 8, Float.NaN);

        Profile profile = profile();

        assertThat(profile.io().stream().map(NativeSocketTest::text)).containsExactlyInAnyOrder(
                "SOCKET_WRITE 10.0.0.1:80 24 calls 2400 B 24000 ns sampled",
                "SOCKET_READ [::1]:5432 81 calls 4176 B 80000 ns sampled",
                "SOCKET_READ  1 calls 8 B 500 ns sampled");
        assertThat(profile.io()).allSatisfy(io -> assertThat(io.sizes().total()).isEqualTo(io.calls()));
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    /** A quarter of a call is not lost with each event. */
    @Test
    void keepsTheFractionsOfCalls() throws Exception {
        for (int i = 0; i < 1000; i++) {
            call(1, "SEND", "db:1", 1, 10, 1.25f);
        }
        IoOperation io = profile().io().get(0);
        assertThat(List.of(io.calls(), io.bytes())).containsExactly(1250L, 13_000L);
    }

    @Test
    void leavesTheSamplesOfTheProcessorAlone() throws Exception {
        call(1, "SEND", "db:1", 1, 10, 5);
        Profile profile = profile();
        assertThat(profile.rows().size()).isEqualTo(1);
        assertThat(profile.rows().samples(0)).isEqualTo(1);
    }

    private static String text(IoOperation io) {
        return io.kind() + " " + io.target() + " " + io.calls() + " calls " + io.bytes() + " B " + io.nanos() + " ns"
                + (io.sampled() ? " sampled" : "");
    }
}
