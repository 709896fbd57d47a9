import java.io.*;
import java.util.Map;
import org.eclipse.lsp4j.jsonrpc.json.*;
import org.eclipse.lsp4j.jsonrpc.messages.NotificationMessage;

public final class Lsp4jDriver {
    public static void main(String[] args) throws Exception {
        try (FileOutputStream out = new FileOutputStream(new File(args[0], "trace.txt"))) {
            StreamMessageConsumer consumer = new StreamMessageConsumer(out, new MessageJsonHandler(Map.of()));
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                NotificationMessage message = new NotificationMessage();
                message.setMethod("window/logMessage");
                message.setParams("message " + i);
                consumer.consume(message);
            }
        }
    }
}
