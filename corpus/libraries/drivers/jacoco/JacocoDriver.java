import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.data.SessionInfo;

/** Writes coverage data as JaCoCo's own example for clients does. */
public final class JacocoDriver {
    public static void main(String[] args) throws IOException {
        ExecutionDataStore store = new ExecutionDataStore();
        for (int i = 0; i < 100; i++) {
            boolean[] probes = new boolean[20];
            probes[i % 20] = true;
            store.put(new ExecutionData(i, "org/example/Type" + i, probes));
        }
        String destination = Path.of(args[0], "out.exec").toString();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            final FileOutputStream localFile = new FileOutputStream(destination);
            final ExecutionDataWriter localWriter = new ExecutionDataWriter(localFile);
            localWriter.visitSessionInfo(new SessionInfo("session", 1, 2));
            store.accept(localWriter);
            localFile.close();
        }
    }
}
