package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the events read one by one to what the JDK's own reader says of the same file. */
class EventLogReaderTest {
    private static final Path RECORDINGS = Path.of("../fixtures/recordings");
    /** Noted as facts and settings, not as rows. */
    private static final Set<String> NO_ROWS = Set.of("jdk.ActiveSetting", "jdk.JVMInformation", "jdk.CPUInformation",
            "jdk.ContainerConfiguration", "jdk.GCHeapConfiguration");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jfr-11/default.jfr", "jfr-17/default.jfr", "jfr-25/cputime.jfr", "jfr-25/io-exact.jfr", "async-profiler-4.6/cpu.jfr"})
    void readsWhatTheJdkReads(String name) throws Exception {
        Path recording = RECORDINGS.resolve(name);
        EventLog log = EventLogReader.read(recording, (event, fields) -> Set.copyOf(fields));
        Map<String, List<Row>> own = new TreeMap<>();
        for (EventSeries events : log.series()) {
            for (int row = 0; row < events.size(); row++) {
                own.computeIfAbsent(events.eventName(), key -> new ArrayList<>()).add(row(log, events, row));
            }
        }
        Map<String, List<Row>> oracle = new TreeMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (!NO_ROWS.contains(event.getEventType().getName())) {
                    oracle.computeIfAbsent(event.getEventType().getName(), key -> new ArrayList<>()).add(row(log, event));
                }
            }
        }
        own.values().removeIf(List::isEmpty);
        assertThat(own.keySet()).isEqualTo(oracle.keySet());
        Comparator<Row> order = Comparator.comparing(Row::cells).thenComparing(Row::durationNanos);
        own.values().forEach(rows -> rows.sort(order));
        oracle.values().forEach(rows -> rows.sort(order));
        own.forEach((event, rows) -> {
            assertThat(rows).as(event).extracting(Row::cells).isEqualTo(oracle.get(event).stream().map(Row::cells).toList());
            for (int i = 0; i < rows.size(); i++) {
                // the JDK subtracts two rounded times
                assertThat(rows.get(i).durationNanos()).isCloseTo(oracle.get(event).get(i).durationNanos(), within(2L));
            }
        });
    }

    private record Row(String cells, long durationNanos) {}

    private static Row row(EventLog log, EventSeries events, int row) {
        List<String> cells = new ArrayList<>();
        cells.add(Long.toString(events.startNanos(row) / 1000));
        cells.add(log.names().thread(events.thread(row)));
        for (String field : List.of("path", "host", "port", "bytesRead", "bytesWritten", "monitorClass", "name", "cause", "method", "state", "address")) {
            cells.add(events.field(field) < 0 ? "" : events.text(row, events.field(field)));
        }
        return new Row(String.join("|", cells), events.durationNanos(row));
    }

    private static Row row(EventLog log, RecordedEvent event) {
        List<String> cells = new ArrayList<>();
        java.time.Instant start = event.getStartTime();
        cells.add(Long.toString(start.getEpochSecond() * 1_000_000 + start.getNano() / 1000));
        String sampled = event.hasField("sampledThread") ? "sampledThread" : "eventThread";
        RecordedThread thread = event.hasField(sampled) ? event.getThread(sampled) : null;
        cells.add(thread == null ? "" : FrameNames.threadName(
                thread.getJavaName() != null && !thread.getJavaName().isEmpty() ? thread.getJavaName() : thread.getOSName()));
        EventSeries series = log.series(event.getEventType().getName()).orElseThrow();
        for (String field : List.of("path", "host", "port", "bytesRead", "bytesWritten", "monitorClass", "name", "cause", "method", "state", "address")) {
            cells.add(series.field(field) < 0 ? "" : text(event.getValue(field)));
        }
        return new Row(String.join("|", cells), event.getDuration().toNanos());
    }

    private static String text(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof RecordedClass type) {
            return FrameNames.className(type.getName());
        }
        if (value instanceof RecordedMethod method) {
            return FrameNames.className(method.getType().getName()) + "." + FrameNames.methodName(method.getName());
        }
        if (value instanceof RecordedThread thread) {
            return thread.getJavaName();
        }
        return value.toString();
    }

    @Test
    void namesSettings() throws Exception {
        EventLog log = EventLogReader.read(RECORDINGS.resolve("jfr-17/default.jfr"), (event, fields) -> Set.of());
        assertThat(log.setting("jdk.FileRead").enabled()).isTrue();
        assertThat(log.setting("jdk.FileRead").thresholdNanos()).isEqualTo(20_000_000);
        assertThat(log.setting("jdk.ClassLoad").enabled()).isFalse();
        assertThat(log.fact("hwThreads")).matches("\\d+");
        assertThat(log.series()).isEmpty();
    }

    @Test
    void usesWhatIsLeftOfADamagedRecording() throws Exception {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve("jfr-17/default.jfr"));
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length - 2000));
        Arrays.fill(whole, whole.length * 9 / 10, whole.length * 9 / 10 + 100, (byte) 0xFF);
        Path overwritten = Files.write(directory.resolve("overwritten.jfr"), whole);
        for (Path damaged : List.of(cut, overwritten)) {
            EventLog log = EventLogReader.read(damaged, (event, fields) -> Set.of("duration"));
            assertThat(log.series().stream().mapToInt(EventSeries::size).sum()).isPositive();
        }
        assertThat(EventLogReader.read(overwritten, (event, fields) -> Set.of("duration")).warnings()).singleElement().asString()
                .contains("bytes are damaged");
    }

    @Test
    void refusesWhatHasNoTimes() throws IOException {
        Path collapsed = Files.writeString(directory.resolve("stacks.txt"), "main;a.B.c 12\nmain;a.B.d 3\n");
        assertThatThrownBy(() -> EventLogReader.read(collapsed, (event, fields) -> Set.of()))
                .isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("stacks.txt: collapsed text holds no single events");
        assertThatThrownBy(() -> EventLogReader.read(directory.resolve("none.jfr"), (event, fields) -> Set.of()))
                .isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("no such file");
        assertThatThrownBy(() -> EventLogReader.read(directory, (event, fields) -> Set.of()))
                .isInstanceOf(UnreadableRecordingException.class).hasMessageContaining("without JFR chunk files");
    }
}
