package org.example.shop.store;

import com.google.gson.Gson;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.example.shop.model.Order;

/** Writes orders as lines of JSON. */
public final class OrderLog {
    private final Gson gson = new Gson();

    /** Writes all orders, one line each. */
    public void write(Path file, List<Order> orders) throws IOException {
        try (OutputStream out = new FileOutputStream(file.toFile())) {
            for (Order order : orders) {
                byte[] line = gson.toJson(order).getBytes(StandardCharsets.UTF_8);
                for (byte each : line) {
                    out.write(each);
                }
                out.write('\n');
            }
        }
    }
}
