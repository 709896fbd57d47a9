package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.LINUX;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.chunk.ChunkWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.io.TempDir;

class PipeTest {
    @TempDir
    Path directory;

    @Test
    @EnabledOnOs(LINUX)
    void readsANamedPipe() throws Exception {
        Path file = Files.write(directory.resolve("recording.jfr"), ChunkWriter.writing(50).toBytes());
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Process writer = new ProcessBuilder("sh", "-c", "cat \"$0\" > \"$1\"", file.toString(), pipe.toString()).start();

        Profile profile = Recordings.read(List.of(pipe), ReadOptions.DEFAULTS);

        assertThat(profile.rows().totalSamples()).isEqualTo(50);
        assertThat(writer.waitFor()).isZero();
    }
}
