package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCommandTest {
    @TempDir
    private Path directory;

    @Test
    void overwritesNoFileUnasked() throws IOException {
        Path file = Files.writeString(directory.resolve("run.jfr"), "precious");
        Invocation run = Invocation.of("record", "-o", file.toString(), "--engine", "jfr", "--", "true");
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err()).isEqualTo("perfhint: " + file + ": exists: --force overwrites it, or name another with -o\n");
        assertThat(Files.readString(file)).isEqualTo("precious");
    }
}
