import co.nstant.in.cbor.*;
import co.nstant.in.cbor.model.*;
import java.io.*;
import java.nio.file.*;
import java.util.List;

public final class CborDriver {
    public static void main(String[] args) throws Exception {
        CborBuilder builder = new CborBuilder();
        for (int i = 0; i < 300; i++) {
            builder.addMap().put("id", i * 1000).put("name", "item " + i).put("size", i * 0.5).end();
        }
        List<DataItem> items = builder.build();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = Files.newOutputStream(Path.of(args[0], "a.cbor"))) {
                new CborEncoder(out).encode(items);
            }
        }
    }
}
