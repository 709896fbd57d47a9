package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folded I/O events against a fold with {@code jdk.jfr.consumer}, and whether calls are counts or only a sample. */
final class IoSemanticsTest {
    private static final Path RECORDINGS = Path.of("../fixtures/recordings");

    @ParameterizedTest
    @ValueSource(strings = {"jfr-11/io-exact", "jfr-17/io-exact", "jfr-21/io-exact", "jfr-25/io-exact"})
    void everyCallCountsAtThresholdZeroWithoutThrottle(String name) throws Exception {
        Profile profile = read(name);
        assertThat(profile.io()).noneMatch(IoOperation::sampled);
        assertThat(sums(profile)).isEqualTo(oracle(name));
        // the program writes one byte per call
        assertThat(profile.io()).anySatisfy(io -> {
            assertThat(io.kind()).isEqualTo(IoOperation.Kind.FILE_WRITE);
            assertThat(io.bytesPerCall()).isEqualTo(1.0);
            assertThat(io.calls()).isGreaterThanOrEqualTo(290);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"jfr-25/io-throttled", "jfr-11/default", "jfr-17/default", "jfr-25/default"})
    void callsAreOnlyASampleUnderAThresholdOrThrottle(String name) throws Exception {
        Profile profile = read(name);
        assertThat(profile.io()).isNotEmpty().allMatch(IoOperation::sampled);
        assertThat(sums(profile)).isEqualTo(oracle(name));
    }

    private static Profile read(String name) throws Exception {
        return Recordings.read(List.of(RECORDINGS.resolve(name + ".jfr")), ReadOptions.DEFAULTS);
    }

    private static Map<String, String> sums(Profile profile) {
        Map<String, long[]> sums = new TreeMap<>();
        for (IoOperation io : profile.io()) {
            long[] sum = sums.computeIfAbsent(io.kind().eventName(), kind -> new long[2]);
            sum[0] += io.calls();
            sum[1] += io.bytes();
        }
        return text(sums);
    }

    private static Map<String, String> oracle(String name) throws IOException {
        Map<String, long[]> sums = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(
                RECORDINGS.resolve(name + ".oracle.events.tsv.gz"))), StandardCharsets.UTF_8))) {
            lines.lines().map(line -> line.split("\t")).filter(cells -> cells[0].matches("jdk\\.(File|Socket)(Read|Write|Force)"))
                    .forEach(cells -> {
                        long[] sum = sums.computeIfAbsent(cells[0], kind -> new long[2]);
                        sum[0] += Long.parseLong(cells[2]);
                        sum[1] += Long.parseLong(cells[4]);
                    });
        }
        return text(sums);
    }

    private static Map<String, String> text(Map<String, long[]> sums) {
        Map<String, String> text = new TreeMap<>();
        sums.forEach((kind, sum) -> text.put(kind, sum[0] + " calls, " + sum[1] + " bytes"));
        return text;
    }
}
