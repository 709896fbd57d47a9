//DEPS com.fasterxml.jackson.core:jackson-databind:2.18.2
//KIND library good
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;

/** Jackson writes large files through a buffer: in a good state. */
final class JacksonExport {
    public static void main(String[] args) throws Exception {
        JsonFactory factory = new JsonFactory();
        String file = Bench.work().resolve("export.json").toString();
        Bench.loop(1, () -> {
            try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file), 65536);
                    JsonGenerator json = factory.createGenerator(out)) {
                json.writeStartArray();
                for (int i = 0; i < 100_000; i++) {
                    json.writeStartObject();
                    json.writeNumberField("id", i);
                    json.writeStringField("name", "customer " + i);
                    json.writeNumberField("amount", i * 1.07);
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
        });
    }
}
