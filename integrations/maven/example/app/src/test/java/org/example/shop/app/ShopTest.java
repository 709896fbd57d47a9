package org.example.shop.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopTest {
    @Test
    void logsEachOrder(@TempDir Path directory) throws Exception {
        assertEquals(40_000, new Shop().run(directory.resolve("orders.log"), 40_000));
    }
}
