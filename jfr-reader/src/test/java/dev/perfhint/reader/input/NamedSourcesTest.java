package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording from a stream or a channel is the recording of the file, under the name that was given. */
class NamedSourcesTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu-chunks.jfr", "jfr-17/default.jfr", "jfr-21/default.jfr.gz",
        "async-profiler-4.6/collapsed.collapsed", "async-profiler-4.6/cpu.otlp.gz"})
    void readsStreamsAndChannelsAsFiles(String name) throws Exception {
        Path file = RECORDINGS.resolve(name);
        Profile ofFile = ProfileText.read(file);
        try (InputStream in = Files.newInputStream(file)) {
            check(Recordings.read("s3://bucket/a", in, ReadOptions.DEFAULTS), ofFile);
        }
        check(Recordings.read("s3://bucket/a", new PlainChannel(Files.newByteChannel(file), Long.MAX_VALUE),
                ReadOptions.DEFAULTS), ofFile);
    }

    private static void check(Profile read, Profile expected) {
        assertThat(ProfileText.samples(read)).isEqualTo(ProfileText.samples(expected));
        assertThat(read.recordings().get(0).path()).isEqualTo("s3://bucket/a");
        assertThat(read.recordings().get(0).samples()).isEqualTo(expected.recordings().get(0).samples());
    }

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu-chunks.jfr", "jfr-21/default.jfr.gz",
        "async-profiler-4.6/cpu.otlp.gz"})
    void tellsAFailingChannelFromDamage(String name) throws Exception {
        Path file = RECORDINGS.resolve(name);
        PlainChannel failing = new PlainChannel(Files.newByteChannel(file), 8192);
        assertThatThrownBy(() -> Recordings.read("s3://bucket/a", failing, ReadOptions.DEFAULTS))
                .isInstanceOf(RecordingStorageException.class)
                .hasMessage("s3://bucket/a: connection reset");
    }

    /** Not a file's channel, and one that may fail after so many bytes. */
    private static final class PlainChannel implements SeekableByteChannel {
        private final SeekableByteChannel file;
        private final long end;

        PlainChannel(SeekableByteChannel file, long end) {
            this.file = file;
            this.end = end;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (file.position() + target.remaining() > end) {
                throw new IOException("connection reset");
            }
            return file.read(target);
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            file.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
