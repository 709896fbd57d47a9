package dev.perfhint.reader.chunk;

import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.LongIndex;
import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The constants of a chunk that names come from. A key that was never defined has the empty name. */
public final class ConstantPools implements Names {
    /** What async-profiler notes for native functions, whose class it makes the library. */
    public static final String FUNCTION_DESCRIPTOR = "()L;";

    private final Metadata metadata;
    private final StringTable strings;
    private final StackTraces stacks;
    private final Map<Long, Pool> pools = new HashMap<>();
    private final Layout frame;
    private final Pool methods;
    private final Pool classes;
    private final Pool packages;
    private final Pool modules;
    private final Pool symbols;
    private final Pool texts;
    private final Pool threads;

    ConstantPools(Metadata metadata, StringTable strings, StackTraces stacks) {
        this.metadata = metadata;
        this.strings = strings;
        this.stacks = stacks;
        frame = StackTraces.frameLayout(metadata);
        methods = wanted("jdk.types.Method", "type", "name", "descriptor");
        classes = wanted("java.lang.Class", "name", "package");
        packages = wanted("jdk.types.Package", "module");
        modules = wanted("jdk.types.Module", "name");
        symbols = wanted("jdk.types.Symbol", "string");
        threads = wanted("java.lang.Thread", "javaName", "osName", "virtual");
        texts = new Pool(null, 1);
    }

    /** Constants of one type: wanted values side by side for each key. */
    private static final class Pool {
        final LongIndex keys = new LongIndex();
        final Layout layout;
        final int width;
        final long[] read;
        long[] values = new long[64];

        Pool(Layout layout, int width) {
            this.layout = layout;
            this.width = width;
            this.read = new long[width];
        }

        void put(long key, long[] row) {
            int at = keys.add(key) * width;
            if (at + width > values.length) {
                values = Arrays.copyOf(values, Math.max(at + width, values.length * 2));
            }
            System.arraycopy(row, 0, values, at, width);
        }

        /** Returns a value of a constant, 0 if it was never defined. */
        long get(long key, int slot) {
            int index = keys.find(key);
            return index < 0 ? 0 : values[index * width + slot];
        }
    }

    private Pool wanted(String typeName, String... fields) {
        Metadata.Type type = metadata.type(typeName);
        Pool pool = new Pool(Layout.of(metadata, type, fields), fields.length);
        pools.put(type.id(), pool);
        return pool;
    }

    /** Reads the body of a checkpoint event, which ends at an offset; the input stands after its size and type. */
    void read(ChunkInput in, long end) {
        in.varlong();
        in.varlong();
        in.varlong();
        in.u1();
        int count = in.varint();
        for (int i = 0; i < count; i++) {
            pool(in, in.varlong(), in.varint(), end);
        }
    }

    private void pool(ChunkInput in, long typeId, int count, long end) {
        Metadata.Type type = metadata.type(typeId);
        if (type == null || count < 0 || count > end - in.offset()) {
            throw new MalformedChunkException("constant pool of type " + typeId + " and length " + count);
        }
        switch (type.name()) {
            case "jdk.types.StackTrace" -> stackTraces(in, type, count);
            case "jdk.types.FrameType" -> frameTypes(in, type, count);
            case "java.lang.String" -> texts(in, count);
            default -> constants(in, type, count);
        }
    }

    private void stackTraces(ChunkInput in, Metadata.Type type, int count) {
        boolean usual = type.fields().size() == 2
                && type.fields().get(0).name().equals("truncated")
                && type.fields().get(1).array();
        if (!usual) {
            throw new MalformedChunkException("stack traces of an unknown form");
        }
        for (int i = 0; i < count; i++) {
            long key = in.varlong();
            stacks.read(in, key, in.u1() != 0, frame, strings);
        }
    }

    private void frameTypes(ChunkInput in, Metadata.Type type, int count) {
        Layout layout = Layout.of(metadata, type, "description");
        long[] value = new long[1];
        for (int i = 0; i < count; i++) {
            long key = in.varlong();
            layout.read(in, value, strings);
            stacks.frameType(key, kind(text(value[0])));
        }
    }

