package dev.perfhint.reader.jfr;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.ChunkReader;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** What the JDK's own reader makes of a file. */
public final class JdkOracle {
    private JdkOracle() {}

    /** Reads with {@code jdk.jfr.consumer}, which reads only chunk versions that {@link ChunkReader} does not know. */
    public static Profile read(Path recording, ReadOptions options) {
        ProfileBuilder builder = new ProfileBuilder();
        JfrRecording read = new JfrRecording(recording.toString(), options, builder);
        try (RecordingSource source = RecordingSource.open(recording)) {
            JfrFile.Span span = JfrFile.span(source.channel());
            JdkReader.read(source.file(), span.startNanos(), span.durationNanos(), options, read);
            Recording whole = read.finish();
            builder.endRecording(whole);
            return builder.build(List.of(whole));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
