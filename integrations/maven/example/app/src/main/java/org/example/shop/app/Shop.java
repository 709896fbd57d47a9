package org.example.shop.app;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.example.shop.model.Order;
import org.example.shop.store.OrderLog;

/** Takes orders and counts what was logged of them. */
public final class Shop {
    /** Logs as many orders as asked for and returns how many lines the log has. */
    public int run(Path log, int count) throws IOException {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add(new Order(i, "article " + i % 7, 1 + i % 3));
        }
        new OrderLog().write(log, orders);
        int lines = 0;
        try (InputStream in = new FileInputStream(log.toFile())) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                lines += c == '\n' ? 1 : 0;
            }
        }
        return lines;
    }
}
