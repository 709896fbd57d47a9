package dev.perfhint.reader;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventQuery;
import dev.perfhint.profile.timeline.EventSetting;
import dev.perfhint.profile.timeline.EventSource;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.EventRows;
import dev.perfhint.reader.chunk.EventScan;
import dev.perfhint.reader.chunk.Metadata;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.Reader;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.reader.jfr.JfrReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads chosen events of a JFR recording one by one, with their fields. Slower and larger than {@link Recordings},
 * which folds events as it reads: for the questions that need each event's time.
 */
public final class EventLogReader {
    private static final int BUFFER_BYTES = 1 << 22;

    private final SeekableByteChannel file;
    private final long size;
    private final EventQuery query;
    private final EventLog log;
    private final Map<String, Map<String, String>> settings = new TreeMap<>();
    private long lostBytes;
    private boolean any;

    private EventLogReader(SeekableByteChannel file, EventQuery query, EventLog log) throws IOException {
        this.file = file;
        this.query = query;
        this.log = log;
        size = file.size();
    }

    /** Returns the events of a recording that was read already; none if they cannot be read. */
    public static EventSource source(Path path) {
        return query -> {
            try {
                return Optional.of(read(path, query));
            } catch (UnreadableRecordingException e) {
                return Optional.empty();
            }
        };
    }

    /**
     * Reads one recording: a JFR file, plain or gzip, {@code -} for standard input, or a repository directory.
     *
     * @throws UnreadableRecordingException if it is no JFR recording
     */
    public static EventLog read(Path path, EventQuery query) throws UnreadableRecordingException {
        EventLog log = new EventLog(Recordings.label(path));
        try {
            boolean any = false;
            for (List<Path> files : Files.isDirectory(path) ? JfrReader.chunkFiles(path) : List.of(List.of(path))) {
                for (Path each : files) {
                    any |= readFile(each, query, log);
                }
            }
            if (!any) {
                throw new UnreadableRecordingException(path + ": a directory without JFR chunk files (*.jfr)");
            }
            return log;
        } catch (UncheckedIOException e) {
            throw UnreadableRecordingException.of(Recordings.label(path), e.getCause());
        } catch (IOException e) {
            throw UnreadableRecordingException.of(Recordings.label(path), e);
        }
    }

    private static boolean readFile(Path path, EventQuery query, EventLog log)
            throws IOException, UnreadableRecordingException {
        String name = Recordings.label(path);
        try (RecordingSource source = RecordingSource.open(path)) {
            Optional<Reader> format = Readers.of(source);
            if (format.isPresent() && !format.get().name().equals("jfr")) {
                throw new UnreadableRecordingException(
                        name + ": " + format.get().title() + " holds no single events: this needs a JFR recording");
            }
            if (format.isEmpty()) {
                throw new UnreadableRecordingException(
                        name + ": " + source.damage().orElse(Refusal.ofUnknown(source.head()).reason()));
            }
            source.damage().ifPresent(damage -> log.warn(name + ": " + damage));
            EventLogReader reader = new EventLogReader(source.channel(), query, log);
            reader.chunks();
            if (!reader.any) {
                throw new UnreadableRecordingException(name + ": holds no readable chunk: record again");
            }
            if (reader.lostBytes > 0) {
                log.warn(name + ": " + reader.lostBytes + " bytes are damaged and were passed over");
            }
            reader.noteSettings();
            return true;
        }
    }

    private void chunks() {
        ChunkInput in = new ChunkInput(file, (int) Math.min(BUFFER_BYTES, Math.max(size, 256)));
        for (long offset = 0; size - offset >= ChunkHeader.BYTES; ) {
            in.open(offset, size);
            ChunkHeader header = ChunkHeader.read(in);
            EventScan bare = new EventScan(in, new Metadata(), header);
            if (!header.known() || header.ticksPerSecond() <= 0) {
                long next = bare.nextChunk(offset + 1);
                lostBytes += next - offset;
                offset = next;
                continue;
            }
            long declared = offset + header.size();
            boolean exact = header.size() >= ChunkHeader.BYTES && declared <= size
                    && (declared == size || bare.chunkAt(declared));
            long end = exact ? declared : size;
            Optional<Metadata> types = Metadata.find(in, header, end, exact);
            if (types.isEmpty()) {
                long next = exact ? end : bare.nextChunk(offset + ChunkHeader.BYTES);
                lostBytes += next - offset;
                offset = next;
                continue;
            }
            EventRows rows = new EventRows(in, header, types.get(), query, log, this::setting);
            offset = rows.read(end, exact);
            lostBytes += rows.lostBytes();
            any = true;
        }
    }

    private void setting(String eventName, String name, String value) {
        settings.computeIfAbsent(eventName, key -> new TreeMap<>()).put(name, value);
    }

    private void noteSettings() {
        settings.forEach((eventName, values) -> {
            String throttle = values.getOrDefault("throttle", "off");
            // without a stack trace or a period there are events nevertheless: only "enabled" switches them
            log.setting(eventName, new EventSetting(values.getOrDefault("enabled", "true").equals("true"),
                    RecordingFacts.nanos(values.getOrDefault("threshold", "0 ns")), throttle.equals("off") ? ""
                            : throttle));
        });
    }
}
