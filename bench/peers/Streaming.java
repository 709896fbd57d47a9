import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.EventStream;

/** The JDK's event streaming on a file: counts CPU samples and their stacks. */
public final class Streaming {
    private long events;

    public static void main(String[] args) throws IOException {
        Streaming peer = new Streaming();
        try (EventStream stream = EventStream.openFile(Path.of(args[0]))) {
            for (String name : List.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample")) {
                stream.onEvent(name, event -> peer.events++);
            }
            stream.start();
        }
        System.out.println("events=" + peer.events);
    }
}
