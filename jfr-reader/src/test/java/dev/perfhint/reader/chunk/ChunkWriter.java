package dev.perfhint.reader.chunk;

import dev.perfhint.reader.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a JFR chunk as async-profiler does: settings and samples first, one checkpoint with all constants last. Every
 * part can be replaced by one that no recorder would write. Times are nanoseconds, one event each millisecond.
 */
public final class ChunkWriter {
    public static final int METADATA = 0;
    public static final int CHECKPOINT = 1;
    static final int BOOLEAN = 4;
    static final int INT = 5;
    static final int LONG = 6;
    public static final int STRING = 20;
    static final int THREAD = 21;
    static final int CLASS = 22;
    public static final int SYMBOL = 23;
    public static final int METHOD = 24;
    static final int FRAME_TYPE = 25;
    static final int FRAME = 26;
    public static final int STACK = 27;
    public static final int SAMPLE = 101;
    static final int FILE_WRITE = 102;
    static final int SOCKET_WRITE = 103;
    static final int SETTING = 104;
    static final int RECORDING = 105;
    public static final int PROFILER_LOG = 106;
    public static final int JVM = 107;
    private static final String[] FRAME_TYPES = {"Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel"};
    public static final int JIT = 1;
    public static final int NATIVE = 3;
    public static final int KERNEL = 5;

    /** A field as the metadata describes it: {@code name:type}, {@code name:type@} for a constant, {@code []} for an array. */
    record Type(int id, String name, String... fields) {}

    /** One frame, innermost first in a stack. */
    public record Frame(String className, String method, int line, int type) {}

    private final List<Type> types = new ArrayList<>(List.of(
            new Type(BOOLEAN, "boolean"), new Type(INT, "int"), new Type(LONG, "long"), new Type(STRING, "java.lang.String"),
            new Type(THREAD, "java.lang.Thread", "osName:20", "osThreadId:6", "javaName:20", "javaThreadId:6"),
            new Type(CLASS, "java.lang.Class", "name:23@"),
            new Type(SYMBOL, "jdk.types.Symbol", "string:20"),
            new Type(METHOD, "jdk.types.Method", "type:22@", "name:23@", "descriptor:23@"),
            new Type(FRAME_TYPE, "jdk.types.FrameType", "description:20"),
            new Type(FRAME, "jdk.types.StackFrame", "method:24@", "lineNumber:5", "bytecodeIndex:5", "type:25@"),
            new Type(STACK, "jdk.types.StackTrace", "truncated:4", "frames:26[]"),
            new Type(SAMPLE, "jdk.ExecutionSample", "startTime:6", "sampledThread:21@", "stackTrace:27@"),
            new Type(FILE_WRITE, "jdk.FileWrite",
                    "startTime:6", "duration:6", "eventThread:21@", "stackTrace:27@", "path:20", "bytesWritten:6"),
            new Type(SOCKET_WRITE, "jdk.SocketWrite", "startTime:6", "duration:6", "eventThread:21@", "stackTrace:27@",
                    "host:20", "address:20", "port:5", "bytesWritten:6"),
            new Type(SETTING, "jdk.ActiveSetting",
                    "startTime:6", "duration:6", "eventThread:21@", "stackTrace:27@", "id:6", "name:20", "value:20"),
            new Type(RECORDING, "jdk.ActiveRecording", "startTime:6", "name:20"),
            new Type(PROFILER_LOG, "profiler.Log", "startTime:6", "message:20"),
            new Type(JVM, "jdk.JVMInformation", "startTime:6", "jvmName:20", "jvmVersion:20", "jvmArguments:20",
                    "javaArguments:20")));
    private final List<byte[]> events = new ArrayList<>();
    private final Map<Integer, Bytes> constants = new LinkedHashMap<>();
    private final Map<Integer, Integer> counts = new LinkedHashMap<>();
    private final Map<String, Integer> symbols = new LinkedHashMap<>();
    private final Map<Frame, Integer> methods = new LinkedHashMap<>();
    private long time;
    private long startNanos = 1_700_000_000_000_000_000L;
    private long startTicks = 1_000_000_000L;
    private byte[] metadata;
    private int state;

