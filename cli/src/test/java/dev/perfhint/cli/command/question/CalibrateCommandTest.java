package dev.perfhint.cli.command.question;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.command.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrateCommandTest {
    private static final String COUNTED = "../fixtures/recordings/jfr-17/io-exact.jfr";
    private static final String JAVA_HOME = System.getProperty("java.home");

    @TempDir
    private Path directory;

    private static Invocation calibrate(String... args) {
        List<String> command = new ArrayList<>(List.of("calibrate", "--quick"));
        command.addAll(List.of(args));
        return Invocation.of(command.toArray(String[]::new));
    }

    private static String kept(Invocation run) {
        String line = run.err().lines().filter(each -> each.startsWith("perfhint: kept in ")).findFirst().orElseThrow();
        return line.substring("perfhint: kept in ".length());
    }

    private static List<String> names(JsonArray primitives) {
        return primitives.asList().stream().map(each -> each.getAsJsonObject().get("name").getAsString()).toList();
    }

    @Test
    void measuresAndKeepsWhatAnalysisThenUses() throws IOException {
        Invocation run = calibrate("--primitive", "file-write-1", "--primitive", "file-write-8192", "--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("../docs/reference/calibrate.schema.json"))).validate(run.out(), InputFormat.JSON)).isEmpty();
        JsonObject jvm = JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("jvms").get(0).getAsJsonObject();
        assertThat(names(jvm.getAsJsonArray("primitives"))).containsExactly("file-write-1", "file-write-8192");
        Path kept = Path.of(kept(run));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept))).isEqualTo("rw-------");
        assertThat(kept.getFileName().toString()).as("a whole result stays beside it").endsWith("-some.json");
        assertThat(kept.getParent().toFile().list()).noneMatch(name -> name.endsWith(".part"));

        Invocation plain = Invocation.of("analyze", "--verbose", COUNTED, "--format", "json");
        Invocation priced = Invocation.of("analyze", "--verbose", COUNTED, "--format", "json", "--calibration", kept.toString());
        List<String> lines = new ArrayList<>(priced.out().lines().toList());
        plain.out().lines().forEach(lines::remove);
        assertThat(lines).anyMatch(line -> line.contains("\"calibrated\""));
        assertThat(plain.out()).doesNotContain("\"calibrated\"");
        assertThat(Invocation.of("analyze", "--verbose", COUNTED, "--calibration", kept.toString()).out())
                .containsPattern("note: 270 to 300 of 300 calls go: \\S+ [µm]?s to \\S+ [µm]?s by the calibration");
    }

    @Test
    void setsJvmsSideBySide() throws IOException {
        Path answer = directory.resolve("answer.txt");
        Invocation run = calibrate("--primitive", "nano-time", "--jvm", JAVA_HOME, "--jvm", JAVA_HOME, "-o", answer.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(answer)).contains("against ")
                .containsPattern("no difference beyond chance: nano-time|95 % interval");
        assertThat(run.err()).startsWith("perfhint: measuring 1 primitives in 5 processes each of 2 JVMs: about ");
    }

    @Test
    void measuresEveryPrimitive() {
        Invocation run = calibrate("--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonObject jvm = JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("jvms").get(0).getAsJsonObject();
        assertThat(names(jvm.getAsJsonArray("primitives"))).hasSizeGreaterThan(27).contains("file-write-1", "file-append-1");
        jvm.getAsJsonArray("primitives").forEach(each -> assertThat(each.getAsJsonObject().get("bestNanos").getAsDouble()).isNotNegative());
    }

    @Test
    void measuresSyncsWhereADirectoryIsGiven() {
        Invocation run = calibrate("--primitive", "fsync", "--directory", directory.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("s  fsync\n");
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--primitive fsync | there is no primitive 'fsync' here (fsync needs --directory",
        "--primitive warp | there is no primitive 'warp' here",
        "--jvm DIR | has no bin/java",
        "--directory DIR/none | not a directory that can be written",
        "-o DIR | it is a directory"
    })
    void refusesInOneLine(String arguments, String message) {
        Invocation run = calibrate(arguments.replace("DIR", directory.toString()).split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).startsWith("perfhint: ").contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "none | cannot be read",
        "[] | is no calibration",
        "{\"jvms\": [{\"primitives\": [{\"name\": \"lseek\"}]}]} | is no calibration",
        "{\"jvms\": [{}, {}]} | holds 2 JVMs",
        "{\"jvms\": [{\"primitives\": [{\"name\": \"lseek\", \"medianNanos\": \"NaN\"}]}]} | is no calibration"
    })
    void refusesFilesThatAreNoCalibration(String content, String message) throws IOException {
        Path file = directory.resolve("costs.json");
        if (!content.equals("none")) {
            Files.writeString(file, content);
        }
        Invocation run = Invocation.of("analyze", "--verbose", COUNTED, "--calibration", file.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).contains("costs.json: ", message);
    }

    @Test
    void saysBeforeMeasuringThatTheResultCannotBeKept() throws Exception {
        Path file = Files.writeString(directory.resolve("cache"), "");
        ProcessBuilder builder = new ProcessBuilder(JAVA_HOME + "/bin/java", "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), "calibrate").redirectErrorStream(true);
        builder.environment().put("XDG_CACHE_HOME", file.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(output).hasLineCount(1).contains("cannot keep the result in " + file, "set XDG_CACHE_HOME");
    }
}
