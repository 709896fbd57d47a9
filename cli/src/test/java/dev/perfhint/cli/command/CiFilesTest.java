package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the analysis that the shipped workflow files ask for. */
class CiFilesTest {
    private static final Pattern ANALYZE = Pattern.compile("perfhint (analyze run\\.jfr (?:[^\\n]*\\\\\\n|[^\\n]+\\n\\s+--|[^\\n]+)+)");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"github.yml", "gitlab.yml"})
    void analysesAsTheFileSays(String name) throws IOException {
        ExampleTree tree = ExampleTree.in(directory);
        tree.git("add", ".");
        tree.git("commit", "-qm", "base");
        String base = tree.git("rev-parse", "HEAD").strip();
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM).replace("(fileName);", "(fileName); // now"));
        Path baseline = directory.resolve("perfhint-baseline.json");
        Invocation.of("analyze", Example.JFR, "--ignore", "unbuffered-file-write", "--write-baseline", baseline.toString());
        Matcher command = ANALYZE.matcher(Files.readString(Path.of("../docs/guide/ci").resolve(name)));
        assertThat(command.find()).isTrue();
        Map<String, String> values = Map.of(
                "run.jfr", Example.CPU, ".", tree.root().toString(), "perfhint-baseline.json", baseline.toString());
        List<String> args = new ArrayList<>();
        for (String word : command.group(1).replace("\\\n", " ").replaceAll("\\$\\{\\{[^}]*}}", "REV").split("\\s+")) {
            String bare = word.replace("\"", "");
            int file = bare.indexOf('=');
            args.add(bare.equals("REV") || bare.startsWith("$") ? base
                    : file > 0 && !bare.endsWith("=-") ? bare.substring(0, file + 1) + directory.resolve(bare.substring(file + 1))
                    : values.getOrDefault(bare, bare));
        }
        Invocation run = Invocation.of(args.toArray(String[]::new));
        assertThat(run.err()).doesNotContain("perfhint: unknown").doesNotContain("see 'perfhint");
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.out()).contains("ExtOutputStream.java").doesNotContain("Export.java:20:40: warning");
        assertThat(directory.resolve(name.equals("github.yml") ? "perfhint.sarif" : "perfhint-quality.json")).isNotEmptyFile();
    }
}
