package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.reader.Recordings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    private Path directory;

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void hasNoNameAndOneReader() throws IOException {
        try (Spool spool = Spool.open(MEGABYTE, "")) {
            spool.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            Path again = spool.reopenable();
            assertThat(again.toString()).startsWith("/proc/self/fd/");
            assertThat(Files.readSymbolicLink(again).toString()).endsWith(" (deleted)");
            assertThat(Files.readAllBytes(again)).containsExactly(1, 2, 3);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(again))).isEqualTo("rw-------");
        }
    }

    @Test
    void takesNoMoreThanItsLimit() throws IOException {
        try (Spool spool = Spool.open(MEGABYTE, "take less")) {
            spool.write(ByteBuffer.wrap(new byte[MEGABYTE]));
            assertThatThrownBy(() -> spool.write(ByteBuffer.wrap(new byte[1]))).hasMessage("more than 1 MB: take less");
        }
    }

    /** A thousandth of the size: gzip's own bound. */
    @Test
    void stopsDataThatGrowsWithoutEnd() throws Exception {
        Path bomb = Files.write(directory.resolve("bomb.gz"), gzip(new byte[8 * MEGABYTE]));
        assertThatThrownBy(() -> RecordingSource.open(bomb, MEGABYTE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("more than 1 MB: gzip data that grows so much is no recording");
        assertThatThrownBy(() -> RecordingSource.copied(new ByteArrayInputStream(Files.readAllBytes(bomb)), MEGABYTE))
                .hasMessageStartingWith("more than 1 MB");
        assertThatThrownBy(() -> Recordings.read(List.of(bomb), ReadOptions.DEFAULTS.withMaxBytes(MEGABYTE)))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageStartingWith(bomb + ": more than 1 MB");
        try (RecordingSource source = RecordingSource.open(bomb, 16 * MEGABYTE)) {
            assertThat(source.channel().size()).isEqualTo(8 * MEGABYTE);
        }
        assertThat(RecordingSource.limit(1_000, 0)).isEqualTo(256L * MEGABYTE);
        assertThat(RecordingSource.limit(100L * MEGABYTE, 0)).isEqualTo(20_000L * MEGABYTE);
        assertThat(RecordingSource.limit(100L * MEGABYTE, 5)).isEqualTo(5);
    }
}
