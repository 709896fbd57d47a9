package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.ARRAY_READ;
import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.IoOperation.Kind;
import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class SmallCopyBufferTest {
    @Test
    void flagsACopyLoopWithASmallArray() {
        assertThat(rules(copy(512))).containsExactly("small-copy-buffer");
        assertThat(rules(copy(4_096))).containsExactly("small-copy-buffer");
    }

    @Test
    void leavesACopyLoopWithALargeArray() {
        assertThat(rules(copy(8_192))).isEmpty();
        assertThat(rules(copy(65_536))).isEmpty();
    }

    private static Stacks copy(int bytes) {
        return Stacks.kernel("app.Main.copy:20;" + ARRAY_READ + " 200", "app.Main.copy:21;" + ARRAY_WRITE + " 200")
                .io(Kind.FILE_READ, "app.Main.copy:20", "/in", 5, bytes)
                .io(Kind.FILE_WRITE, "app.Main.copy:21", "/out", 5, bytes);
    }
}
