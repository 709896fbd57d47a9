package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A method that looks at the file overrides one of a class in another file, which calls it in a thread or not. */
class InheritedElsewhereTest {
    private static final String SAVES = """
            package a; import java.io.*;
            class Saves extends Step {
                final File file = new File("a.bin");
                Object look() { return file.length(); }
                void save(int n) throws IOException {
                    try (OutputStream out = new FileOutputStream(file)) { for (int i = 0; i < n; i++) { out.write(i); } }
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void isLeftWhereNoThreadCallsIt() throws Exception {
        assertThat(reasons("class Step { Object look() { return null; } Object twice() { look(); return look(); } }"))
                .isEmpty();
    }

    @Test
    void isADoubtWhereAThreadCallsIt() throws Exception {
        assertThat(reasons("class Step { Object look() { return null; } "
                + "Step() { new Thread(() -> { while (true) { System.out.println(look()); } }).start(); } }"))
                .anyMatch(reason -> reason.contains("length() may look at the same file"));
    }

    private List<String> reasons(String step) throws Exception {
        for (Map.Entry<String, String> file : Map.of("Saves.java", SAVES, "Step.java", "package a; " + step).entrySet()) {
            Files.writeString(Files.createDirectories(directory.resolve("a")).resolve(file.getKey()), file.getValue());
        }
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Cases.prove(sources, directory.resolve("a/Saves.java"), Repair.BUFFER_FILE_OUTPUT).reasons();
    }
}
