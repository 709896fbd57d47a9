package dev.perfhint.cli.command.option;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.ExampleTree;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Baselines, revisions and comments: which findings count. */
class SelectionOptionsTest {
    private static final String CREATION = "writer = new FileOutputStream(fileName);";

    @TempDir
    private Path directory;

    private ExampleTree tree;

    @BeforeEach
    void copySources() throws IOException {
        tree = ExampleTree.in(directory);
    }

    @Test
    void countsNewFindingsOnly() throws IOException {
        Path baseline = directory.resolve("baseline.json");
        Invocation first = tree.analyze("--write-baseline", baseline.toString());
        assertThat(first.err()).contains("wrote " + baseline + ": 2 findings");
        Invocation second = tree.analyze("--baseline", baseline.toString(), "--fail-on", "info");
        assertThat(second.code()).isZero();
        assertThat(second.out()).contains("no findings").contains("2 findings suppressed: 2 known in the baseline")
                .doesNotContain("high:");
        String text = Files.readString(baseline);
        String oneLess = text.replaceFirst("(?s)\\{\\s+\"id\".*?},\\s*", "");
        assertThat(oneLess).isNotEqualTo(text);
        Files.writeString(baseline, oneLess);
        Invocation third = tree.analyze("--baseline", baseline.toString(), "--fail-on", "info");
        assertThat(third.code()).isEqualTo(1);
        assertThat(third.out()).contains("1 change would save").contains("\n1 finding suppressed");
    }

    @Test
    void saysWhatOfABaselineIsGone() throws IOException {
        Path baseline = directory.resolve("baseline.json");
        tree.analyze("--write-baseline", baseline.toString());
        Invocation run = tree.analyze("--ignore", "unbuffered-file-write", "--baseline", baseline.toString());
        assertThat(run.err()).contains("2 of the findings in " + baseline + " did not show up");
    }

    @Test
    void fixesNoSuppressedFinding() throws IOException {
        Path baseline = directory.resolve("baseline.json");
        tree.analyze("--write-baseline", baseline.toString());
        var before = tree.files();
        Invocation run = tree.analyze("--baseline", baseline.toString(), "--apply", "--unsafe-fixes");
        assertThat(run.err()).contains("nothing applied: there is no fix to apply");
        assertThat(tree.files()).isEqualTo(before);
    }

    @Test
    void refusesWhatIsNoBaseline() throws IOException {
        assertRefused("no such baseline", "--baseline", directory.resolve("no.json").toString());
        Path other = Files.writeString(directory.resolve("other.json"), "{\"findings\": []}");
        assertRefused(other + ": not a baseline", "--baseline", other.toString());
        Files.writeString(other, "\u0000\u0001");
        assertRefused(other + ": not a baseline", "--baseline", other.toString());
        assertRefused(directory + ": not a baseline", "--baseline", directory.toString());
    }

