package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where findings are said to be whose class has no Java source that can be read. */
class PlaceWithoutFixTest {
    private static final String KOTLIN = ExampleTree.STREAM.replace(".java", ".kt");

    @TempDir
    private Path directory;

    private ExampleTree tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = ExampleTree.in(directory.toRealPath());
    }

    private JsonObject site() {
        Invocation run = tree.analyze("--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        return JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings").get(0).getAsJsonObject()
                .getAsJsonObject("site");
    }

    @Test
    void namesTheKotlinFile() throws IOException {
        Files.move(tree.root().resolve(ExampleTree.STREAM), tree.root().resolve(KOTLIN));
        assertThat(site().get("path").getAsString()).isEqualTo(KOTLIN);
        assertThat(site().get("file").getAsString()).isEqualTo("ExtOutputStream.kt");
        Invocation text = tree.analyze("--color", "never");
        assertThat(text.out()).contains("\n" + tree.root().resolve(KOTLIN) + ":19:1: high: ");
        assertThat(text.err()).doesNotContain("does not parse");
        assertThat(tree.analyze("--format", "sarif").out()).contains('"' + KOTLIN + '"');
    }

    @Test
    void namesNoKotlinFileOfAnotherPackage() throws IOException {
        Files.createDirectories(tree.root().resolve("src/other"));
        Files.move(tree.root().resolve(ExampleTree.STREAM), tree.root().resolve("src/other/ExtOutputStream.kt"));
        assertThat(site().get("path").isJsonNull()).isTrue();
    }

    @Test
    void namesAFileThatDoesNotParse() throws IOException {
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM).replace("writer.write(b);", "writer.write(b;"));
        assertThat(site().get("path").getAsString()).isEqualTo(ExampleTree.STREAM);
    }

    @Test
    void namesThePlaceBelowTheSourceRootWithoutAny() {
        assertThat(Invocation.of("analyze", "--verbose", "--color", "never", Example.CPU).out())
                .contains("\norg/example/export/ExtOutputStream.java:19: high: ");
    }
}
