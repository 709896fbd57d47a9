package dev.perfhint.reader.jfr;

import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.ChunkReader;
import dev.perfhint.reader.chunk.ConstantPools;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.chunk.StackTraces;
import dev.perfhint.reader.input.ReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads a JFR file with {@code jdk.jfr.consumer}: the reference that tests compare {@link ChunkReader} with, and the
 * fallback for chunk versions that it does not know. Ten times slower, and needs an undamaged file.
 */
final class JdkReader {
    private static final Set<String> PROFILER_SETTINGS = Set.of("event", "engine", "cstack", "jstackdepth", "features");

    private static final Pattern HIDDEN = Pattern.compile("\\.(\\d+)$");

    private final JdkNames names = new JdkNames();
    private final StackTraces stacks;
    private final boolean asyncProfiler;
    private final long startNanos;
    private final Chunk chunk;
    private final ReadOptions options;

    private JdkReader(boolean asyncProfiler, List<EventType> types, ChunkHeader header, ReadOptions options) {
        this.options = options;
        this.asyncProfiler = asyncProfiler;
        stacks = new StackTraces(options.chunkNodeLimit());
        types.forEach(type -> names.addEvent(type.getId(), type.getName()));
        startNanos = header.startNanos();
        chunk = new Chunk(header, names, stacks, asyncProfiler, options.timeSlices());
    }

    /**
     * Folds the file into the recording.
     *
     * @param startNanos of the first chunk, as its header says
     * @param durationNanos until the end of the last chunk
     */
    static void read(Path file, long startNanos, long durationNanos, ReadOptions options, JfrRecording recording)
            throws IOException {
        boolean asyncProfiler = asyncProfiler(file);
        try (RecordingFile events = new RecordingFile(file)) {
            if (!events.hasMoreEvents()) {
                return;
            }
            ChunkHeader header = new ChunkHeader(0, 2, 1, 0, 0, 0, startNanos, durationNanos, 0, 1_000_000_000L, 1);
            JdkReader reader = new JdkReader(asyncProfiler, events.readEventTypes(), header, options);
            while (events.hasMoreEvents()) {
                reader.event(events.readEvent());
            }
            recording.add(reader.chunk);
        }
    }

