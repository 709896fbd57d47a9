package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads arbitrary bytes as a recording. Without Jazzer's fuzzing mode each test replays its corpus: small real recordings
 * and the inputs that once broke the reader.
 */
class RecordingFuzzTest {
    private static final String COLLAPSED_HEAD = "main;app.Main.run_[j];write_[k] 3\n";

    @TempDir
    private static Path directory;

    @FuzzTest
    void readsAnyBytes(byte[] content) throws IOException {
        read(content);
    }

    /** Gets past the format detection at once. */
    @FuzzTest
    void readsAnyCollapsedText(byte[] content) throws IOException {
        byte[] head = COLLAPSED_HEAD.getBytes(StandardCharsets.UTF_8);
        byte[] text = java.util.Arrays.copyOf(head, head.length + content.length);
        System.arraycopy(content, 0, text, head.length, content.length);
        read(text);
    }

    private static void read(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("recording"), content);
        Profile profile;
        try {
            profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);
        } catch (UnreadableRecordingException e) {
            assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            return;
        }
        checkTree(profile.tree());
        checkRows(profile);
    }

    private static void checkTree(CallTree tree) {
        for (int node = 1; node < tree.size(); node++) {
            assertThat(tree.parent(node)).isBetween(0, node - 1);
        }
    }

    private static void checkRows(Profile profile) {
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            assertThat(rows.leaf(row)).isBetween(0, profile.tree().size() - 1);
            assertThat(rows.samples(row)).isNotNegative();
            assertThat(rows.systemNanos(row)).isBetween(0L, Math.max(0L, rows.nanos(row)));
        }
    }
}
