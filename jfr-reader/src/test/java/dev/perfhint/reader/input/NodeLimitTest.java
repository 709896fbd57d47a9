package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beyond the limit of nodes the rarest subtrees fold into {@code [other]}; no sample is lost. */
class NodeLimitTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu.jfr", "async-profiler-4.6/cpu-chunks.jfr", "jfr-25/cputime.jfr",
        "jfr-17/default.jfr"})
    void foldsRareStacksAndKeepsTheSums(String name) {
        Path recording = RECORDINGS.resolve(name);
        Profile whole = ProfileText.read(recording);
        int limit = whole.tree().size() / 3;
        Profile folded = ProfileText.read(recording, ReadOptions.DEFAULTS.withMaxNodes(limit));

        assertThat(folded.tree().size()).isLessThanOrEqualTo(limit);
        assertThat(byEvent(folded)).isEqualTo(byEvent(whole));
        assertThat(folded.io().stream().mapToLong(io -> io.calls()).sum())
                .isEqualTo(whole.io().stream().mapToLong(io -> io.calls()).sum());
        assertThat(ProfileText.samples(folded).keySet()).anyMatch(stack -> stack.contains("[other]"));
        List<String> warnings = folded.recordings().get(0).warnings();
        assertThat(warnings).anyMatch(warning -> warning.contains("folded into [other]"));
        assertThat(whole.recordings().get(0).warnings()).noneMatch(warning -> warning.contains("[other]"));
    }

    @Test
    void foldsNothingIfChunksShareTheirStacks() throws IOException {
        Path recording = RECORDINGS.resolve("async-profiler-4.6/cpu.jfr");
        Profile once = ProfileText.read(recording);
        ReadOptions limit = ReadOptions.DEFAULTS.withMaxNodes(once.tree().size() * 3 / 2);
        Profile thrice = ProfileText.read(concatenated(recording, recording, recording), limit);

        assertThat(thrice.recordings().get(0).warnings()).noneMatch(warning -> warning.contains("[other]"));
        assertThat(thrice.tree().size()).isEqualTo(once.tree().size());
        assertThat(thrice.rows().totalSamples()).isEqualTo(3 * once.rows().totalSamples());
    }

    @Test
    void keepsTheMostFrequentStacksOfEveryChunk() throws IOException {
        Path first = RECORDINGS.resolve("async-profiler-4.6/cpu.jfr");
        Path second = RECORDINGS.resolve("async-profiler-4.6/cpu-pages.jfr");
        Path both = concatenated(first, second);
        Profile whole = ProfileText.read(both);
        int limit = whole.tree().size() * 2 / 3;
        Profile folded = ProfileText.read(both, ReadOptions.DEFAULTS.withMaxNodes(limit));

        assertThat(folded.tree().size()).isLessThanOrEqualTo(limit);
        assertThat(byEvent(folded)).isEqualTo(byEvent(whole));
        Map<String, String> kept = ProfileText.samples(folded);
        for (Path part : List.of(first, second)) {
            String stack = mostFrequentStack(ProfileText.read(part));
            assertThat(kept.keySet()).as("of %s", part).anyMatch(key -> key.endsWith(" " + stack));
        }
    }

    private Path concatenated(Path... parts) throws IOException {
        Path all = directory.resolve("concatenated.jfr");
        try (OutputStream out = Files.newOutputStream(all)) {
            for (Path part : parts) {
                Files.copy(part, out);
            }
        }
        return all;
    }

    private static String mostFrequentStack(Profile profile) {
        Rows rows = profile.rows();
        int most = 0;
        for (int row = 0; row < rows.size(); row++) {
            most = rows.samples(row) > rows.samples(most) ? row : most;
        }
        return ProfileText.stack(profile, rows.leaf(most));
    }

    private static Map<String, Long> byEvent(Profile profile) {
        Map<String, Long> samples = new TreeMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            assertThat(rows.leaf(row)).isBetween(CallTree.ROOT, profile.tree().size() - 1);
            // which native methods only wait is no longer known of a folded stack, so estimates may differ
            if (profile.events().get(rows.event(row)).evidence() != Evidence.JFR_ESTIMATE) {
                samples.merge(profile.events().get(rows.event(row)).name(), rows.samples(row), Long::sum);
            }
        }
        return samples;
    }
}
