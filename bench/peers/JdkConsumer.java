import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** The JDK's own reader: folds every CPU sample and I/O event into stack hash to count. */
public final class JdkConsumer {
    private static final Set<String> EVENTS =
            Set.of(
                    "jdk.ExecutionSample",
                    "jdk.NativeMethodSample",
                    "jdk.CPUTimeSample",
                    "jdk.FileRead",
                    "jdk.FileWrite",
                    "jdk.SocketRead",
                    "jdk.SocketWrite");

    public static void main(String[] args) throws IOException {
        Map<Long, Long> counts = new HashMap<>();
        Map<RecordedStackTrace, Long> hashes = new IdentityHashMap<>();
        long events = 0;
        try (RecordingFile file = new RecordingFile(Path.of(args[0]))) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (EVENTS.contains(event.getEventType().getName())) {
                    events++;
                    counts.merge(hashes.computeIfAbsent(event.getStackTrace(), JdkConsumer::hash), 1L, Long::sum);
                }
            }
        }
        System.out.println("events=" + events + " stacks=" + counts.size());
    }

    private static long hash(RecordedStackTrace trace) {
        long hash = 7;
        List<RecordedFrame> frames = trace == null ? List.of() : trace.getFrames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            RecordedMethod method = frames.get(i).getMethod();
            hash = hash * 1_000_003 + method.getType().getName().hashCode() * 31L + method.getName().hashCode();
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
