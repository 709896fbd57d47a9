package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkingCopyTest {
    @Test
    void roundsTheSizeOfATree() {
        assertThat(WorkingCopy.megabytes(2_019_419)).isEqualTo("2 MB");
        assertThat(WorkingCopy.megabytes(1 << 20)).isEqualTo("1 MB");
        assertThat(WorkingCopy.megabytes((1 << 20) - 1)).isEqualTo("1,024 KB");
        assertThat(WorkingCopy.megabytes(1)).isEqualTo("1 KB");
    }
}
