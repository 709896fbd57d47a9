package dev.perfhint.source.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.source.file.SourceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DiffApplicationTest {
    @TempDir
    Path root;

    /** Small random files with every line end, and names that git quotes; git itself is asked for some of them. */
    @Test
    void givesWhatTheDiffWasMadeOfAndWhatGitGives() throws Exception {
        git("init", "-q");
        List<String> names = List.of("A.java", "with space/B.java", "caf\u00e9/\u00dcber.java", "quote\"d/ta\tb.java");
        Random random = new Random(7);
        for (int round = 0; round < 400; round++) {
            String name = names.get(random.nextInt(names.size()));
            byte[] before = content(random, 1 + random.nextInt(30));
            byte[] after = changed(before, random);
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, before);
            byte[] diff = UnifiedDiff.of(List.of(new FileChange(file, name, before, after)));
            Map<Path, byte[]> results = DiffApplication.apply(diff, root);
            if (java.util.Arrays.equals(before, after)) {
                assertThat(results).isEmpty();
                continue;
            }
            assertThat(results).as("round %d", round).containsOnlyKeys(file);
            assertThat(results.get(file)).as("round %d", round).isEqualTo(after);
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            if (round % 20 == 0) {
                Files.write(root.resolve("x.patch"), diff);
                git("apply", "--whitespace=nowarn", "x.patch");
                assertThat(Files.readAllBytes(file)).isEqualTo(after);
            }
        }
    }

    @Test
    void refusesWhatGitRefuses() throws Exception {
        Path file = Files.writeString(root.resolve("A.java"), "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
        String diff = new String(UnifiedDiff.of(List.of(new FileChange(
                file, "A.java", Files.readAllBytes(file), "1\n2\n3\n4\nfive\n6\n7\n8\n9\n".getBytes()))));
        assertThat(DiffApplication.apply(bytes(diff), root)).hasSize(1);
        refuses(diff.replace("-5", "-6"), "does not fit line 5");
        refuses(diff.replace(" 4\n", " vier\n"), "does not fit line 4");
        refuses(diff.replace("@@ -2,7", "@@ -3,7"), "at the wrong line 3");
        refuses(diff.replace("+2,7 @@", "+3,7 @@"), "at the wrong line 2");
        refuses(diff.replace("-2,7", "-2,6"), "wrong number of lines");
        refuses(diff.replace("+five\n", ""), "no part of a hunk");
        refuses(diff + " more\n", "no line 'diff --git'");
        refuses(diff.replace("+++ b/A.java", "+++ b/B.java"), "another name");
        refuses(diff.replace("A.java", "Gone.java"), "cannot be read any more");
        Files.writeString(file, "1\n2\n3\n4\n5 edited meanwhile\n6\n7\n8\n9\n");
        refuses(diff, "does not fit line 5");
    }

    @Test
    void refusesToGoThroughLinks() throws Exception {
        Path file = Files.writeString(Files.createDirectory(root.resolve("real")).resolve("A.java"), "1\n");
        Files.createSymbolicLink(root.resolve("link"), root.resolve("real"));
        byte[] diff = UnifiedDiff.of(List.of(new FileChange(file, "link/A.java", bytes("1\n"), bytes("2\n"))));
        assertThatThrownBy(() -> DiffApplication.apply(diff, root))
                .isInstanceOf(SourceException.class)
                .hasMessageEndingWith("is reached through a symbolic link, which git apply refuses");
    }

    private void refuses(String diff, String message) {
        assertThatThrownBy(() -> DiffApplication.apply(bytes(diff), root))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(message);
    }

    private static byte[] content(Random random, int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("\u00ff\u0080 line ".repeat(random.nextInt(2))).append(random.nextInt(6));
            text.append(List.of("\n", "\r\n", "\r", "\n\n").get(random.nextInt(4)));
        }
        return (random.nextBoolean() ? text + "}" : text.toString()).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] changed(byte[] before, Random random) {
        List<String> lines = new ArrayList<>(UnifiedDiff.lines(before));
        for (int change = random.nextInt(4); change >= 0; change--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(3)) {
                case 0 -> lines.add(at, "import x;" + (random.nextBoolean() ? "\r\n" : "\n"));
                case 1 -> lines.set(at, "new " + lines.get(at));
                default -> {
                    if (lines.size() > 1) {
                        lines.remove(at);
                    }
                }
            }
        }
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "core.autocrlf=false"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
