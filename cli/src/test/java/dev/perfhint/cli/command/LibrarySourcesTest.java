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
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked example with the jar of its library's sources. */
class LibrarySourcesTest {
    private static final Path LIBRARY = Path.of(Example.SOURCE, "../library/src/org/textformat/OutImpl.java");
    private static final String PATH = "textformat-1.0-sources.jar!/org/textformat/OutImpl.java";

    @TempDir
    private Path directory;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = directory.resolve("textformat-1.0-sources.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("org/textformat/OutImpl.java"));
            zip.write(Files.readAllBytes(LIBRARY));
        }
    }

    private static JsonObject report(String... options) {
        List<String> args = new java.util.ArrayList<>(List.of("analyze", "--verbose", Example.CPU, "--format", "json"));
        args.addAll(List.of(options));
        Invocation run = Invocation.of(args.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return JsonParser.parseString(run.out()).getAsJsonObject();
    }

    private static List<String> marks(JsonObject report) {
        return report.getAsJsonArray("findings").asList().stream().map(JsonElement::getAsJsonObject)
                .map(finding -> finding.get("id") + " " + finding.get("severity") + " " + finding.get("owner")
                        + " " + finding.get("created") + " " + finding.get("site"))
                .toList();
    }

    @Test
    void changesNothingOfFindingsInTheApplication() {
        JsonObject without = report("--source", Example.SOURCE);
        JsonObject with = report("--source", Example.SOURCE, "--source", jar.toString());
        assertThat(marks(with)).isEqualTo(marks(without)).isNotEmpty();
        assertThat(with.get("sourceBase")).isEqualTo(without.get("sourceBase"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"APP JAR", "JAR APP", "app jar", "jar APP", "APP JAR other", "none jar app"})
    void fixesTheApplicationInAnyOrderOfSources(String arrangement) throws IOException {
        Files.createDirectories(directory.resolve("other/pkg"));
        Files.writeString(directory.resolve("other/pkg/Other.java"), "package pkg;\nclass Other { }\n");
        Path here = Path.of("").toAbsolutePath();
        Map<String, Path> roots = Map.of("APP", Path.of(Example.SOURCE), "app", here.relativize(Path.of(Example.SOURCE)),
                "JAR", jar, "jar", here.relativize(jar), "other", directory.resolve("other"), "none", directory.resolve("none.jar"));
        List<String> args = new java.util.ArrayList<>(List.of("analyze", Example.CPU, "--fix", "--unsafe-fixes", "--classpath",
                Example.SOURCE + "/../lib/textformat-1.0.jar", "--patch", directory.resolve("all.patch").toString()));
        for (String root : arrangement.split(" ")) {
            args.add("--source");
            args.add(roots.get(root).toString());
        }
        Invocation run = Invocation.of(args.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("warning")))
                .hasSize(arrangement.contains("none") ? 1 : 0);
        assertThat(Files.readString(directory.resolve("all.patch"))).contains("Export.java", "ExtOutputStream.java");
    }

    @Test
    void showsTheLineInTheLibrary() throws IOException {
        JsonObject created = report("--source", jar.toString(), "--app-package", "org.example")
                .getAsJsonArray("findings").asList().stream()
                .map(finding -> finding.getAsJsonObject().get("created"))
                .filter(JsonElement::isJsonObject)
                .findFirst().orElseThrow().getAsJsonObject();
        assertThat(created.get("libraryPath").getAsString()).isEqualTo(PATH);
        assertThat(created.get("path").isJsonNull()).isTrue();
        String line = Files.readAllLines(LIBRARY).get(created.get("line").getAsInt() - 1);
        assertThat(line).contains("OutputStream");
        String text = Invocation.of("analyze", "--verbose", Example.CPU, "--source", jar.toString(), "--app-package", "org.example").out();
        assertThat(text).contains("\n" + PATH + ":" + created.get("line") + ":")
                .contains("note: " + PATH + " is in a source jar: reported, not rewritten");
    }

    @Test
    void givesMaintainersNoDiffOfASentence() {
        List<String> reports = report("--source", jar.toString(), "--app-package", "org.example").getAsJsonArray("findings").asList()
                .stream().map(finding -> finding.getAsJsonObject().get("libraryReport"))
                .filter(JsonElement::isJsonPrimitive).map(JsonElement::getAsString).toList();
        assertThat(reports).isNotEmpty().allSatisfy(text -> assertThat(text.lines().filter(line -> line.startsWith("+"))
                .filter(line -> !line.startsWith("+++"))).noneMatch(line -> line.substring(1).strip().startsWith("//")));
    }

    @Test
    void saysMaintainersWhichVersionAndNothingOfTheApplication() throws IOException {
        Path library = directory.resolve("textformat.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(library))) {
            zip.putNextEntry(new ZipEntry("META-INF/maven/org.textformat/textformat/pom.properties"));
            zip.write("groupId=org.textformat\nartifactId=textformat\nversion=1.0\n".getBytes());
            zip.putNextEntry(new ZipEntry("org/textformat/OutImpl.class"));
        }
        String text = report("--source", jar.toString(), "--app-package", "org.example", "--classpath", library.toString())
                .getAsJsonArray("findings").asList().stream().map(finding -> finding.getAsJsonObject().get("libraryReport"))
                .filter(JsonElement::isJsonPrimitive).map(JsonElement::getAsString).findFirst().orElseThrow();
        assertThat(text).contains("Library: org.textformat:textformat 1.0 (textformat.jar)", "JVM: ", " s, ", "at org.textformat.OutImpl")
                .doesNotContain("org.example");
    }

    @Test
    void changesNoJar() throws IOException {
        byte[] before = Files.readAllBytes(jar);
        Invocation run = Invocation.of("analyze", "--verbose", Example.CPU, "--source", jar.toString(), "--apply", "--unsafe-fixes");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readAllBytes(jar)).isEqualTo(before);
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(jar);
        }
    }
}
