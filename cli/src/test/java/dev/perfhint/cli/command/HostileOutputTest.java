package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.ShellWord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that lie where a patch or report is to go, and names that no shell takes as they are. */
@EnabledOnOs(OS.LINUX)
class HostileOutputTest {
    @TempDir
    private Path directory;

    private static Path copyOfExample(Path tree) throws IOException {
        Path from = Path.of(Example.SOURCE);
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                Path to = tree.resolve(from.relativize(path).toString());
                Files.createDirectories(to.getParent());
                Files.copy(path, to);
            }
        }
        return tree;
    }

    private static Invocation fix(Path tree, String... more) {
        List<String> arguments = new ArrayList<>(List.of("analyze", Example.CPU, "--source", tree.toString(), "--classpath",
                Path.of("../fixtures/worked-example/lib/textformat-1.0.jar").toAbsolutePath().toString(), "--fix", "--unsafe-fixes"));
        arguments.addAll(List.of(more));
        return Invocation.of(arguments.toArray(new String[0]));
    }

    private static void assertRefused(Invocation run, String what) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(what);
    }

    @Test
    void writesThroughNoLinkOutOfTheNamedDirectory() throws Exception {
        Path victim = Files.writeString(directory.resolve("victim"), "# perfhint precious");
        Path inside = Files.createDirectory(directory.resolve("inside"));
        Path link = Files.createSymbolicLink(inside.resolve("perfhint.patch"), victim);
        assertRefused(fix(Path.of(Example.SOURCE), "--patch", link.toString()), "it is a symbolic link to " + victim.toRealPath());
        assertRefused(Invocation.of("analyze", Example.CPU, "-o", link.toString()), "it is a symbolic link to");
        assertRefused(Invocation.of("analyze", Example.CPU, "--output", "json=" + link), "it is a symbolic link to");
        Path dangling = Files.createSymbolicLink(inside.resolve("new"), directory.resolve("made"));
        assertRefused(Invocation.of("analyze", Example.CPU, "-o", dangling.toString()), "it is a dangling symbolic link");
        assertThat(victim).hasContent("# perfhint precious");
        assertThat(directory.resolve("made")).doesNotExist();
    }

    /** {@code -o out/report.txt} where the checkout has made out a link to somewhere else. */
    @Test
    void writesThroughNoLinkedDirectoryOfTheCurrentOne() throws Exception {
        Path link = Path.of("target", "link-" + directory.getFileName());
        Files.createSymbolicLink(link, directory);
        try {
            assertRefused(Invocation.of("analyze", Example.CPU, "-o", link.resolve("report.txt").toString()),
                    "a symbolic link leads out of this directory");
            assertThat(directory).isEmptyDirectory();
        } finally {
            Files.delete(link);
        }
    }

    @Test
    void replacesOnlyAPatchOfItsOwn() throws Exception {
        Path own = directory.resolve("own.patch");
        assertThat(fix(Path.of(Example.SOURCE), "--patch", own.toString()).code()).isZero();
        String first = Files.readString(own);
        assertThat(first).startsWith("# perfhint");
        assertThat(fix(Path.of(Example.SOURCE), "--patch", own.toString()).code()).isZero();
        assertThat(own).hasContent(first);
        Path foreign = Files.writeString(directory.resolve("Main.java"), "class Main { }");
        assertRefused(fix(Path.of(Example.SOURCE), "--patch", foreign.toString()),
                "refusing to replace " + foreign.toRealPath() + ": it is not a patch that perfhint wrote");
        assertThat(foreign).hasContent("class Main { }");
        assertThat(fix(Path.of(Example.SOURCE), "--patch", foreign.toString(), "--force").code()).isZero();
        assertThat(foreign).hasContent(first);
    }

    @Test
    void leavesAFileAloneThatLooksLikeItsOwnTemporaryOne() throws Exception {
        Path report = directory.resolve("report");
        Path probe = Files.writeString(directory.resolve("report." + ProcessHandle.current().pid() + ".probe"), "mine");
        OutputFile.checked(report.toString()).write("x".getBytes(StandardCharsets.UTF_8));
        assertThat(probe).hasContent("mine");
        assertThat(directory.toFile().list()).hasSize(2);
    }

    @Test
    void saysInOneLineWhatIsNoFileName() {
        for (String name : List.of("", "/", "a\0b", directory.resolve("x".repeat(300)).toString() + "/y")) {
            try {
                OutputFile.checked(name);
                throw new AssertionError("'" + name + "' was accepted");
            } catch (CliException refused) {
                assertThat(refused.getMessage()).startsWith("cannot write");
            }
        }
    }

    /** What is printed, a shell gives back. */
    @Test
    void quotesForAShell() throws Exception {
        for (String name : List.of("plain/a.patch", "a b", "it's", "\"q\"", "$(touch x)", "`x`", "a\\b", "a\nb", "tab\t'q'\\n\u0001", "-x",
                "~", "*", "ü é", "!x", "#x", "")) {
            Process shell = new ProcessBuilder("bash", "-c", "printf %s " + ShellWord.quoted(name)).start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(name);
            assertThat(ShellWord.quoted(name)).doesNotContain("\n").doesNotContain("\u0001");
        }
    }

    /** The printed command, pasted into a shell, applies the patch, whatever the directories are called. */
    @Test
    void patchesATreeWithOddNames() throws Exception {
        for (String name : List.of("a b", "it's \"q\"", "back\\slash", "line\nend", "$(touch x)", "-delete", "tab\tü")) {
            Path tree = copyOfExample(Files.createDirectories(directory.resolve(name)).resolve("src " + name));
            Path patch = directory.resolve(name + ".patch");
            assertThat(new ProcessBuilder("git", "-C", directory.resolve(name).toString(), "init", "-q").start().waitFor()).isZero();
            Invocation run = fix(tree, "--patch", patch.toString());
            assertThat(run.code()).as(run.err()).isZero();
            String command = run.err().lines().filter(line -> line.contains("apply with: ")).findFirst().orElseThrow()
                    .replaceFirst(".*apply with: ", "");
            Process shell = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
            assertThat(shell.waitFor()).isZero();
            assertThat(tree.resolve("src/org/example/export/ExtOutputStream.java")).content().contains("new BufferedOutputStream(");
        }
        assertThat(directory.resolve("x")).doesNotExist();
    }

    /** Java decodes such a name to something else: the file is not changed, and the run goes on. */
    @Test
    void survivesAnInvalidByteInAName() throws Exception {
        Path tree = copyOfExample(directory.resolve("tree"));
        String make = "cd \"$1\" && mkdir $'b\\xffd' && mv src/org/example/export/ExtOutputStream.java $'b\\xffd/'";
        assertThat(new ProcessBuilder("bash", "-c", make, "-", tree.toString()).start().waitFor()).isZero();
        Invocation run = fix(tree, "--patch", directory.resolve("x.patch").toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).doesNotContain("Exception").doesNotContain("bug");
    }
}
