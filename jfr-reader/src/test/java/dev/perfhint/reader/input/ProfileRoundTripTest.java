package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** What is written of a recording is read again: nothing is lost, and to write it once more gives the same bytes. */
class ProfileRoundTripTest {
    @Test
    void keepsEveryRecordingOfTheRepository() throws Exception {
        List<Path> recordings = StoredRecordings.all();
        assertThat(recordings).hasSizeGreaterThan(150);
        long recorded = 0;
        long stored = 0;
        for (Path file : recordings) {
            Profile profile = StoredRecordings.read(file);
            byte[] bytes = StoredRecordings.bytes(profile);
            Profile again = StoredRecordings.profile(bytes);
            assertThat(StoredRecordings.bytes(again)).as("%s", file).isEqualTo(bytes);
            assertThat(StoredRecordings.sums(again)).as("%s", file).isEqualTo(StoredRecordings.sums(profile));
            assertThat(again.recordings()).as("%s", file).isEqualTo(profile.recordings());
            assertThat(again.counts().gauges()).as("%s", file).isEqualTo(profile.counts().gauges());
            assertThat(again.io().stream().mapToLong(io -> io.nanos() + io.sizes().total()).sum()).as("%s", file)
                    .isEqualTo(profile.io().stream().mapToLong(io -> io.nanos() + io.sizes().total()).sum());
            recorded += plainBytes(file);
            stored += gzip(bytes).length;
        }
        assertThat(stored).as("gzip'd, of %d bytes", recorded).isLessThan(recorded * 11 / 100);
    }

    private static long plainBytes(Path file) throws IOException {
        try (RecordingSource source = RecordingSource.open(file)) {
            return source.channel().size();
        }
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void sizeOfTheRecordingIsThatOfTheFile() throws IOException {
        Path plain = Path.of("..", "fixtures", "recordings", "jfr-17", "default.jfr");
        assertThat(plainBytes(plain)).isEqualTo(Files.size(plain));
    }
}
