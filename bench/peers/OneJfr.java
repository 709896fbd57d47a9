import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import one.jfr.ClassRef;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import one.jfr.event.Event;
import one.jfr.event.ExecutionSample;

/** async-profiler's own reader: folds every CPU sample and I/O event into stack hash to count. */
public final class OneJfr {
    private final Map<Long, Long> counts = new HashMap<>();
    private long events;

    public static void main(String[] args) throws IOException {
        OneJfr peer = new OneJfr();
        try (JfrReader reader = new JfrReader(args[0])) {
            reader.stopAtNewChunk = true;
            for (String io : new String[] {"FileRead", "FileWrite", "SocketRead", "SocketWrite"}) {
                reader.registerEvent("jdk." + io, IoEvent.class);
            }
            do {
                peer.chunk(reader);
            } while (reader.hasMoreChunks());
        }
        System.out.println("events=" + peer.events + " stacks=" + peer.counts.size());
    }

    private void chunk(JfrReader reader) throws IOException {
        Map<Integer, Long> byTrace = new HashMap<>();
        for (Event event; (event = reader.readEvent()) != null; ) {
            if (event instanceof ExecutionSample || event instanceof IoEvent) {
                events++;
                byTrace.merge(event.stackTraceId, 1L, Long::sum);
            }
        }
        Map<Long, Long> methodHashes = new HashMap<>();
        byTrace.forEach((id, n) -> counts.merge(hash(reader, reader.stackTraces.get(id), methodHashes), n, Long::sum));
    }

    private static long hash(JfrReader reader, StackTrace trace, Map<Long, Long> methodHashes) {
        long hash = 7;
        if (trace == null) {
            return hash;
        }
        for (int i = trace.methods.length - 1; i >= 0; i--) {
            hash = hash * 1_000_003 + methodHashes.computeIfAbsent(trace.methods[i], id -> hash(reader, id));
            hash ^= hash >>> 29;
        }
        return hash;
    }

    private static long hash(JfrReader reader, long methodId) {
        MethodRef method = reader.methods.get(methodId);
        if (method == null) {
            return 1;
        }
        ClassRef type = reader.classes.get(method.cls);
        byte[] className = type == null ? null : reader.symbols.get(type.name);
        return text(className).replace('/', '.').hashCode() * 31L + text(reader.symbols.get(method.name)).hashCode();
    }

    private static String text(byte[] utf8) {
        return utf8 == null ? "" : new String(utf8, StandardCharsets.UTF_8);
    }

    /** The common start of the JDK's four I/O events. */
    public static final class IoEvent extends Event {
        public IoEvent(JfrReader reader) {
            this(reader.getVarlong(), reader.getVarlong(), reader.getVarint(), reader.getVarint());
        }

        private IoEvent(long time, long duration, int thread, int stackTrace) {
            super(time, thread, stackTrace);
        }
    }
}