    @Test
    void countsFindingsInChangedLinesOnly() throws IOException {
        tree.git("add", "-A");
        tree.git("commit", "-qm", "first");
        Invocation nothing = tree.analyze("--since", "HEAD", "--fail-on", "info");
        assertThat(nothing.code()).isZero();
        assertThat(nothing.out()).contains("2 findings suppressed: 2 in lines that did not change");
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM).replace(CREATION, CREATION + " // touched"));
        Invocation one = tree.analyze("--since", "HEAD", "--fail-on", "info");
        assertThat(one.code()).isEqualTo(1);
        assertThat(one.out()).contains("ExtOutputStream.java:13:").doesNotContain("Export.java:20:40: high");
        tree.git("commit", "-qam", "second");
        assertThat(tree.analyze("--since", "HEAD~1").out()).contains("1 change would save").contains("\n1 finding suppressed");
    }

    @Test
    void countsAllOfANewFile() throws IOException {
        tree.git("add", ExampleTree.EXPORT);
        tree.git("commit", "-qm", "first");
        assertThat(tree.analyze("--since", "HEAD").out()).contains("ExtOutputStream.java:13:").contains("1 finding suppressed");
    }

    @Test
    void runsNothingThatTheRepositoryNames() throws IOException {
        Path ran = directory.resolve("ran");
        Path program = Files.writeString(directory.resolve("program.sh"), "#!/bin/sh\ntouch " + ran + "\ncat\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        tree.git("add", "-A");
        tree.git("commit", "-qm", "first");
        tree.write(".gitattributes", "*.java diff=mine filter=mine\n");
        for (String key : new String[] {"diff.mine.command", "diff.mine.textconv", "diff.external", "core.fsmonitor",
            "filter.mine.clean", "filter.mine.smudge", "filter.mine.process", "core.pager", "core.sshCommand"}) {
            tree.git("config", key, program.toString());
        }
        for (String hook : new String[] {"post-index-change", "fsmonitor-watchman", "reference-transaction"}) {
            Files.createSymbolicLink(tree.root().resolve(".git/hooks/" + hook), program);
        }
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM) + "// changed\n");
        assertThat(tree.analyze("--since", "HEAD").out()).contains("2 findings suppressed");
        assertThat(ran).doesNotExist();
    }

    @Test
    void refusesRevisionsThatAreNone() throws IOException {
        tree.git("add", "-A");
        tree.git("commit", "-qm", "first");
        assertRefused("--since nope: no such commit in " + tree.root(), "--since", "nope");
        assertRefused("--since --branches: no such commit", "--since=--branches");
        Invocation run = Invocation.of("analyze", Example.CPU, "--since", "HEAD");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perfhint: --since needs --source: a directory in the git repository\n");
    }

    @Test
    void ignoresWhatACommentSays() throws IOException {
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM)
                .replace(CREATION, CREATION + " // perfhint:ignore unbuffered-file-write the device needs each byte"));
        Invocation run = tree.analyze("--format", "json");
        JsonObject suppressed = JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings").get(0)
                .getAsJsonObject().getAsJsonObject("suppressed");
        assertThat(suppressed.get("kind").getAsString()).isEqualTo("comment");
        assertThat(suppressed.get("reason").getAsString()).isEqualTo("the device needs each byte");
        assertThat(run.err()).doesNotContain("perfhint:ignore");
        assertThat(tree.analyze("--format", "sarif").out()).contains("\"kind\": \"inSource\"");
    }

    @Test
    void reportsCommentsThatAreUselessOrGiveNoReason() throws IOException {
        tree.write(ExampleTree.STREAM, tree.read(ExampleTree.STREAM)
                .replace(CREATION, CREATION + " // perfhint:ignore unbuffered-file-write")
                .replace("private int checksum;", "private int checksum; // perfhint:ignore sync-per-record why not\n")
                .replace("\n\n    public ExtOutputStream", "\n    public ExtOutputStream")
                .replace("import java.io.OutputStream;", "import java.io.OutputStream; /* perfhint:ignore unbufered-file-write x */")
                + "// perfhint:ignore\n// \"perfhint:ignore quoted\"\n");
        Invocation run = tree.analyze();
        assertThat(run.err().lines().filter(line -> line.contains("perfhint:ignore")).toList()).containsExactlyInAnyOrder(
                warning(13, "unbuffered-file-write gives no reason: write it after the rule"),
                warning(10, "sync-per-record suppresses nothing: no such finding at line 10"),
                warning(5, "unknown rule 'unbufered-file-write'"),
                warning(tree.read(ExampleTree.STREAM).split("\n").length - 1, "names no rule: write // perfhint:ignore RULE REASON"));
        assertThat(run.out()).contains("1 finding suppressed: 1 ignored by a comment");
    }

    private static String warning(int line, String what) {
        return "perfhint: warning: " + ExampleTree.STREAM + ":" + line + ": perfhint:ignore " + what;
    }

    private void assertRefused(String what, String... options) {
        Invocation run = tree.analyze(options);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(what);
    }
}
