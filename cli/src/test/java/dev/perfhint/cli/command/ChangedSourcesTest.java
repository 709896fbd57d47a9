package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of sources that have been edited since. */
class ChangedSourcesTest {
    private static final List<String> FIX = List.of("--fix", "--unsafe-fixes");

    @TempDir
    private Path directory;

    private ExampleTree tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = ExampleTree.in(directory.toRealPath());
    }

    private List<JsonObject> findings() {
        Invocation run = tree.analyze("--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        return JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings").asList().stream()
                .map(JsonElement::getAsJsonObject).toList();
    }

    private static int line(JsonObject finding, String place) {
        return finding.getAsJsonObject(place).get("line").getAsInt();
    }

    private Map<String, String> patched(String patch) throws IOException {
        Path file = directory.resolve(patch);
        Invocation run = tree.analyze(FIX.get(0), FIX.get(1), "--patch", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        tree.git("apply", file.toString());
        return tree.files();
    }

    @Test
    void followsLinesThatImportsHaveMoved() throws IOException {
        List<JsonObject> before = findings();
        String imports = "import java.util.List;\nimport java.util.Map;\n";
        for (String path : List.of(ExampleTree.STREAM, ExampleTree.EXPORT)) {
            tree.write(path, tree.read(path).replaceFirst("(?m)^import ", imports + "import "));
        }
        List<JsonObject> after = findings();
        assertThat(after).hasSameSizeAs(before);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i).get("id")).isEqualTo(before.get(i).get("id"));
            assertThat(line(after.get(i), "site")).isEqualTo(line(before.get(i), "site") + 2);
            assertThat(line(after.get(i), "created")).isEqualTo(line(before.get(i), "created") + 2);
            assertThat(after.get(i).getAsJsonObject("fix").get("applicability"))
                    .isEqualTo(before.get(i).getAsJsonObject("fix").get("applicability"));
        }
        Invocation text = tree.analyze("--color", "never", "--verbose");
        assertThat(text.out()).contains("    at org.example.export.ExtOutputStream.write(ExtOutputStream.java:21)");
        assertThat(text.err()).containsOnlyOnce(ExampleTree.STREAM + ": lines have moved since the recording");
        assertThat(patched("moved.patch").get(ExampleTree.STREAM))
                .contains("writer = new BufferedOutputStream(new FileOutputStream(fileName));");
    }

    @Test
    void saysInOneLineThatAPatchWasApplied() throws IOException {
        Map<String, String> original = tree.files();
        String fixed = patched("all.patch").get(ExampleTree.STREAM);
        original.forEach((path, text) -> {
            try {
                tree.write(path, path.equals(ExampleTree.STREAM) ? fixed : text);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        String stale = "sources changed since the recording: 1 of 2 findings is stale; record again";
        assertThat(tree.analyze("--color", "never").out()).contains(stale).doesNotContain(ExampleTree.STREAM);
        assertThat(tree.analyze("--color", "never", "--verbose").out()).contains(stale, "  stale  ")
                .contains(": stale: already buffered by BufferedOutputStream: changed since the recording");
        // the other fix is still there, and a second run changes the place no more
        assertThat(patched("rest.patch")).containsEntry(ExampleTree.STREAM, fixed);
        assertThat(tree.read(ExampleTree.EXPORT)).contains("new BufferedOutputStream(new FileOutputStream(");
        Invocation again = tree.analyze(FIX.get(0), FIX.get(1), "--patch", directory.resolve("none.patch").toString());
        assertThat(again.err()).contains("no patch written");
        assertThat(again.out()).containsPattern("changed since the recording: (\\d) of \\1 findings are stale");
        assertThat(Files.exists(directory.resolve("none.patch"))).isFalse();
    }

    @Test
    void followsNoCallThatIsGone() throws IOException {
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM).replace("writer.write(", "writer.append("));
        Invocation gone = tree.analyze("--color", "never", "--verbose");
        assertThat(gone.out()).contains(": stale: " + ExampleTree.STREAM
                + ":19 no longer calls write: the source differs from the recorded program");
        assertThat(gone.err()).doesNotContain("lines have moved");
    }
}
