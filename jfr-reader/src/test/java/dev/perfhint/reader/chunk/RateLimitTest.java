package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** async-profiler after 4.5 discards samples beyond a limit, and counts them nowhere. */
class RateLimitTest {
    private static List<String> warnings(ChunkWriter chunk) throws Exception {
        byte[] file = chunk.thread(1, "main").stack(1, new ChunkWriter.Frame("app/Main", "run", 0, ChunkWriter.JIT)).sample(1, 1).toBytes();
        return Recordings.read("one", new ByteArrayInputStream(file), ReadOptions.DEFAULTS).recordings().get(0).warnings();
    }

    @Test
    void saysThatTotalsMayBeTooLow() throws Exception {
        String warning = "recorded with ratelimit: at most 50 samples a second were kept, totals may be too low";
        assertThat(warnings(ChunkWriter.cpu().setting(ChunkWriter.SAMPLE, "ratelimit", "50"))).contains(warning);
        assertThat(warnings(ChunkWriter.cpu())).noneMatch(text -> text.contains("ratelimit"));
    }
}
