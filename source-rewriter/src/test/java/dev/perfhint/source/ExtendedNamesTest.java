package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtendedNamesTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {
        "class A extends Base {}", "class A<T extends Base> {}", "class A extends a.b.Base<String> {}",
        "class A\nextends\n\tBase{}",
        "class A extends Base.Inner {}", "extends Base", "/* extendsextends */ class extendsA extends  Base"
    })
    void findsWhatIsExtended(String text) throws IOException {
        assertThat(of(text).contain("Base")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "class Base {}", "class A extends BaseClass {}", "class A extends ABase {}", "class Aextends Base {}",
        "class A { int extendsBase; }", "class A implements Base {}", "extends", "extend"
    })
    void leavesOtherNames(String text) throws IOException {
        assertThat(of(text).contain("Base")).isFalse();
    }

    @Test
    void doubtsNamesThatDependOnTheEncoding() throws IOException {
        assertThat(of("class A {}").contain("Gr\u00f6\u00dfe")).isTrue();
    }

    @Test
    void doubtsEverythingWhereAFileCannotBeRead() {
        assertThat(new ExtendedNames(() -> List.of(directory.resolve("none.java"))).contain("Base")).isTrue();
    }

    @Test
    void findsWhatLiesFarBehindInALargeFile() throws IOException {
        String far = "// line\n".repeat(100_000);
        assertThat(of(far + "class A extends Base {}" + far).contain("Base")).isTrue();
        assertThat(of(far + "class A extends Bas").contain("Base")).isFalse();
    }

    @Test
    void looksThroughTheFilesOnce() {
        AtomicInteger looks = new AtomicInteger();
        ExtendedNames names = new ExtendedNames(() -> {
            looks.incrementAndGet();
            return List.of();
        });
        assertThat(looks).hasValue(0);
        assertThat(names.contain("Base") || names.contain("Other")).isFalse();
        assertThat(looks).hasValue(1);
    }

    private ExtendedNames of(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("A.java"), text, StandardCharsets.UTF_8);
        return new ExtendedNames(() -> List.of(file));
    }
}
