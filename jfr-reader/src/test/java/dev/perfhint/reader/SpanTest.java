package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spans that a program marks through async-profiler after 4.5: operations with a tag, and no samples. */
class SpanTest {
    private static final int SPAN = 131;

    @TempDir
    private Path directory;

    private static ChunkWriter spans(ChunkWriter chunk, int spans) {
        chunk.type(SPAN, "profiler.Span", "startTime:6", "duration:6", "eventThread:21@", "tag:20@")
                .constant(ChunkWriter.STRING, 1, new Bytes().text("/order"));
        for (int i = 0; i < spans; i++) {
            // key 0 is the tag of a span without one
            chunk.event(SPAN, new Bytes().varint(chunk.nextTicks(), 2_000_000 + i, 1, i == 0 ? 0 : 1));
        }
        return chunk;
    }

    private static Profile read(ChunkWriter chunk) throws Exception {
        return Recordings.read("one", new ByteArrayInputStream(chunk.toBytes()), ReadOptions.DEFAULTS);
    }

    @Test
    void leavesTheCountsAsTheyAre() throws Exception {
        Profile with = read(spans(ChunkWriter.writing(20), 7));
        Profile without = read(ChunkWriter.writing(20));
        assertThat(with.rows().totalSamples()).isEqualTo(without.rows().totalSamples()).isEqualTo(20);
        assertThat(with.rows().systemSamples(0)).isEqualTo(without.rows().systemSamples(0)).isEqualTo(20);
        assertThat(with.io()).isEmpty();
        assertThat(with.recordings().get(0).complete()).isTrue();
        assertThat(with.recordings().get(0).warnings()).isEqualTo(without.recordings().get(0).warnings());
    }

    @Test
    void offersThemAsOperationsByTag() throws Exception {
        Path file = Files.write(directory.resolve("spans.jfr"), spans(ChunkWriter.writing(20), 3).toBytes());
        EventLog log = EventLogReader.read(file, (event, fields) -> Set.copyOf(fields));
        EventSeries spans = log.series("profiler.Span").orElseThrow();
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < spans.size(); row++) {
            rows.add(log.names().thread(spans.thread(row)) + " " + spans.text(row, spans.field("tag")) + " "
                    + spans.durationNanos(row));
        }
        assertThat(rows).containsExactly("main  2000000", "main /order 2000001", "main /order 2000002");
    }
}
