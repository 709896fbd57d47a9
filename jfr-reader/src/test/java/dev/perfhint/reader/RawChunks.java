package dev.perfhint.reader;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ProfileBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An undamaged JFR file taken apart into its events, to know what must be left of it after damage. */
final class RawChunks {
    /** One event in a file; kind is null for events that are not read. */
    record RawEvent(long offset, long size, long type, EventKind kind) {
        long end() {
            return offset + size;
        }

        boolean counted() {
            return kind != null && kind.use() != EventKind.Use.FACT;
        }
    }

    /** What was read of a file. */
    record Outcome(long events, boolean complete, long bytesRead, List<String> warnings) {}

    private RawChunks() {}

    static List<RawEvent> events(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkInput in = new ChunkInput(channel, 1 << 16);
            List<RawEvent> events = new ArrayList<>();
            for (long offset = 0; offset < channel.size(); ) {
                in.open(offset, channel.size());
                ChunkHeader header = ChunkHeader.read(in);
                long end = offset + header.size();
                in.open(offset + header.metadataOffset(), end);
                in.varint();
                in.varlong();
                Metadata metadata = Metadata.read(in);
                for (long at = offset + ChunkHeader.BYTES; at < end; ) {
                    in.open(at, end);
                    int size = in.varint();
                    long type = in.varlong();
                    EventKind kind = type < 2 ? null : EventKind.of(metadata.type(type).name());
                    events.add(new RawEvent(at, size, type, kind));
                    at += size;
                }
                offset = end;
            }
            return events;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many sample and I/O events lie wholly before an offset. */
    static long countedBefore(List<RawEvent> events, long offset) {
        return events.stream().filter(event -> event.counted() && event.end() <= offset).count();
    }

    /** Reads bytes as a JFR file, whatever they are. */
    static Outcome read(Path directory, byte[] content) {
        try {
            Path file = Files.write(directory.resolve("damaged.jfr"), content);
            ProfileBuilder builder = new ProfileBuilder();
            JfrRecording recording = new JfrRecording(file.toString(), ReadOptions.DEFAULTS, builder);
            long bytesRead;
            try (FileChannel channel = FileChannel.open(file)) {
                bytesRead = JfrFile.read(channel, ReadOptions.DEFAULTS, recording);
            }
            Profile profile = builder.build(List.of(recording.finish()));
            long calls = profile.io().stream().mapToLong(IoOperation::calls).sum();
            return new Outcome(
                    recording.sampleCount() + calls, recording.complete(), bytesRead, recording.warnings());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