    private static FrameKind kind(String description) {
        return switch (description) {
            case "Native" -> FrameKind.NATIVE;
            case "C++" -> FrameKind.CPP;
            case "Kernel" -> FrameKind.KERNEL;
            default -> FrameKind.JAVA;
        };
    }

    private void texts(ChunkInput in, int count) {
        for (int i = 0; i < count; i++) {
            long key = in.varlong();
            texts.read[0] = strings.read(in);
            texts.put(key, texts.read);
        }
    }

    private void constants(ChunkInput in, Metadata.Type type, int count) {
        Pool pool = pools.computeIfAbsent(type.id(), id -> new Pool(Layout.of(metadata, type), 0));
        for (int i = 0; i < count; i++) {
            long key = in.varlong();
            Arrays.fill(pool.read, 0);
            pool.layout.read(in, pool.read, strings);
            if (pool.width > 0) {
                pool.put(key, pool.read);
            }
        }
    }

    /** Keeps what the constants of a type are called; to be said before the constants are read. */
    void keepText(Metadata.Type type) {
        if (type != null && !pools.containsKey(type.id()) && !type.name().equals("java.lang.String")) {
            type.fields().stream()
                    .filter(field -> !field.array()
                            && List.of("java.lang.String", "jdk.types.Symbol").contains(typeName(field.typeId())))
                    .findFirst()
                    .ifPresent(field -> wanted(type.name(), field.name()));
        }
    }

    /** Returns the name of a type, empty if the chunk has none of that id. */
    String typeName(long typeId) {
        Metadata.Type type = metadata.type(typeId);
        return type == null ? "" : type.name();
    }

    /** Returns the text of a field's value: of a string itself, else what its constant is called. */
    String text(Metadata.Field field, long value) {
        return switch (typeName(field.typeId())) {
            case "java.lang.String" -> text(field.pool() ? ~value : value);
            case "java.lang.Class" -> FrameNames.className(symbol(classes.get(value, 0)));
            case "jdk.types.Method" -> hasMethod(value)
                    ? FrameNames.className(className(value)) + "." + FrameNames.methodName(methodName(value)) : "";
            case "java.lang.Thread" -> threadName(value);
            default -> constantText(field.typeId(), value);
        };
    }

    private String constantText(long typeId, long key) {
        Pool pool = pools.get(typeId);
        if (pool == null || pool.width != 1) {
            return "";
        }
        boolean symbol = metadata.type(typeId).fields().stream()
                .filter(field -> List.of("java.lang.String", "jdk.types.Symbol").contains(typeName(field.typeId())))
                .findFirst().map(Metadata.Field::pool).orElse(false);
        return symbol ? symbol(pool.get(key, 0)) : text(pool.get(key, 0));
    }

    @Override
    public String text(long value) {
        return strings.text(value >= 0 ? value : texts.get(~value, 0));
    }

    @Override
    public String className(long methodKey) {
        boolean function = symbol(methods.get(methodKey, 2)).equals(FUNCTION_DESCRIPTOR);
        return function ? "" : symbol(classes.get(methods.get(methodKey, 0), 0));
    }

    @Override
    public String methodName(long methodKey) {
        return symbol(methods.get(methodKey, 1));
    }

    @Override
    public String moduleName(long methodKey) {
        long inPackage = classes.get(methods.get(methodKey, 0), 1);
        return symbol(modules.get(packages.get(inPackage, 0), 0));
    }

    @Override
    public String classOf(long classKey) {
        return FrameNames.className(symbol(classes.get(classKey, 0)));
    }

    @Override
    public boolean hasMethod(long methodKey) {
        return methods.keys.find(methodKey) >= 0;
    }

    @Override
    public String threadName(long key) {
        String name = text(threads.get(key, 0));
        return FrameNames.threadName(name.isEmpty() ? text(threads.get(key, 1)) : name);
    }

    @Override
    public boolean virtualThread(long key) {
        return threads.get(key, 2) != 0;
    }

    @Override
    public long threadNumber(long key) {
        return key;
    }

    @Override
    public String eventName(long typeId) {
        Metadata.Type type = metadata.type(typeId);
        return type == null ? "" : type.name();
    }

    private String symbol(long key) {
        return text(symbols.get(key, 0));
    }
}
