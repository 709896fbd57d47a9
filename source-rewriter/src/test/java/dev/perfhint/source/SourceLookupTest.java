package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the files that a fix opens and parses among many that have nothing to do with it. */
final class SourceLookupTest {
    private static final int OTHERS = 2_000;
    private static final String HEAD = "package app;\nimport java.io.*;\n";
    private static final String SAVE = """
                void save(String name) throws IOException {
                    try (FileOutputStream out = new FileOutputStream(name)) {
                        for (int i = 0; i < 100; i++) {
                            out.write(i); // hot
                            step(i);
                        }
                    }
                }
            """;
    private static final String STEP = "    void step(int i) {}\n";
    private static final String MAY_HAVE_SUBCLASS = HEAD + "public class Main {\n" + SAVE + STEP + "}\n";

    private static final String GIVES_STREAM = HEAD + "public class Main {\n" + SAVE.replace("step(i)", "step(out)")
            + "    public void step(OutputStream o) throws IOException { o.write(1); }\n}\n";
    private static final String OVERRIDES = "{ @Override public void step(java.io.OutputStream o) { } }\n";

    @TempDir
    Path root;

    @BeforeEach
    void others() throws Exception {
        for (int i = 0; i < OTHERS; i++) {
            write("org/other/p" + i % 40 + "/Other" + i + ".java",
                    "package org.other.p" + i % 40 + ";\nclass Other" + i + " extends Base" + i % 7 + " {}\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "public final class Main {\n" + SAVE + STEP + "}",
        "public class Main {\n" + SAVE + "    private void step(int i) {}\n}",
        "public class Main {\n" + SAVE + "    static void step(int i) {}\n}",
        "public class Main {\n    private Main() {}\n" + SAVE + STEP + "}",
        "public record Main(int n) {\n" + SAVE + STEP + "}",
        "public enum Main {\n    ONE;\n" + SAVE + STEP + "}",
        "public class Main {\n" + SAVE + "    private int step(int i) { return new Inner().twice(i); }\n"
                + "    private static class Inner { int twice(int i) { return 2 * i; } }\n}"
    })
    void safeFixOpensItsOwnFileWhereNoOtherCanExtendTheClass(String type) throws Exception {
        Sources sources = write("app/Main.java", HEAD + type);
        assertThat(propose(sources).applicability()).isEqualTo(Applicability.SAFE);
        assertThat(names(sources.opened())).containsExactly("app/Main.java");
        assertThat(names(sources.parsed())).containsExactly("app/Main.java");
    }

    /** A method that does not get the stream is code like any other: what it may do is assumed, whoever overrides it. */
    @Test
    void doesNotLookForSubclassesThatCannotGetTheStream() throws Exception {
        write("org/other/p3/Deep.java", "package org.other.p3;\npublic class Deep extends app.Main {}\n");
        Sources sources = write("app/Main.java", MAY_HAVE_SUBCLASS);
        Fix fix = propose(sources);
        assertThat(fix.applicability()).isEqualTo(Applicability.SAFE);
        assertThat(fix.assumed()).anyMatch(text -> text.startsWith("code that is not in view"));
        assertThat(names(sources.opened())).containsExactly("app/Main.java");
    }

    @Test
    void looksThroughAllFilesWithoutParsingForSubclassesThatMayGetTheStream() throws Exception {
        Sources sources = write("app/Main.java", GIVES_STREAM);
        assertThat(propose(sources).applicability()).isEqualTo(Applicability.SAFE);
        assertThat(names(sources.parsed())).containsExactly("app/Main.java");
    }

    @Test
    void findsTheSubclassInAnotherPackage() throws Exception {
        write("org/other/p3/Deep.java", "package org.other.p3;\npublic class Deep extends app.Main " + OVERRIDES);
        Sources sources = write("app/Main.java", GIVES_STREAM);
        Fix fix = propose(sources);
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).singleElement().asString().contains("step(), which a subclass may override");
        assertThat(names(sources.parsed())).containsExactlyInAnyOrder("app/Main.java", "org/other/p3/Deep.java");
    }

    @Test
    void findsAnAnonymousSubclass() throws Exception {
        write("app/User.java", "package app;\nclass User { Main m = new Main() " + OVERRIDES + "; }\n");
        Fix fix = propose(write("app/Main.java", GIVES_STREAM));
        assertThat(fix.reasons()).singleElement().asString().contains("step(), which a subclass may override");
    }

    @Test
    void leavesASubclassAloneThatOverridesNothing() throws Exception {
        write("org/other/p3/Deep.java", "package org.other.p3;\npublic class Deep extends app.Main {}\n");
        assertThat(propose(write("app/Main.java", GIVES_STREAM)).applicability()).isEqualTo(Applicability.SAFE);
    }

    @Test
    void fixThatMustNotBeAppliedOpensItsOwnFile() throws Exception {
        Sources sources = write("app/Main.java", HEAD + "@javax.annotation.processing.Generated(\"tool\")\n"
                + "public class Main {\n" + SAVE + STEP + "}\n");
        assertThat(propose(sources).applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(names(sources.opened())).containsExactly("app/Main.java");
    }

    private Fix propose(Sources sources) throws IOException {
        List<String> lines = Files.readAllLines(root.resolve("app/Main.java"));
        int hot = 1 + IntStream.range(0, lines.size()).filter(i -> lines.get(i).contains("// hot")).findFirst().orElseThrow();
        List<CallSite> stack = List.of(
                new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("app.Main", "save", hot));
        Creation creation = new StreamTracer(sources).trace(stack).creation().orElseThrow();
        return new Fixer(sources).propose(new FixRequest(
                "f", Repair.BUFFER_FILE_OUTPUT, creation, stack, stack, OptionalDouble.of(1))).orElseThrow();
    }

    private Sources write(String file, String text) throws IOException, SourceException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
        return Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
    }

    private Set<String> names(Set<Path> files) throws IOException {
        Path real = root.toRealPath();
        return files.stream().map(file -> real.relativize(file).toString().replace('\\', '/')).collect(Collectors.toSet());
    }
}
