package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefixTableTest {
    private final PrefixTable table = new PrefixTable();

    @Test
    void findsWhatWasAddedAndNothingElse() {
        Random random = new Random(7);
        Map<Long, Integer> nodes = new HashMap<>();
        for (int node = 1; node < 10_000; node++) {
            long hash = random.nextLong();
            nodes.put(hash, node);
            table.add(hash, ~hash, node);
        }
        nodes.forEach((hash, node) -> {
            assertThat(table.find(hash, ~hash)).isEqualTo(node);
            assertThat(table.find(hash + 1, ~hash)).isEqualTo(-1);
            assertThat(table.find(hash, hash)).isEqualTo(-1);
        });
    }

    @Test
    void keepsEqualFirstHashesApart() {
        for (int node = 1; node < 1000; node++) {
            table.add(42, (long) node << 32, node);
        }
        for (int node = 1; node < 1000; node++) {
            assertThat(table.find(42, (long) node << 32)).isEqualTo(node);
        }
        assertThat(table.find(42, 0)).isEqualTo(-1);
        assertThat(table.find(0, 0)).isEqualTo(-1);
    }
}
