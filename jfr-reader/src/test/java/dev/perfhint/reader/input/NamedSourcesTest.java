package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording from a stream is the recording of the file, under the name that was given. */
class NamedSourcesTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu-chunks.jfr", "jfr-17/default.jfr", "jfr-21/default.jfr.gz",
        "async-profiler-4.6/collapsed.collapsed", "async-profiler-4.6/cpu.otlp.gz"})
    void readsStreamsAsFiles(String name) throws Exception {
        Path file = RECORDINGS.resolve(name);
        Profile ofFile = ProfileText.read(file);
        try (InputStream in = Files.newInputStream(file)) {
            check(Recordings.read("s3://bucket/a", in, ReadOptions.DEFAULTS), ofFile);
        }
    }

    private static void check(Profile read, Profile expected) {
        assertThat(ProfileText.samples(read)).isEqualTo(ProfileText.samples(expected));
        assertThat(read.recordings().get(0).path()).isEqualTo("s3://bucket/a");
        assertThat(read.recordings().get(0).samples()).isEqualTo(expected.recordings().get(0).samples());
    }

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu-chunks.jfr", "jfr-21/default.jfr.gz",
        "async-profiler-4.6/cpu.otlp.gz"})
    void tellsAFailingStreamFromDamage(String name) throws Exception {
        Path file = RECORDINGS.resolve(name);
        InputStream failing = new SequenceInputStream(new ByteArrayInputStream(Arrays.copyOf(Files.readAllBytes(file), 8192)),
                new FailingStream());
        assertThatThrownBy(() -> Recordings.read("s3://bucket/a", failing, ReadOptions.DEFAULTS))
                .isInstanceOf(RecordingStorageException.class)
                .hasMessage("s3://bucket/a: connection reset");
    }

    private static final class FailingStream extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("connection reset");
        }
    }
}
