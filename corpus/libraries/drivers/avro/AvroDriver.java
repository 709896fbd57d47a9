import java.io.*;
import java.nio.file.*;
import org.apache.avro.Schema;
import org.apache.avro.generic.*;
import org.apache.avro.io.*;

public final class AvroDriver {
    public static void main(String[] args) throws Exception {
        Schema schema = new Schema.Parser().parse("{\"type\":\"record\",\"name\":\"Row\",\"fields\":["
                + "{\"name\":\"id\",\"type\":\"int\"},{\"name\":\"name\",\"type\":\"string\"},"
                + "{\"name\":\"price\",\"type\":\"double\"}]}");
        DatumWriter<GenericRecord> writer = new GenericDatumWriter<>(schema);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (FileOutputStream out = new FileOutputStream(Path.of(args[0], "rows.avro").toFile())) {
                BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
                for (int j = 0; j < 500; j++) {
                    GenericRecord row = new GenericData.Record(schema);
                    row.put("id", j);
                    row.put("name", "name " + j);
                    row.put("price", j / 3.0);
                    writer.write(row, encoder);
                }
                encoder.flush();
            }
        }
    }
}
