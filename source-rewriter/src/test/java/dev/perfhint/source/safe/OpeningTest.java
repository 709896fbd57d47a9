package dev.perfhint.source.safe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Hazard;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of an opening that is not proven plain: each of them opens a file. */
class OpeningTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "new PrintStream(args[0])                  | opens a file stream inside, which is not analyzed",
        "new PrintStream(args[0], \"UTF-8\")       | opens a file stream inside, which is not analyzed",
        "new p.FileOutputStream(args[0])           | may override methods of the file stream",
        "new FileOutputStream(args[0], true)       | may append",
    })
    void namesWhatIsNotProven(String creation, String reason, @TempDir Path directory) throws Exception {
        Files.writeString(Files.createDirectory(directory.resolve("p")).resolve("FileOutputStream.java"), """
                package p;
                public class FileOutputStream extends java.io.FileOutputStream {
                    public FileOutputStream(String name) throws java.io.IOException { super(name); }
                }
                """);
        Path file = Files.writeString(directory.resolve("Main.java"), """
                import java.io.*;
                class Main {
                    public static void main(String[] args) throws IOException {
                        try (OutputStream out = %s) { out.write(1); }
                    }
                }
                """.formatted(creation));
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        List<Hazard> hazards = FirstCreation.hazards(sources, file, creation.contains("PrintStream")
                ? Repair.BUFFER_PRINT_STREAM : Repair.BUFFER_FILE_OUTPUT);
        assertThat(hazards).extracting(Hazard::text).anySatisfy(text -> assertThat(text).endsWith(reason));
    }
}
