package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceTextsTest {
    @TempDir
    Path directory;

    private Sources sources;
    private Path one;

    @BeforeEach
    void write() throws Exception {
        one = Files.writeString(directory.resolve("One.java"), "class One extends Base { }\n").toRealPath();
        Files.writeString(directory.resolve("Two.java"), "class Two { }\n");
        sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
    }

    @Test
    void findsTheFilesThatNameAClass() {
        assertThat(naming(sources, "Base")).containsExactly(one);
        assertThat(naming(sources, "class")).hasSize(2);
        assertThat(naming(sources, "Three")).isEmpty();
    }

    @Test
    void readsTheFilesOnce() throws IOException {
        naming(sources, "Base");
        Files.writeString(directory.resolve("Two.java"), "class Two extends Base { }\n");
        assertThat(naming(sources, "Base")).containsExactly(one);
    }

    @Test
    void seesTheTextOfAView() throws Exception {
        Sources view = sources.with(Map.of(sources.file(one).orElseThrow(), "class One extends Other { }\n"));
        assertThat(naming(view, "Other")).containsExactly(one);
        assertThat(naming(view, "Base")).isEmpty();
        assertThat(naming(sources, "Base")).containsExactly(one);
    }

    @Test
    void hasNoAnswerWhereAFileCannotBeRead() throws IOException {
        Files.write(directory.resolve("Large.java"), new byte[SyntaxLimits.MAX_FILE_BYTES + 1]);
        Files.createSymbolicLink(directory.resolve("Linked.java"), directory.resolve("Large.java"));
        assertThat(sources.javaFiles(text -> text.contains("Base"))).isEmpty();
    }

    private static List<Path> naming(Sources sources, String name) {
        return sources.javaFiles(text -> text.contains(name)).orElseThrow();
    }
}