    /**
     * Event types tell nothing in a file of both recorders, so this looks for a setting that only async-profiler has.
     */
    private static boolean asyncProfiler(Path file) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(EventKind.ACTIVE_SETTING.eventName())
                        && "jstackdepth".equals(event.getValue("name"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private void event(RecordedEvent event) {
        EventKind kind = EventKind.of(event.getEventType().getName());
        if (kind == null) {
            return;
        }
        long time = nanos(event) - startNanos;
        boolean wanted = options.wantsTime(time);
        if (kind.use() != EventKind.Use.FACT && !wanted) {
            return;
        }
        long[] values = values(kind, event);
        values[EventKind.TIME] = time;
        if (kind.counts() && wanted) {
            chunk.counts.add(kind, stack(event.getStackTrace()), values[EventKind.THREAD], values[EventKind.A],
                    values[EventKind.DURATION]);
        }
        switch (kind.use()) {
            case SAMPLE -> sample(kind, event, values);
            case IO -> chunk.io.add(kind, stack(event.getStackTrace()),
                    options.thread().isPresent() ? chunk.threads.add(values[EventKind.THREAD]) : 0, values);
            case COUNT -> { }
            case NUMBERS -> chunk.counts.note(kind, values);
            case FACT -> fact(kind, values);
        }
    }

    private void fact(EventKind kind, long[] values) {
        if (kind == EventKind.ACTIVE_SETTING && asyncProfiler) {
            // type ids of async-profiler's chunks are not those of the JVM's chunks in the same file
            String name = names.text(values[EventKind.B]);
            if (PROFILER_SETTINGS.contains(name)) {
                names.addEvent(-1, "jdk.ActiveRecording");
                values[EventKind.A] = -1;
            }
            if (name.equals("jstackdepth")) {
                stacks.depthLimit(Integer.parseInt(names.text(values[EventKind.C])));
            } else if (name.equals("cstack") && names.text(values[EventKind.C]).startsWith("vm")) {
                stacks.limitCountsNative();
            }
        }
        chunk.facts.add(new Chunk.Fact(kind, values));
    }

    private void sample(EventKind read, RecordedEvent event, long[] values) {
        EventKind kind = read.sampled();
        int stack = stack(event.getStackTrace());
        int thread = chunk.threads.add(values[EventKind.THREAD]);
        long count = read.samples(values);
        long weight = kind == EventKind.CPU_TIME_SAMPLE ? values[EventKind.A] : values[EventKind.DURATION];
        chunk.samples.add(kind, stack, thread, values[EventKind.TIME], count, weight);
        if (kind == EventKind.EXECUTION_SAMPLE && asyncProfiler) {
            chunk.intervals.add(thread, values[EventKind.TIME] + 1);
        } else if (!asyncProfiler && kind.ordinal() <= EventKind.CPU_TIME_SAMPLE.ordinal()) {
            boolean failed = kind == EventKind.CPU_TIME_SAMPLE && values[EventKind.B] != 0;
            chunk.timedSamples.add(
                    new Chunk.TimedSample(kind, stack, thread, values[EventKind.TIME], failed ? -1 : weight));
        }
    }

    private long[] values(EventKind kind, RecordedEvent event) {
        long[] values = new long[EventKind.SLOTS];
        for (int slot = 0; slot < values.length; slot++) {
            String field = kind.field(slot);
            if (slot != EventKind.TIME && slot != EventKind.STACK && !field.isEmpty() && event.hasField(field)) {
                values[slot] = value(event, field);
            }
        }
        return values;
    }

    private long value(RecordedEvent event, String field) {
        if (field.equals("duration") || field.equals("samplingPeriod")) {
            Duration duration = event.getDuration(field);
            return duration.toNanos();
        }
        Object value = event.getValue(field);
        if (value instanceof RecordedThread thread) {
            String name = Optional.ofNullable(thread.getJavaName()).filter(n -> !n.isEmpty())
                    .orElse(thread.getOSName());
            return names.addThread(thread.getId(), FrameNames.threadName(name == null ? "" : name), virtual(thread));
        }
        if (value instanceof RecordedClass type) {
            return names.addText(FrameNames.className(type.getName()));
        }
        if (value instanceof String text) {
            return names.addText(text);
        }
        if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        return value instanceof Number number ? number.longValue() : 0;
    }

    private static boolean virtual(RecordedThread thread) {
        return thread.hasField("virtual") && thread.getBoolean("virtual");
    }

    private int stack(RecordedStackTrace trace) {
        if (trace == null) {
            return stacks.number(0);
        }
        List<RecordedFrame> frames = trace.getFrames();
        for (int i = 0; i < frames.size(); i++) {
            RecordedFrame frame = frames.get(i);
            stacks.frame(i, method(frame.getMethod()), frame.getLineNumber(), kind(frame.getType()));
        }
        // equal stacks need not be told apart: their path is the same
        return stacks.addPath(trace.isTruncated(), frames.size());
    }

    private long method(RecordedMethod method) {
        if (method == null) {
            return 0;
        }
        boolean function = ConstantPools.FUNCTION_DESCRIPTOR.equals(method.getDescriptor());
        RecordedClass type = function ? null : method.getType();
        // the slash before a hidden class's number became a dot
        String className = type == null ? "" : HIDDEN.matcher(type.getName()).replaceFirst("/$1");
        String name = method.getName() == null ? "" : method.getName();
        return names.addMethod(className, name, type == null ? "" : module(type));
    }

    private static String module(RecordedClass type) {
        boolean told = type.hasField("package.module.name") && type.getValue("package") != null;
        String name = told ? type.getString("package.module.name") : null;
        return name == null ? "" : name;
    }

    private static FrameKind kind(String type) {
        return switch (type == null ? "" : type) {
            case "Native" -> FrameKind.NATIVE;
            case "C++" -> FrameKind.CPP;
            case "Kernel" -> FrameKind.KERNEL;
            default -> FrameKind.JAVA;
        };
    }

    private static long nanos(RecordedEvent event) {
        return event.getStartTime().getEpochSecond() * 1_000_000_000L + event.getStartTime().getNano();
    }
}
