package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Fixer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of the files of a listing: what a branch changes does not count for the other branch, but for what follows. */
class FileChecksTest {
    @TempDir
    Path root;

    private Fix fix;

    private String after(String loop) throws Exception {
        String text = "class Main {\n    long sum(java.io.File folder) {\n        long sum = 0;\n"
                + "        for (java.io.File file : folder.listFiles()) {\n" + loop.indent(12) + "        }\n        return sum;\n    }\n}\n";
        Path file = Files.writeString(root.resolve("Main.java"), text);
        int line = (int) text.substring(0, text.indexOf("file.length()")).lines().count();
        List<CallSite> stack = List.of(new CallSite("java.io.File", "length", 0), new CallSite("Main", "sum", line));
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        fix = new Fixer(sources).propose(new FixRequest("f", Repair.READ_ATTRIBUTES_ONCE,
                new Creation("Main", "sum", file, line, 1, "", false), stack, stack, OptionalDouble.empty())).orElseThrow();
        return TextEdits.apply(text, fix.edits());
    }

    @Test
    void readsTheAttributesOfAnEntryOnceBeforeTheBranches() throws Exception {
        assertThat(after("""
                if (file.isDirectory()) {
                    sum += sum(file);
                } else {
                    sum += file.length();
                }
                """)).contains("attributes = attributesOf(file);\n            if (attributes.filter(BasicFileAttributes::isDirectory)")
                .contains("sum += attributes.isPresent() ? attributes.get().size() : 0;");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.title()).contains("once instead of 2 times");
        assertThat(fix.reasons()).anyMatch(reason -> reason.endsWith("a missing file costs an exception, often more than its checks"));
    }

    @Test
    void takesTheLongestRunOfTheMethod() throws Exception {
        assertThat(after("""
                sum += file.isFile() ? file.length() : 0;
                sum(file);
                if (file.exists() && file.isDirectory()) {
                    sum += file.lastModified();
                }
                """)).contains("sum += file.isFile() ? file.length() : 0;").contains("= attributesOf(file);");
        assertThat(fix.title()).contains("once instead of 3 times");
    }

    /** Two fixes in one scope: both are applied, so that their names must differ. */
    @Test
    void namesTheAttributesOfALaterRunApart() throws Exception {
        assertThat(after("""
                if (file.exists() && file.isFile()) {
                    sum(file);
                    if (file.length() > 3) {
                        sum += file.lastModified();
                    }
                }
                """)).contains("attributes2 = attributesOf(file);\n                if ((attributes2.isPresent()")
                .contains("if (file.exists() && file.isFile())");
    }

    @Test
    void asksAgainBehindACallThatMayChangeTheFile() throws Exception {
        String after = after("""
                if (file.isDirectory()) {
                    sum += sum(file);
                    sum += file.length();
                }
                """);
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(after).contains("if (file.isDirectory()) {");
    }

    @Test
    void asksAgainBehindABranchThatMayHaveChangedTheFile() throws Exception {
        after("""
                if (file.isDirectory()) {
                    sum += sum(file);
                }
                sum += file.length();
                """);
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
    }

    @Test
    void looksPastWhatOnlyAsksForTheName() throws Exception {
        String members = """
                long sum(java.io.File file, java.util.Map<String, Long> sizes) throws java.io.IOException {
                    if (file.lastModified() == 0 || !file.canWrite()) {
                        return 0;
                    }
                    String name = file.getCanonicalPath() + file.getParentFile();
                    sizes.put(name, file.length());%s
                    return file.lastModified();
                }
                """;
        afterIn(members.formatted(""));
        assertThat(fix.title()).contains("once instead of 3 times");
        afterIn(members.formatted(" file.setWritable(false);"));
        assertThat(fix.title()).contains("once instead of 2 times");
    }

    @Test
    void looksPastStatementsWithoutAnyCheck() throws Exception {
        assertThat(after("""
                String seen = null;
                if (file.exists() && file.length() > sum) {
                    sum += 1;
                }
                """)).contains("attributes = attributesOf(file);");
        assertThat(fix.title()).contains("once instead of 2 times");
    }

    private String afterIn(String members) throws Exception {
        return afterIn(members, List.of());
    }

    private String afterIn(String members, List<Path> classpath) throws Exception {
        String text = "class Main {\n" + members.indent(4) + "}\n";
        Path file = Files.writeString(root.resolve("Main.java"), text);
        int line = (int) text.substring(0, text.indexOf("file.length()")).lines().count();
        List<CallSite> stack = List.of(new CallSite("java.io.File", "length", 0), new CallSite("Main", "sum", line));
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), classpath));
        fix = new Fixer(sources).propose(new FixRequest("f", Repair.READ_ATTRIBUTES_ONCE,
                new Creation("Main", "sum", file, line, 1, "", false), stack, stack, OptionalDouble.empty())).orElseThrow();
        return TextEdits.apply(text, fix.edits());
    }

    /** One of them may go, whichever is recorded most. */
    @Test
    void marksNoneOfSeveralChecksInOneLine() throws Exception {
        afterIn("void sum(java.io.File file) {\n    if (!new java.io.File(\"stop\").exists() && file.length() > 9) sum(file);\n}");
        assertThat(fix.title()).isEqualTo(
                "ask the file system once and keep the answer, where the 2 checks in line 3 of Main.java ask of one file");
    }

    @Test
    void looksIntoAMethodThatIsCalledBetweenTheChecks() throws Exception {
        String members = """
                void sum(java.io.File file, java.util.zip.CRC32 crc) {
                    sum(file.lastModified(), crc);
                    sum(file.length(), crc);
                }
                static void sum(long value, java.util.zip.CRC32 crc) {
                    crc.update((int) value);%s
                }
                """;
        assertThat(afterIn(members.formatted(""))).contains("attributes = attributesOf(file);");
        assertThat(fix.title()).contains("once instead of 2 times");
        afterIn(members.formatted(" new java.io.File(\"a\").delete();"));
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
    }

    @Test
    void readsTheAttributesOfAFieldOnceIfNothingBetweenTheChecksSetsIt() throws Exception {
        String members = """
                private %sjava.io.File file;
                long sum() {
                    if (file.lastModified() == 0) {
                        return 0;
                    }%s
                    return file.length();
                }
                private void move() {
                    file = null;
                }
                """;
        assertThat(afterIn(members.formatted("", ""))).contains("attributes = attributesOf(file);");
        for (String between : List.of(" move();", " file = null;", " this.file = null;")) {
            afterIn(members.formatted("", between));
            assertThat(fix.applicability()).as(between).isEqualTo(Applicability.DISPLAY);
        }
        afterIn(members.formatted("volatile ", ""));
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
    }

    /** A missing file costs one or two calls as it is; reading its attributes is one, with an exception. */
    @ParameterizedTest
    @ValueSource(strings = {
        "return file.isFile() && file.length() > 0 ? 1 : 0;",
        "return (file.exists() && file.canRead()) && file.length() > 0 || file.hashCode() == 0 ? 1 : 0;",
        "return file.exists() && file.isFile() || file.length() > 0 ? 1 : 0;",
        "return !file.exists() || file.length() == 0 ? 0 : file.lastModified();",
        "if (file.exists()) { return file.length(); } return 0;",
        "if (!(file.isDirectory() && file.exists())) { throw new IllegalStateException(); } return file.length();"})
    void keepsChecksOfWhichTheFirstSparesAMissingFileOthers(String body) throws Exception {
        String after = afterIn("long sum(java.io.File file) {\n" + body + "\n}\n");
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(after).contains(body.substring(0, body.indexOf("file.length()"))).doesNotContain("attributesOf");
    }

    @Test
    void readsTheAttributesOnceAfterTheGuard() throws Exception {
        assertThat(afterIn("""
                long sum(java.io.File file) {
                    if (!file.exists()) {
                        return 0;
                    }
                    return file.lastModified() + file.length();
                }
                """)).contains("if (!file.exists()) {").contains("attributes = attributesOf(file);\n        return (");
        assertThat(fix.title()).contains("once instead of 2 times");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "return file.isFile() || file.length() > 0 ? 1 : 0;",
        "if (file.isDirectory()) { return 0; } return file.length();",
        "return file.lastModified() > 0 && file.length() > 0 ? 1 : 0;"})
    void readsTheAttributesOnceWhereAMissingFileIsAskedForMore(String body) throws Exception {
        assertThat(afterIn("long sum(java.io.File file) {\n" + body + "\n}\n")).contains("attributes = attributesOf(file);");
    }
}
