package dev.perfhint.cli.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.source.file.SourceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnalysedTest {
    private static final Path FIXTURES = Path.of("../fixtures").toAbsolutePath().normalize();

    @Test
    void tellsThatTheProgramWaits() throws Exception {
        assertThat(told(FIXTURES.resolve("recordings/server/writes.jfr.gz")))
                .singleElement().asString().startsWith("this program waits: it used ");
    }

    @Test
    void tellsNothingOfABusyProgram() throws Exception {
        assertThat(told(FIXTURES.resolve("worked-example/recordings/cpu.jfr"))).isEmpty();
    }

    private static List<String> told(Path recording) throws Exception {
        LspSetup setup = new LspSetup(new SourceOptions(List.of(FIXTURES.resolve("recordings/server")), Optional.empty(), List.of()),
                AnalysisOptions.DEFAULTS, Optional.of(recording));
        List<String> told = new ArrayList<>();
        Analysed.of(NewestRecording.named(recording).orElseThrow(), setup, told::add);
        return told;
    }
}
