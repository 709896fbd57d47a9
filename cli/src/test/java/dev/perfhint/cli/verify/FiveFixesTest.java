package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.output.Terminal;
import dev.perfhint.source.patch.PatchHeading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A Java program and a patch of five fixes, of which one loses output and one breaks a test. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts come from /proc/PID/io")
class FiveFixesTest {
    private static final String PROGRAM = """
            import java.io.*;
            import java.nio.file.*;

            final class Export {
                public static void main(String[] args) throws IOException {
                    first();
                    second();
                    third();
                    System.out.println(read() + " " + tail().length());
                }

                static void first() throws IOException {
                    try (OutputStream out = new FileOutputStream("first.bin")) {
                        fill(out);
                    }
                }

                static void second() throws IOException {
                    try (OutputStream out = new FileOutputStream("second.bin")) {
                        fill(out);
                    }
                }

                static void third() throws IOException {
                    OutputStream out = new FileOutputStream("third.bin");
                    fill(out);
                }

                static int read() throws IOException {
                    try (InputStream in = new FileInputStream("first.bin")) {
                        int sum = 0;
                        for (int each; (each = in.read()) >= 0; ) {
                            sum += each;
                        }
                        return sum;
                    }
                }

                static String tail() throws IOException {
                    try (FileInputStream file = new FileInputStream("second.bin")) {
                        InputStream in = file;
                        in.read();
                        return "" + file.getChannel().position();
                    }
                }

                static void fill(OutputStream out) throws IOException {
                    for (int i = 0; i < 3000; i++) {
                        out.write(i);
                    }
                }
            }
            """;
    private static final String TEST = """
            final class ExportTest {
                public static void main(String[] args) throws Exception {
                    Export.second();
                    if (!Export.tail().equals("1")) {
                        throw new AssertionError("tail() is at " + Export.tail());
                    }
                    System.out.println("1 test passed");
                }
            }
            """;
    private static final String HEADING = """
            # perfhint: wrap out in BufferedOutputStream (safe, assuming a regular file)
            #  edits line 13 of src/Export.java
            # perfhint: wrap out in BufferedOutputStream (safe, assuming a regular file)
            #  edits line 19 of src/Export.java
            # perfhint: wrap out in BufferedOutputStream (unsafe)
            #  review: it is not closed
            #  edits line 25 of src/Export.java
            # perfhint: wrap in in BufferedInputStream (safe, assuming a regular file)
            #  edits line 30 of src/Export.java
            # perfhint: wrap file in BufferedInputStream (unsafe)
            #  edits line 41 of src/Export.java
            """;

    @TempDir
    private Path tree;

    @TempDir
    private Path elsewhere;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @Test
    void leavesOutTheTwoThatFailAndKeepsThree() throws Exception {
        Path patch = patch();
        Verification verification = new Verifier(options("third.bin"), new PrintStream(messages, true),
                new Terminal(0, false, false, false, "")).run(patch);

        assertThat(verification.failed()).containsOnlyKeys(2, 4);
        assertThat(verification.failed().get(2)).isEqualTo("third.bin 3000 bytes → 0 bytes");
        assertThat(verification.failed().get(4)).startsWith("the build fails (exit code 1): ")
                .contains("AssertionError: tail() is at 3000");
        assertThat(verification.passed()).containsExactly(0, 1, 3);
        assertThat(verification.isPassed()).isTrue();
        assertThat(verification.isRecommended()).isFalse();
        assertThat(verification.calls(false).orElseThrow() - verification.calls(true).orElseThrow())
                .isBetween(9000L - 50, 9000L + 50);
        assertThat(messages.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains(", with ")).count())
                .isLessThanOrEqualTo(10);

        Path verified = Files.write(elsewhere.resolve("verified.patch"),
                PatchHeading.verified(verification.patch(), VerificationText.lines(verification)));
        assertThat(verified).content().contains("# perfhint verify: left out: fix 3, wrap out in BufferedOutputStream"
                        + " in src/Export.java:25: third.bin 3000 bytes → 0 bytes")
                .doesNotContain("it is not closed")
                .contains("# perfhint verify: verdict: 2 fixes of 5 left out; with the others ");
        PatchTool.apply(verified, tree);
        assertThat(tree.resolve("src/Export.java")).content()
                .contains("new BufferedOutputStream(new FileOutputStream(\"first.bin\"))")
                .contains("OutputStream out = new FileOutputStream(\"third.bin\")")
                .contains("InputStream in = file;");
    }

    @Test
    void findsTheDirectoryThatThePatchIsRelativeTo() throws Exception {
        patch();
        assertThat(PatchPlace.of(tree, List.of("src/Export.java"))).isEqualTo(Path.of(""));
        assertThat(PatchPlace.of(tree, List.of("Export.java", "Added.java"))).isEqualTo(Path.of("src"));
        Files.createDirectories(tree.resolve("copy"));
        Files.writeString(tree.resolve("copy/Export.java"), PROGRAM);
        assertThat(PatchPlace.of(tree, List.of("Export.java"))).isEqualTo(Path.of("src"));
        Files.createDirectories(tree.resolve("other"));
        for (String copy : List.of("copy", "other")) {
            Files.writeString(tree.resolve(copy + "/Copied.java"), "class Copied {}");
        }
        assertThat(PatchPlace.of(tree, List.of("Copied.java"))).isEqualTo(Path.of(""));
    }

    private VerifyOptions options(String output) {
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        return new VerifyOptions(tree, Path.of(""), java + "/java -Xshare:auto -cp out Export",
                Optional.of(java + "/javac -d out src/*.java && " + java + "/java -cp out ExportTest"),
                List.of(Path.of(output)), Optional.empty(), 3, Duration.ofSeconds(60), false);
    }

    private Path patch() throws IOException, InterruptedException {
        Path source = Files.createDirectories(tree.resolve("src"));
        Path edited = Files.createDirectories(elsewhere.resolve("b/src"));
        Files.writeString(source.resolve("Export.java"), PROGRAM);
        Files.writeString(source.resolve("ExportTest.java"), TEST);
        Files.createDirectories(elsewhere.resolve("a/src"));
        Files.writeString(elsewhere.resolve("a/src/Export.java"), PROGRAM);
        Files.writeString(edited.resolve("Export.java"), PROGRAM
                .replaceAll("new FileOutputStream\\(.*\"\\)", "new BufferedOutputStream($0)")
                .replace("new FileInputStream(\"first.bin\")", "new BufferedInputStream(new FileInputStream(\"first.bin\"))")
                .replace("in = file;", "in = new BufferedInputStream(file);"));
        Path diff = elsewhere.resolve("diff");
        new ProcessBuilder("diff", "-U1", "a/src/Export.java", "b/src/Export.java").directory(elsewhere.toFile())
                .redirectOutput(diff.toFile()).start().waitFor();
        return Files.writeString(elsewhere.resolve("five.patch"), HEADING + Files.readString(diff));
    }
}
