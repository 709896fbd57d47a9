package dev.perfhint.source.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Checks.Compiled;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compile check of a project that is a module: found missing by the fixes forced in hsqldb. */
class CompileCheckTest {
    private static final String SOURCE = "package p;\n\nclass A {\n    int f() {\n        return 1;\n    }\n}\n";

    @Test
    void findsAnErrorInsideAModule(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("module-info.java"), "module m {}\n");
        Files.writeString(Files.createDirectories(root.resolve("p")).resolve("A.java"), SOURCE);
        Sources sources = Sources.open(
                new SourceOptions(List.of(root), Optional.empty(), List.of(Files.createDirectory(root.resolve("lib")))));
        SourceFile file = sources.find("p.A").orElseThrow();
        CompileCheck check = CompileCheck.of(sources, List.of(file), List.of());
        assertThat(check.compiled(file.path())).isEqualTo(Compiled.FULL);
        assertThat(check.compile(Map.of(file, SOURCE.replace("return 1", "return 2"))).worse()).isEmpty();
        assertThat(check.compile(Map.of(file, SOURCE.replace("return 1", "return g()"))).worse()).hasSize(1);
    }

    /** Records are no Java 11: what the compiler says of the rest of that file means nothing, and it says so of the original. */
    @Test
    void judgesNothingInAFileThatTheCompilerCannotRead(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("pom.xml"), "<project><artifactId>a</artifactId><properties>"
                + "<maven.compiler.release>11</maven.compiler.release></properties></project>");
        Path sources = Files.createDirectories(root.resolve("src/main/java/p"));
        String text = SOURCE + "record R(int x) {}\n";
        Files.writeString(sources.resolve("A.java"), text);
        Files.writeString(sources.resolve("B.java"), SOURCE.replace("class A", "class B"));
        Sources all = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        SourceFile unread = all.find("p.A").orElseThrow();
        SourceFile read = all.find("p.B").orElseThrow();
        CompileCheck check = CompileCheck.of(all, List.of(unread, read), List.of());
        assertThat(check.compiled(unread.path())).isEqualTo(Compiled.NO);
        assertThat(check.compile(Map.of(unread, text.replace("return 1", "return g()"))).worse()).isEmpty();
        assertThat(check.compile(Map.of(read, read.text().replace("return 1", "return g()"))).files())
                .containsExactly(read.path().toString());
    }
}
