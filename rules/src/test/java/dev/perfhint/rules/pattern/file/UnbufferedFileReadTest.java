package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.ARRAY_READ;
import static dev.perfhint.rules.Reports.READ;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class UnbufferedFileReadTest {
    private static final String SINGLE_READ =
            "java.io.FileInputStream.read:225;java.io.FileInputStream.read0;readSingle;__GI_read;" + READ;

    @Test
    void flagsSingleByteReads() {
        assertThat(messages(Stacks.kernel("app.Main.load:12;" + SINGLE_READ + " 300")))
                .containsExactly("FileInputStream.read() costs one system call per byte");
    }

    @Test
    void leavesReadsThatFillABuffer() {
        assertThat(rules(Stacks.kernel("app.Main.load:12;java.io.BufferedInputStream.read:263;java.io.BufferedInputStream.fill:244;"
                + ARRAY_READ + " 300"))).isEmpty();
    }
}
