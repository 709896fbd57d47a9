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
}
