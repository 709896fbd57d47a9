package dev.perfhint.source.safe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Hazard;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verdicts on the adversarial programs in {@code fixtures/rewrites}; a test there runs them before and after. */
class RewriteCasesTest {
    private static final Path CASES = Path.of("../fixtures/rewrites");

    static Stream<Path> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.filter(Files::isDirectory).filter(RewriteCasesTest::isWrap).sorted().toList().stream();
        }
    }

    /** Other forms of repair do not wrap the stream, and are not proven here. */
    private static boolean isWrap(Path folder) {
        try (Stream<String> lines = Files.lines(folder.resolve("Main.java"))) {
            return lines.findFirst().orElseThrow().startsWith("// repair: BUFFER_")
                    && !folder.getFileName().toString().matches("(form|shown)-.*");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void judgesByName(Path folder) throws Exception {
        String text = Files.readString(folder.resolve("Main.java"));
        Repair repair = Repair.valueOf(text.lines().findFirst().orElseThrow().substring("// repair: ".length()));
        Sources sources = Sources.open(new SourceOptions(List.of(folder), Optional.empty(), List.of()));
        List<Hazard> hazards = FirstCreation.hazards(sources, folder.resolve("Main.java").toAbsolutePath().normalize(), repair);
        boolean safe = folder.getFileName().toString().matches("(safe|assumed)-.*");
        assertThat(hazards.isEmpty()).as("%s", hazards).isEqualTo(safe);
    }

    @Test
    void hasEnoughOfBoth() throws IOException {
        assertThat(cases().filter(c -> c.getFileName().toString().startsWith("safe-"))).hasSizeGreaterThanOrEqualTo(12);
        assertThat(cases()
                .filter(c -> c.getFileName().toString().startsWith("unsafe-"))).hasSizeGreaterThanOrEqualTo(18);
    }
}