    /** A chunk with the settings of async-profiler's {@code event=cpu,interval=10ms}. */
    public static ChunkWriter cpu() {
        ChunkWriter chunk = new ChunkWriter();
        chunk.setting(RECORDING, "event", "cpu").setting(RECORDING, "engine", "perf_events");
        chunk.setting(SAMPLE, "interval", "10000000").setting(RECORDING, "jstackdepth", "100000000");
        for (int i = 0; i < FRAME_TYPES.length; i++) {
            chunk.constant(FRAME_TYPE, i, new Bytes().text(FRAME_TYPES[i]));
        }
        return chunk;
    }

    /** A chunk with {@code samples} samples of one stack of thread 1 that writes a file. */
    public static ChunkWriter writing(int samples) {
        ChunkWriter chunk = cpu().thread(1, "main").stack(1, writeStack());
        for (int i = 0; i < samples; i++) {
            chunk.sample(1, 1);
        }
        return chunk;
    }

    public static Frame[] writeStack() {
        return new Frame[] {
            new Frame("", "ksys_write", 0, KERNEL), new Frame("", "__GI_write", 0, NATIVE),
            new Frame("java/io/FileOutputStream", "write", 300, JIT), new Frame("app/Main", "run", 42, JIT)
        };
    }

    /** Shifts the chunk's start: chunks of one file begin at different times. */
    public ChunkWriter at(long laterNanos) {
        startNanos += laterNanos;
        startTicks += laterNanos;
        return this;
    }

    /** Sets the header's byte that says whether the chunk is finished: 0 is. */
    public ChunkWriter state(int value) {
        state = value;
        return this;
    }

    public ChunkWriter metadata(byte[] event) {
        metadata = event;
        return this;
    }

    /** Adds a type to the description, after those of the same id or name. */
    public ChunkWriter type(int id, String name, String... fields) {
        types.add(new Type(id, name, fields));
        return this;
    }

    public ChunkWriter event(byte[] event) {
        events.add(event);
        return this;
    }

    public ChunkWriter event(int type, Bytes body) {
        return event(sized(type, body));
    }

    public ChunkWriter sample(long stack, long thread) {
        return event(SAMPLE, new Bytes().varint(nextTicks(), thread, stack));
    }

    public ChunkWriter fileWrite(long stack, String path, long bytes) {
        return event(FILE_WRITE, new Bytes().varint(nextTicks(), 1000, 1, stack).text(path).varint(bytes));
    }

    public ChunkWriter socketWrite(long stack, String host, String address, int port, long bytes) {
        return event(SOCKET_WRITE,
                new Bytes().varint(nextTicks(), 1000, 1, stack).text(host).text(address).varint(port, bytes));
    }

    ChunkWriter setting(long type, String name, String value) {
        return event(SETTING, new Bytes().varint(nextTicks(), 0, 1, 0, type).text(name).text(value));
    }

    /** Returns the time of the next event. */
    public long nextTicks() {
        time += 1_000_000;
        return startTicks + time;
    }

    public ChunkWriter thread(int key, String name) {
        return constant(THREAD, key, new Bytes().text(name).varint(key).text(name).varint(key));
    }

    public ChunkWriter stack(int key, Frame... frames) {
        Bytes body = new Bytes().u1(0).varint(frames.length);
        for (Frame frame : frames) {
            body.varint(method(frame), frame.line(), 0, frame.type());
        }
        return constant(STACK, key, body);
    }

    private int method(Frame frame) {
        Frame named = new Frame(frame.className(), frame.method(), 0, 0);
        Integer known = methods.get(named);
        if (known != null) {
            return known;
        }
        int key = methods.size() + 1;
        methods.put(named, key);
        constant(CLASS, key, new Bytes().varint(symbol(frame.className())));
        String descriptor = frame.type() >= NATIVE ? ConstantPools.FUNCTION_DESCRIPTOR : "()V";
        constant(METHOD, key, new Bytes().varint(key, symbol(frame.method()), symbol(descriptor)));
        return key;
    }

