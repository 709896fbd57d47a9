import com.caucho.hessian.io.HessianOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Saves objects in the first Hessian format through a factory of streams. */
public final class HessianDriver {
    private interface Store {
        OutputStream create(String name) throws IOException;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Store store = name -> Files.newOutputStream(directory.resolve(name));
        save(store, Integer.parseInt(args[1]));
    }

    private static void save(Store store, int units) throws IOException {
        try (OutputStream out = store.create("out.bin")) {
            HessianOutput hessian = new HessianOutput(out);
            for (int i = 0; i < units; i++) {
                hessian.writeObject(new ArrayList<>(List.of("order", i, 3.5 * i, i % 2 == 0)));
            }
            hessian.flush();
        }
    }
}
