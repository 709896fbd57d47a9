package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.store.DamagedProfileException;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.Recordings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged or made-up profile is refused in one line; a failing source is told from it by the exception. */
class DamagedProfileTest {
    private static final long BUDGET = 64L << 20;
    private static byte[] good;

    @TempDir
    Path directory;

    @BeforeAll
    static void store() throws UnreadableRecordingException {
        good = StoredRecordings.bytes(StoredRecordings.read(
                Path.of("..", "fixtures", "recordings", "jfr-17", "default.jfr")));
    }

    @Test
    void refusesEveryTruncation() {
        for (int length = 0; length < good.length; length += Math.max(1, length / 50)) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> ProfileFile.read(new ByteArrayInputStream(cut), BUDGET))
                    .as("%d bytes", length).isInstanceOf(DamagedProfileException.class)
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void refusesChangedBytes() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            byte[] changed = good.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> ProfileFile.read(new ByteArrayInputStream(changed), BUDGET))
                    .isInstanceOf(DamagedProfileException.class);
        }
    }

    /** With a right checksum, whatever is inside is a profile or refused: no other exception, no large memory. */
    @Test
    void survivesHostileContent() throws IOException {
        Random random = new Random(11);
        int refused = 0;
        for (int round = 0; round < 3000; round++) {
            byte[] hostile = good.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = 9 + random.nextInt(hostile.length - 13);
                hostile[at] = random.nextBoolean() ? (byte) 0xFF : (byte) random.nextInt();
            }
            sum(hostile);
            try {
                StoredRecordings.sums(ProfileFile.read(new ByteArrayInputStream(hostile), BUDGET));
            } catch (DamagedProfileException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    @Test
    void refusesMoreThanTheMemoryBudget() {
        assertThatThrownBy(() -> ProfileFile.read(new ByteArrayInputStream(good), 10_000))
                .isInstanceOf(DamagedProfileException.class).hasMessage("needs more memory than may be used");
    }

    @Test
    void refusesAnotherVersion() {
        byte[] newer = good.clone();
        newer[8] = 9;
        assertThatThrownBy(() -> StoredRecordings.profile(newer)).isInstanceOf(UnreadableRecordingException.class)
                .hasMessage("stored: a profile of format 9; this perfhint reads format 2: write it again from the"
                        + " recording");
    }

    @Test
    void namesADamagedFileOnce() throws IOException {
        Path file = Files.write(directory.resolve("half.profile"), Arrays.copyOf(good, good.length / 2));
        assertThatThrownBy(() -> Recordings.read(List.of(file), ReadOptions.DEFAULTS))
                .isExactlyInstanceOf(UnreadableRecordingException.class)
                .hasMessage(file + ": the profile is cut off");
    }

    @Test
    void tellsAFailingSourceFromDamage() {
        InputStream failing = new InputStream() {
            private int left = good.length / 2;

            @Override
            public int read() throws IOException {
                if (--left < 0) {
                    throw new IOException("connection reset");
                }
                return good[good.length / 2 - left - 1] & 0xFF;
            }
        };
        assertThatThrownBy(() -> Recordings.read("s3://bucket/a.profile", failing, ReadOptions.DEFAULTS))
                .isInstanceOf(RecordingStorageException.class)
                .hasMessage("s3://bucket/a.profile: connection reset");
    }

    @Test
    void tellsAMissingFileFromDamage() {
        assertThatThrownBy(() -> Recordings.read(List.of(directory.resolve("none.jfr")), ReadOptions.DEFAULTS))
                .isInstanceOf(RecordingStorageException.class);
    }

    private static void sum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, bytes.length - 4);
        for (int i = 0; i < 4; i++) {
            bytes[bytes.length - 4 + i] = (byte) (sum.getValue() >>> 24 - 8 * i);
        }
    }
}
