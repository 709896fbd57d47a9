package dev.perfhint.cli.output.export;

import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Recording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes samples as a pprof profile, gzip-compressed: samples, nanoseconds of CPU, threads as labels, the kernel as a
 * mapping.
 */
public final class PprofExport {
    private static final int KERNEL_MAPPING = 1;
    private static final int PROGRAM_MAPPING = 2;

    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<String, Integer> functions = new HashMap<>();
    private final Map<String, Integer> locations = new HashMap<>();
    private final Message profile = new Message();

    private PprofExport() {
        string("");
    }

    /** A protobuf message that is being written. */
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message number(int field, long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Message bytes(int field, byte[] content) {
            varint((long) field << 3 | 2);
            varint(content.length);
            out.writeBytes(content);
            return this;
        }

        Message message(int field, Message content) {
            return bytes(field, content.out.toByteArray());
        }

        void varint(long value) {
            long left = value;
            for (; (left & ~0x7FL) != 0; left >>>= 7) {
                out.write((int) (left & 0x7F | 0x80));
            }
            out.write((int) left);
        }
    }

    public static byte[] of(ExportedStacks stacks) {
        PprofExport export = new PprofExport();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(export.write(stacks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private byte[] write(ExportedStacks stacks) {
        boolean cpu = stacks.event().cpu();
        profile.message(1, valueType(cpu ? "samples" : stacks.event().name(), "count"));
        if (cpu) {
            profile.message(1, valueType("cpu", "nanoseconds"));
        }
        stacks.forEach((thread, nodes, samples, nanos) -> {
            Message ids = new Message();
            for (int i = nodes.size() - 1; i >= 0; i--) {
                ids.varint(location(stacks, nodes.get(i)));
            }
            Message values = new Message();
            values.varint(samples);
            if (cpu) {
                values.varint(nanos);
            }
            profile.message(2, new Message().message(1, ids).message(2, values)
                    .message(3, new Message().number(1, string("thread")).number(2, string(thread))));
        });
        profile.message(3, new Message().number(1, KERNEL_MAPPING).number(5, string("[kernel.kallsyms]")).number(7, 1));
        profile.message(3, new Message().number(1, PROGRAM_MAPPING).number(5, string("[program]")).number(7, 1));
        period(stacks.recordings(), cpu);
        strings.keySet().forEach(text -> profile.bytes(6, text.getBytes(StandardCharsets.UTF_8)));
        return profile.out.toByteArray();
    }

    /** Recordings of different intervals have none in common: the nanoseconds say what each sample stands for. */
    private void period(List<Recording> recordings, boolean cpu) {
        List<Long> intervals = new ArrayList<>(recordings.stream().map(Recording::intervalNanos).distinct().toList());
        if (cpu && intervals.size() == 1 && intervals.get(0) > 0) {
            profile.message(11, valueType("cpu", "nanoseconds")).number(12, intervals.get(0));
        }
        recordings.stream().mapToLong(Recording::startMillis).filter(start -> start > 0).min()
                .ifPresent(start -> profile.number(9, start * 1_000_000));
        profile.number(10, recordings.stream().mapToLong(Recording::durationMillis).sum() * 1_000_000);
    }

    private Message valueType(String type, String unit) {
        return new Message().number(1, string(type)).number(2, string(unit));
    }

    private int location(ExportedStacks stacks, int node) {
        boolean kernel = stacks.kind(node) == FrameKind.KERNEL;
        String name = stacks.name(node);
        int line = stacks.line(node);
        return locations.computeIfAbsent(kernel + name + ":" + line, key -> {
            int id = locations.size() + 1;
            profile.message(4, new Message().number(1, id).number(2, kernel ? KERNEL_MAPPING : PROGRAM_MAPPING)
                    .message(4, new Message().number(1, function(name)).number(2, line)));
            return id;
        });
    }

    private int function(String name) {
        return functions.computeIfAbsent(name, key -> {
            int id = functions.size() + 1;
            profile.message(5, new Message().number(1, id).number(2, string(name)));
            return id;
        });
    }

    private int string(String text) {
        return strings.computeIfAbsent(text, key -> strings.size());
    }
}
