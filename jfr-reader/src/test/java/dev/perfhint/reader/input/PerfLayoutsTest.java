package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code perf script} prints in its common layouts, held to a count by awk. */
class PerfLayoutsTest {
    private static final Path PERF = Path.of("../fixtures/recordings/perf");

    @ParameterizedTest
    @ValueSource(strings = {"default", "process-thread", "no-times", "cycles", "inlined", "page-faults"})
    void readsAsManySamplesAsAreThere(String layout) throws Exception {
        assumeThat(Path.of("/usr/bin/awk")).exists();
        Path file = PERF.resolve("layout-" + layout + ".txt.gz");
        Profile profile = ProfileText.read(file, ReadOptions.DEFAULTS.asSampled());
        Rows rows = profile.rows();
        long system = 0;
        for (int row = 0; row < rows.size(); row++) {
            system += rows.systemSamples(row);
        }
        assertThat(rows.totalSamples() + " " + system).isEqualTo(counted(file));
        assertThat(rows.totalSamples()).isPositive();
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    /** Returns the samples and those of them in the kernel. */
    private static String counted(Path file) throws Exception {
        Process awk = new ProcessBuilder("/usr/bin/awk", "-f", PERF.resolve("count.awk").toString()).start();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file)); OutputStream out = awk.getOutputStream()) {
            in.transferTo(out);
        }
        String counts = new String(awk.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(awk.waitFor()).isZero();
        return counts;
    }
}
