package dev.perfhint.reader.jfr;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An undamaged JFR file taken apart into its events, to know what must be left of it after damage. It shares no code with
 * the reader.
 */
public final class RawChunks {
    /** One event in a file; kind is null for events that are not read. */
    public record RawEvent(int offset, int size, long type, EventKind kind) {
        public int end() {
            return offset + size;
        }

        public boolean counted() {
            return kind != null && (kind.use() == EventKind.Use.SAMPLE || kind.use() == EventKind.Use.IO);
        }
    }

    /**
     * What was read of a file.
     *
     * @param knownStacks samples whose stack is known
     */
    public record Outcome(long events, long knownStacks, boolean complete, JfrFile.Work work, List<String> warnings, Profile profile) {}

    private final byte[] file;
    private int at;

    private RawChunks(byte[] file) {
        this.file = file;
    }

    public static List<RawEvent> events(Path file) {
        try {
            return events(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<RawEvent> events(byte[] file) {
        return new RawChunks(file).events();
    }

    /** Returns how many sample and I/O events lie wholly before an offset. */
    public static long countedBefore(List<RawEvent> events, long offset) {
        return events.stream().filter(event -> event.counted() && event.end() <= offset).count();
    }

    private List<RawEvent> events() {
        List<RawEvent> events = new ArrayList<>();
        for (int chunk = 0; chunk < file.length; ) {
            int end = chunk + (int) fixed(chunk + 8);
            at = chunk + (int) fixed(chunk + 24);
            Map<Long, String> types = types();
            at = chunk + 68;
            while (at < end) {
                int start = at;
                int size = (int) varint();
                long type = varint();
                events.add(new RawEvent(start, size, type, type < 2 ? null : EventKind.of(types.get(type))));
                at = start + size;
            }
            chunk = end;
        }
        return events;
    }

    private Map<Long, String> types() {
        for (int skipped = 0; skipped < 5; skipped++) {
            varint();
        }
        List<String> texts = new ArrayList<>();
        for (long left = varint(); left > 0; left--) {
            texts.add(text());
        }
        Map<Long, String> types = new HashMap<>();
        element(texts, types);
        return types;
    }

    private void element(List<String> texts, Map<Long, String> types) {
        String name = texts.get((int) varint());
        Map<String, String> attributes = new HashMap<>();
        for (long left = varint(); left > 0; left--) {
            String key = texts.get((int) varint());
            attributes.put(key, texts.get((int) varint()));
        }
        if (name.equals("class")) {
            types.put(Long.parseLong(attributes.get("id")), attributes.get("name"));
        }
        for (long left = varint(); left > 0; left--) {
            element(texts, types);
        }
    }

    private String text() {
        int encoding = file[at++];
        if (encoding < 2) {
            return "";
        }
        if (encoding == 4) {
            StringBuilder text = new StringBuilder();
            for (long left = varint(); left > 0; left--) {
                text.append((char) varint());
            }
            return text.toString();
        }
        int length = (int) varint();
        at += length;
        return new String(file, at - length, length, encoding == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            byte next = file[at++];
            value |= (shift == 56 ? (long) next : next & 0x7FL) << shift;
            if (next >= 0) {
                break;
            }
        }
        return value;
    }

    private long fixed(int from) {
        long value = 0;
        for (int i = from; i < from + 8; i++) {
            value = value << 8 | file[i] & 0xFF;
        }
        return value;
    }

    /** Reads bytes as a JFR file, compressed or not, whatever they are. */
    public static Outcome read(Path directory, byte[] content) {
        try {
            Path file = Files.write(directory.resolve("damaged.jfr"), content);
            ProfileBuilder builder = new ProfileBuilder();
            JfrRecording recording = new JfrRecording(file.toString(), ReadOptions.DEFAULTS, builder);
            JfrFile.Work work;
            try (RecordingSource source = RecordingSource.open(file, 0)) {
                source.damage().ifPresent(recording::damaged);
                work = JfrFile.read(source.channel(), ReadOptions.DEFAULTS, recording);
            }
            Profile profile = builder.build(List.of(recording.finish()));
            long calls = profile.io().stream().mapToLong(IoOperation::calls).sum();
            return new Outcome(recording.sampleCount() + calls, knownStacks(profile), recording.complete(), work,
                    recording.warnings(), profile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long knownStacks(Profile profile) {
        long known = 0;
        for (int row = 0; row < profile.rows().size(); row++) {
            int leaf = profile.rows().leaf(row);
            boolean unknown = profile.methods().name(profile.tree().method(leaf)).equals("[stack unknown]");
            known += unknown ? 0 : profile.rows().samples(row);
        }
        return known;
    }
}
