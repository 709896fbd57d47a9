package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppendedChunkTest {
    private static final Path EXAMPLES = Path.of("../fixtures/worked-example/recordings");
    private static final long USER = 2_540_000_000L;
    private static final long SYSTEM = 7_030_000_000L;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"cpu.jfr", "ctimer.jfr", "jfr-17.jfr"})
    void isReadByTheJdkAndByPerfhint(String name) throws Exception {
        Path file = Files.copy(EXAMPLES.resolve(name), directory.resolve(name));
        List<RecordedEvent> before = RecordingFile.readAllEvents(file);
        Recording plain = Recordings.read(List.of(file), ReadOptions.DEFAULTS).recordings().get(0);
        assertThat(AppendedChunk.append(file, List.of(AppendedEvent.processTime(USER, SYSTEM)))).isTrue();

        List<RecordedEvent> after = RecordingFile.readAllEvents(file);
        assertThat(after).hasSize(before.size() + 1);
        RecordedEvent event = after.stream()
                .filter(each -> each.getEventType().getName().equals("perfhint.ProcessTime")).findFirst().orElseThrow();
        assertThat(event.getLong("userNanos")).isEqualTo(USER);
        assertThat(event.getLong("systemNanos")).isEqualTo(SYSTEM);

        Recording read = Recordings.read(List.of(file), ReadOptions.DEFAULTS).recordings().get(0);
        assertThat(read.kernel()).contains(new KernelAccounting(USER, SYSTEM));
        // the engine was record's choice: no warning of what it cannot see
        assertThat(read.warnings()).isEqualTo(
                plain.warnings().stream().filter(warning -> !warning.startsWith("no kernel frames: ")).toList());
        assertThat(read.durationMillis()).isEqualTo(plain.durationMillis());
        assertThat(read.samples()).isEqualTo(plain.samples());
        assertThat(read.cpuNanos()).isEqualTo(plain.cpuNanos());
    }

    @Test
    void isComparedByItsSamplesWithOneThatTheKernelDidNotCount() throws Exception {
        Path plain = EXAMPLES.resolve("cpu.jfr");
        Path counted = Files.copy(plain, directory.resolve("counted.jfr"));
        assertThat(AppendedChunk.append(counted, List.of(AppendedEvent.processTime(4 * USER, SYSTEM)))).isTrue();
        for (List<Path> sides : List.of(List.of(plain, counted), List.of(counted, plain))) {
            Invocation run = Invocation.of("compare", "--work-before", "1", "--work-after", "1", sides.get(0).toString(),
                    sides.get(1).toString());
            assertThat(run.out()).startsWith("no change detected: ").contains("9.57 s  9.57 s  CPU time");
            assertThat(run.err()).contains("only " + counted + " has the kernel's count of CPU time: compared by samples");
        }
    }

    @Test
    void holdsTheTimesOfThreads() throws Exception {
        Path file = Files.copy(EXAMPLES.resolve("cpu.jfr"), directory.resolve("threads.jfr"));
        assertThat(AppendedChunk.append(file, List.of(AppendedEvent.threadTime(7, "leser-1 \u00e4", 3_000_000, 20, 30),
                AppendedEvent.threadTime(8, "leser-2", 4_000_000, 50, 60), AppendedEvent.processTime(USER, SYSTEM))))
                .isTrue();
        assertThat(RecordingFile.readAllEvents(file).stream()
                .filter(each -> each.getEventType().getName().equals("perfhint.ThreadTime"))
                .map(each -> each.getString("name") + " " + each.getLong("cpuNanos")))
                .containsExactly("leser-1 \u00e4 3000000", "leser-2 4000000");
        assertThat(Recordings.read(List.of(file), ReadOptions.DEFAULTS).counts().gauge(Gauge.TURNS).orElseThrow().last())
                .isEqualTo(90);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, ''", "2900000000, 0, ' from 2.9 s on'", "0, 4000000000, ' to 4.0 s'"})
    void saysWhichPartOfTheRunWasRecorded(long fromNanos, long toNanos, String part) throws Exception {
        Path file = Files.copy(EXAMPLES.resolve("cpu.jfr"), directory.resolve("cpu.jfr"));
        List<AppendedEvent> events = new ArrayList<>(List.of(AppendedEvent.processTime(USER, SYSTEM)));
        if (!part.isEmpty()) {
            events.add(AppendedEvent.partOfRun(fromNanos, toNanos));
        }
        assertThat(AppendedChunk.append(file, events)).isTrue();
        Profile profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);
        assertThat(profile.counts().gauge(Gauge.WHOLE_RUN).isPresent()).isEqualTo(part.isEmpty());
        assertThat(profile.recordings().get(0).warnings().stream().filter(each -> each.startsWith("part of a run")))
                .allMatch(each -> each.startsWith("part of a run," + part + ": ")).hasSize(part.isEmpty() ? 0 : 1);
        Invocation analyze = Invocation.of("analyze", file.toString());
        assertThat(analyze.out().lines().findFirst().orElseThrow()).contains("; perf_events" + part + ", 4,786 samples)");
        Invocation compare = Invocation.of("compare", "--work-before", "1", "--work-after", "1", file.toString(),
                EXAMPLES.resolve("cpu.jfr").toString());
        assertThat(compare.code()).isEqualTo(part.isEmpty() ? 0 : 2);
        assertThat(compare.err().contains("the recording before is of a part of a run")).isEqualTo(!part.isEmpty());
    }

    @Test
    void leavesACutRecordingAlone() throws Exception {
        byte[] whole = Files.readAllBytes(EXAMPLES.resolve("cpu.jfr"));
        byte[] cut = Arrays.copyOf(whole, whole.length - 100);
        Path file = Files.write(directory.resolve("cut.jfr"), cut);
        assertThat(AppendedChunk.append(file, List.of(AppendedEvent.processTime(USER, SYSTEM)))).isFalse();
        assertThat(Files.readAllBytes(file)).isEqualTo(cut);
    }
}
