package dev.perfhint.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options become arguments, and nothing else changes. */
class WordingTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            check --output, relative to the top of the tree | check outputs, relative to the top of the tree
            check --run and --build | check run and build
            shares are more exact with --no-observe | shares are more exact with observe=false
            record with perfhint record --for latency | record with purpose=latency
            --fix without --safe-only writes it | patch without safeOnly writes it
            give --work-before, --work-after | give workBefore, workAfter
            did not end within the time limit (--time-limit) | did not end within the time limit (timeLimitSeconds)
            wrote /data/--run/a.patch; apply with: git -C src apply a.patch | wrote /data/--run/a.patch; apply with: git -C src apply a.patch
            java --runner --run-all | java --runner --run-all
            """)
    void saysArgumentsInPlaceOfOptions(String said, String toAnAssistant) {
        assertThat(Wording.of(said)).isEqualTo(toAnAssistant);
        assertThat(Wording.of(Map.of("said", List.of(said, 7)))).isEqualTo(Map.of("said", List.of(toAnAssistant, 7)));
    }
}
