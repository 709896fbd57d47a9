package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
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
                            step(out, i);
                        }
                    }
                }
            """;
    private static final String TO = "void step(OutputStream o, int i) throws IOException { o.write(i); }\n";
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
        "public final class Main {\n" + SAVE + TO + "}",
        "public class Main {\n" + SAVE + "    private " + TO + "}",
        "public class Main {\n" + SAVE + "    static " + TO + "}",
        "public record Main(int n) {\n" + SAVE + TO + "}",
        "public enum Main {\n    ONE;\n" + SAVE + "    final " + TO + "}"
    })
    void safeFixOpensItsOwnFileWhereNoOtherCanExtendTheClass(String type) throws Exception {
        Sources sources = write("app/Main.java", HEAD + type);
        assertThat(propose(sources).applicability()).isEqualTo(Applicability.SAFE);
        assertThat(names(sources.opened())).containsExactly("app/Main.java");
        assertThat(names(sources.parsed())).containsExactly("app/Main.java");
    }

    @Test
    void fixThatMustNotBeAppliedOpensItsOwnFile() throws Exception {
        Sources sources = write("app/Main.java", HEAD + "@javax.annotation.processing.Generated(\"tool\")\n"
                + "public class Main {\n" + SAVE + TO + "}\n");
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
