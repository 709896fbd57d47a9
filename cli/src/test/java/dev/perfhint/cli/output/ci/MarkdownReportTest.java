package dev.perfhint.cli.output.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    @Test
    void staysBelowTheLimitOfAComment() throws Exception {
        Profile profile = Recordings.read(List.of(Path.of("../fixtures/worked-example/recordings/cpu.jfr")), ReadOptions.DEFAULTS);
        Report report = Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS);
        List<Finding> many = Collections.nCopies(1000, report.findings().get(0));
        String text = MarkdownReport.of(new Report(profile, Optional.empty(), many, List.of(), List.of()), fix -> "");
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(50_000, 60_000);
        assertThat(text).contains("\n... and 950 more\n").containsPattern("The details of [0-9]+ findings would not fit here");
        assertThat(text.split("<details>", -1)).hasSameSizeAs(text.split("</details>", -1));
    }
}
