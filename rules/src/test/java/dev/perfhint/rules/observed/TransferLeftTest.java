package dev.perfhint.rules.observed;

import static dev.perfhint.rules.Reports.ARRAY_READ;
import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 160 files of 32,000 bytes, copied by 64 bytes: four blocks of 8 KiB for each. */
class TransferLeftTest {
    private static final String SOURCE = """
            package app;
            import java.io.*;
            public class Main {
                static void copy(InputStream in, OutputStream out) throws IOException {
                    byte[] buffer = new byte[64];
                    int n;
                    while ((n = in.read(buffer)) != -1) {
                        out.write(buffer, 0, n);
                    }
                }
            }
            """;
    private static final String[] LIFE = {
        "time 2600000000 stacks ", "frame 1 java.io.FileOutputStream write F.java 300 4",
        "frame 2 app.Main copy Main.java 8 7", "stack 1 1,2", "site 1 file-out 1 w", "life 1 160 160 0 0 0",
        "op 1 write 80000 5120000 0 7:80000", "op 1 close 160 0 0 ", "turn 1 write close 160",
        "call 1 write 1 80000 5120000"};

    @TempDir
    private Path directory;

    @Test
    void predictsTheBlocksOfTransferToWhereThatIsTheFix() throws Exception {
        Path file = Files.createDirectories(directory.resolve("app")).resolve("Main.java");
        Files.writeString(file, SOURCE);
        Finding finding = finding(Optional.of(
                Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()))));
        assertThat(finding.fix()).hasValueSatisfying(fix ->
                assertThat(fix.title()).isEqualTo("replace the copy loop by transferTo"));
        assertThat(finding.seen().orElseThrow().left().after()).isEqualTo(640);
        assertThat(finding.message()).isEqualTo("80,000 writes of 64 bytes on 160 streams: the fix makes them 640");
        assertThat(finding.fix().orElseThrow().measured()).endsWith(finding.message());
    }

    @ParameterizedTest
    @CsvSource({"OpenJDK 64-Bit Server VM 17.0.15+6, 640", "'', 640", "OpenJDK 64-Bit Server VM 25+36-LTS, 160",
        "OpenJDK 64-Bit Server VM 21.0.2+13-LTS, 160"})
    void takesTheSizeOfTheRecordedJdk(String jvm, long expected) {
        SeenStreams seen = finding(Optional.empty()).seen().orElseThrow();
        assertThat(seen.left().after()).as("an array of 64 KiB").isEqualTo(160);
        assertThat(TransferLeft.of(seen, jvm).left().after()).isEqualTo(expected);
    }

    private static Finding finding(Optional<Sources> sources) {
        Stacks stacks = Stacks.kernel("app.Main.copy:8;" + ARRAY_WRITE + " 600", "app.Main.copy:7;" + ARRAY_READ + " 500")
                .observed(LIFE);
        return Analysis.run(stacks.profile(), sources, AnalysisOptions.DEFAULTS).counting().get(0);
    }
}