    private int symbol(String text) {
        Integer known = symbols.get(text);
        if (known != null) {
            return known;
        }
        int key = symbols.size() + 1;
        symbols.put(text, key);
        constant(SYMBOL, key, new Bytes().text(text));
        return key;
    }

    /** Adds a constant to the last checkpoint. */
    public ChunkWriter constant(int type, long key, Bytes value) {
        constants.computeIfAbsent(type, t -> new Bytes()).varint(key).add(value);
        counts.merge(type, 1, Integer::sum);
        return this;
    }

    /** Returns the checkpoint with all constants so far. */
    byte[] checkpoint() {
        Bytes body = new Bytes().varint(startTicks, 0, 0).u1(0).varint(constants.size());
        constants.forEach((type, values) -> body.varint(type, counts.get(type)).add(values));
        return sized(CHECKPOINT, body);
    }

    /** Returns the chunk with right sizes and offsets. */
    public byte[] toBytes() {
        return toBytes(checkpoint());
    }

    /** Returns the chunk with this last event. */
    byte[] toBytes(byte[] last) {
        byte[] described = metadata == null ? metadataEvent(types) : metadata;
        Bytes body = new Bytes().add(described);
        events.forEach(body::add);
        int checkpointOffset = ChunkHeader.BYTES + body.size();
        body.add(last);
        int size = ChunkHeader.BYTES + body.size();
        return new Bytes().u1('F', 'L', 'R', 0).fixed(2, 2).fixed(1, 2).fixed(size, 8).fixed(checkpointOffset, 8)
                .fixed(ChunkHeader.BYTES, 8).fixed(startNanos, 8).fixed(10_000_000_000L, 8).fixed(startTicks, 8)
                .fixed(1_000_000_000L, 8).u1(state, 0, 0, 1).add(body).toArray();
    }

    /** Returns an event with its size in front. */
    public static byte[] sized(int type, Bytes body) {
        Bytes typed = new Bytes().varint(type).add(body);
        return new Bytes().padded(typed.size() + 4, 4).add(typed).toArray();
    }

    public byte[] metadataEvent() {
        return metadataEvent(types);
    }

    /** Returns the metadata event that describes these types. */
    static byte[] metadataEvent(List<Type> types) {
        List<String> texts = new ArrayList<>();
        Bytes elements = new Bytes();
        element(elements, texts, "root", 2);
        element(elements, texts, "metadata", types.size());
        for (Type type : types) {
            boolean event = List.of(type.fields()).contains("startTime:6");
            List<String> attributes = new ArrayList<>(List.of("id", "" + type.id(), "name", type.name()));
            if (event) {
                attributes.addAll(List.of("superType", "jdk.jfr.Event"));
            }
            if (type.id() == SYMBOL || type.id() == FRAME_TYPE) {
                attributes.addAll(List.of("simpleType", "true"));
            }
            element(elements, texts, "class", type.fields().length, attributes.toArray(String[]::new));
            for (String field : type.fields()) {
                String[] parts = field.split("[:@\\[]");
                List<String> described = new ArrayList<>(List.of("name", parts[0], "class", parts[1]));
                // the JDK takes any value for true
                if (field.endsWith("@")) {
                    described.addAll(List.of("constantPool", "true"));
                } else if (field.endsWith("]")) {
                    described.addAll(List.of("dimension", "1"));
                }
                element(elements, texts, "field", 0, described.toArray(String[]::new));
            }
        }
        element(elements, texts, "region", 0, "locale", "en", "gmtOffset", "0", "ticksToMillis", "1000000");
        Bytes body = new Bytes().varint(1_000_000_000L, 0, 1, texts.size());
        texts.forEach(body::text);
        return sized(METADATA, body.add(elements));
    }

    private static void element(Bytes out, List<String> texts, String name, int children, String... attributes) {
        out.varint(index(texts, name), attributes.length / 2);
        for (String attribute : attributes) {
            out.varint(index(texts, attribute));
        }
        out.varint(children);
    }

    private static int index(List<String> texts, String text) {
        if (!texts.contains(text)) {
            texts.add(text);
        }
        return texts.indexOf(text);
    }
}
