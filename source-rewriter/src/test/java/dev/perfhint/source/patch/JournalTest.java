package dev.perfhint.source.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.source.SourceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path directory;

    private FileChange change(String name, String before, String after) {
        return new FileChange(directory.resolve(name), name, bytes(before), bytes(after));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void changesAllFiles() throws Exception {
        Files.writeString(directory.resolve("A.java"), "a");
        Files.writeString(directory.resolve("B.java"), "b");
        Journal.apply(directory, List.of(directory), List.of(change("A.java", "a", "aa"), change("B.java", "b", "bb")));
        assertThat(directory.resolve("A.java")).hasContent("aa");
        assertThat(directory.resolve("B.java")).hasContent("bb");
        assertThat(directory.toFile().list()).hasSize(2);
    }

    @Test
    void changesNoneWhereOneHasChangedMeanwhile() throws Exception {
        Files.writeString(directory.resolve("A.java"), "a");
        Files.writeString(directory.resolve("B.java"), "edited");
        assertThatThrownBy(() -> Journal.apply(
                        directory, List.of(directory), List.of(change("A.java", "a", "aa"), change("B.java", "b", "bb"))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("B.java: changed while perfhint was running, no file was changed");
        assertThat(directory.resolve("A.java")).hasContent("a");
        assertThat(directory.toFile().list()).hasSize(2);
    }

    @Test
    void refusesFileOutsideTheRoots() throws Exception {
        Path outside = Files.createDirectories(directory.resolve("other")).resolve("A.java");
        Files.writeString(outside, "a");
        Path root = Files.createDirectories(directory.resolve("src"));
        Files.createSymbolicLink(root.resolve("A.java"), outside);
        assertThatThrownBy(() -> Journal.apply(
                        directory, List.of(root), List.of(change("src/A.java", "a", "aa"))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("leads outside the source directories, not changed");
        assertThat(outside).hasContent("a");
    }

    @Test
    void rollsBackWhatWasNotCommitted() throws Exception {
        Files.writeString(directory.resolve("A.java"), "a");
        Files.writeString(directory.resolve(".perfhint-apply.journal"), "torn li");
        assertThat(Journal.recover(directory)).hasSize(1);
        assertThat(directory.toFile().list()).containsExactly("A.java");
    }
}
