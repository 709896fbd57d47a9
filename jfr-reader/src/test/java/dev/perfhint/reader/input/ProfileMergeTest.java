package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileFold;
import dev.perfhint.reader.Recordings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Merging stored profiles gives what reading their recordings together gives, in whatever order. */
class ProfileMergeTest {
    @Test
    void mergesToWhatIsReadTogether() throws Exception {
        List<Path> files = StoredRecordings.all();
        for (int first = 0; first + 2 < files.size(); first += 9) {
            Path[] group = {files.get(first), files.get(first + 1), files.get(first + 2)};
            Profile together = StoredRecordings.read(group);
            List<Profile> apart = new ArrayList<>();
            for (Path file : group) {
                apart.add(StoredRecordings.profile(StoredRecordings.bytes(StoredRecordings.read(file))));
            }
            Profile merged = StoredRecordings.merged(apart);
            assertThat(StoredRecordings.sums(merged)).as("%s", group[0]).isEqualTo(StoredRecordings.sums(together));
            assertThat(merged.recordings()).as("%s", group[0]).containsExactlyInAnyOrderElementsOf(together.recordings());
            assertThat(merged.units()).as("%s", group[0]).containsExactlyInAnyOrderElementsOf(together.units());
            assertThat(ProfileText.counts(merged)).as("%s", group[0]).isEqualTo(ProfileText.counts(together));
            assertThat(merged.counts().gauges()).as("%s", group[0]).isEqualTo(together.counts().gauges());
            assertThat(merged.counts().thresholdNanos()).as("%s", group[0])
                    .isEqualTo(together.counts().thresholdNanos());
            assertThat(ProfileText.io(merged)).as("%s", group[0]).isEqualTo(ProfileText.io(together));
        }
    }

    @Test
    void isTheSameInEveryOrder() throws Exception {
        List<Path> files = StoredRecordings.all();
        for (int file = 0; file < files.size(); file += 20) {
            List<Profile> windows = windows(files.get(file));
            List<Profile> backwards = new ArrayList<>(windows);
            Collections.reverse(backwards);
            byte[] bytes = StoredRecordings.bytes(StoredRecordings.merged(windows));
            assertThat(StoredRecordings.bytes(StoredRecordings.merged(backwards))).isEqualTo(bytes);
            Profile tree = StoredRecordings.merged(List.of(stored(windows.subList(3, 6)),
                    StoredRecordings.merged(List.of(stored(windows.subList(0, 1)), stored(windows.subList(1, 3))))));
            assertThat(StoredRecordings.bytes(tree)).isEqualTo(bytes);
            int budget = tree.tree().size() / 3;
            assertThat(StoredRecordings.bytes(ProfileFold.fold(tree, budget)))
                    .isEqualTo(StoredRecordings.bytes(ProfileFold.fold(StoredRecordings.merged(backwards), budget)));
        }
    }

    private static Profile stored(List<Profile> parts) throws UnreadableRecordingException {
        return StoredRecordings.profile(StoredRecordings.bytes(StoredRecordings.merged(parts)));
    }

    /** Returns the sixths of a recording. */
    static List<Profile> windows(Path file) throws UnreadableRecordingException {
        long nanos = StoredRecordings.read(file).recordings().get(0).durationMillis() * 1_000_000 / 6 + 1;
        List<Profile> windows = new ArrayList<>();
        for (int window = 0; window < 6; window++) {
            windows.add(Recordings.read(List.of(file), ReadOptions.DEFAULTS.asSampled()
                    .withTime(window * nanos, (window + 1) * nanos)));
        }
        return windows;
    }
}
