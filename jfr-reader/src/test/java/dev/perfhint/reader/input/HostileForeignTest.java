package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.ForeignProfiles;
import dev.perfhint.reader.ForeignProfiles.Adapter;
import dev.perfhint.reader.ProtobufWriter;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.foreign.StackTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged and hostile files of other tools' formats: a profile of what is whole, or one line; never an exception of ours. */
class HostileForeignTest {
    @TempDir
    private Path directory;

    static List<Adapter> foreign() {
        return ForeignProfiles.ADAPTERS.stream().filter(adapter -> !adapter.format().equals("jfr")).toList();
    }

    private String outcome(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("recording"), content);
        try {
            Profile profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);
            assertThat(profile.rows().totalSamples()).isNotNegative();
            return "";
        } catch (UnreadableRecordingException e) {
            assertThat(e.getMessage()).hasLineCount(1).contains("recording");
            return e.getMessage();
        }
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void survivesCutsAndWrongBytes(Adapter adapter) throws IOException {
        byte[] whole = adapter.content();
        Random random = new Random(7);
        for (int length = 0; length < whole.length; length += Math.max(1, whole.length / 60)) {
            outcome(Arrays.copyOf(whole, length));
        }
        for (int i = 0; i < 300; i++) {
            byte[] damaged = whole.clone();
            for (int flip = 0; flip < 1 + i % 4; flip++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            outcome(damaged);
        }
    }

    @Test
    void usesWhatIsWholeOfACutPage() throws IOException {
        byte[] whole = ForeignProfiles.flameGraph();
        String text = new String(whole, StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(whole, text.lastIndexOf("f("));
        assertThat(outcome(cut)).isEmpty();
    }

    @Test
    void boundsTheDepthOfAGraph() throws IOException {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<canvas></canvas>\nconst cpool = [\n'all',\n' a/B.c'\n];\n\nn(0,100000)\n");
        for (int i = 0; i < 100_000; i++) {
            page.append("u(9,").append(100_000 - i).append(")\n");
        }
        Path file = Files.writeString(directory.resolve("deep.html"), page);
        Profile profile = ProfileText.read(file);
        assertThat(profile.tree().size()).isLessThanOrEqualTo(StackTable.MAX_DEPTH + 1);
        assertThat(profile.rows().totalSamples()).isBetween((long) StackTable.MAX_DEPTH, 100_000L);
    }

    /** One location with a million inlined functions, on every stack. */
    @Test
    void boundsInlinedFunctions() throws IOException {
        ProtobufWriter location = new ProtobufWriter().number(1, 1);
        for (int i = 0; i < 100_000; i++) {
            location.message(4, new ProtobufWriter().number(1, 1).number(2, i));
        }
        ProtobufWriter profile = new ProtobufWriter().message(1, new ProtobufWriter().number(1, 1).number(2, 2));
        for (int i = 0; i < 2000; i++) {
            profile.message(2, new ProtobufWriter().packed(1, 1, 1).packed(2, 1));
        }
        profile.message(4, location).message(5, new ProtobufWriter().number(1, 1).number(2, 3));
        List.of("", "cpu", "count", "a/B.c").forEach(text -> profile.text(6, text));
        Profile read = ProfileText.read(Files.write(directory.resolve("inlined.pprof"), profile.toBytes()));
        assertThat(read.rows().totalSamples()).isEqualTo(2000);
        assertThat(read.tree().size()).isLessThan(600);
    }

    @Test
    void refusesGraphsThatAreNoProfile() {
        String reversed = "<!DOCTYPE html>\n<canvas></canvas>\nconst cpool = [\n'all',\n' vfs_write',\n' a/B.c'\n];\n\nn(3,5)\nu(13)\nu(17)\n";
        String differential = "<!DOCTYPE html>\n<canvas></canvas>\nconst cpool = [\n'all',\n' a/B.c'\n];\n\nn(3,5)\nd=3\nu(9)\n";
        String picture = "<svg><title>Flame Graph</title></svg>\n";
        assertThatThrownBy(() -> read(reversed)).isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("reversed flame graph");
        assertThatThrownBy(() -> read(differential)).isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("differential");
        assertThatThrownBy(() -> read(picture)).isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("only a picture");
    }

    @Test
    void namesTheEventsThatAFileHolds() throws IOException {
        Path file = Files.write(directory.resolve("p.pprof"), ForeignProfiles.pprof());
        assertThatThrownBy(() -> Recordings.read(List.of(file), ReadOptions.DEFAULTS.withEvent("wall")))
                .isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("holds no event wall, but samples, cpu");
        assertThat(ProfileText.read(file, ReadOptions.DEFAULTS.withEvent("cpu")).rows().totalSamples()).isEqualTo(12);
    }

    private void read(String page) throws IOException, UnreadableRecordingException {
        Recordings.read(List.of(Files.writeString(directory.resolve("page.html"), page)), ReadOptions.DEFAULTS);
    }
}
