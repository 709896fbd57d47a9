package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.reader.jfr.JdkOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shipped JFR file reads the same by the own reader and by {@code jdk.jfr.consumer}. */
class JdkReaderComparisonTest {
    /** The JDK's reader fails on this file with a ClassCastException: type ids differ between its chunks. */
    private static final Path BEYOND_THE_JDK = Path.of("async-profiler-2.9", "jfrsync.jfr");

    /** Nobody can read these: the JVM describes its events at the first flush only. */
    private static final String KILLED_BEFORE_ITS_FIRST_FLUSH = "raw-early.jfr";

    /** The JDK's reader throws an IllegalArgumentException: it takes no name that cannot be one. */
    private static final String HOSTILE = "hostile-names.jfr";

    /** The JDK's reader finds no chunk in them: async-profiler writes a chunk's size when it is stopped. */
    private static final String PROFILER_KILLED = "cpu-killed";

    /** Both recorders sampled CPU: the JDK's reader does not tell whose chunk an event is of. */
    private static final String SAMPLED_TWICE = "pinned.jfr";

    static List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("perfhint.recordings", "../fixtures")))) {
            return files.filter(file -> file.toString().matches(".*\\.jfr(\\.gz)?"))
                    .filter(file -> !file.endsWith(BEYOND_THE_JDK) && !file.toString().contains(KILLED_BEFORE_ITS_FIRST_FLUSH)
                            && !file.toString().contains(HOSTILE) && !file.toString().contains(SAMPLED_TWICE) && !file.toString().contains(PROFILER_KILLED))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void readsTheSame(Path recording) throws IOException {
        if (Files.size(recording) == 0) {
            return;
        }
        Profile own = ProfileText.read(recording);
        assumeTrue(own.recordings().get(0).complete() || Runtime.version().feature() < 25,
                "JDK 25's own reader refuses a chunk that was never finished");
        Profile jdk = KernelScale.of(JdkOracle.read(recording, ReadOptions.DEFAULTS));

        assertThat(ProfileText.samples(own)).isEqualTo(ProfileText.samples(jdk));
        assertThat(ProfileText.io(own)).isEqualTo(ProfileText.io(jdk));
        assertThat(ProfileText.counts(own)).isEqualTo(ProfileText.counts(jdk));
        assertThat(own.counts().gauges()).isEqualTo(jdk.counts().gauges());
        assertThat(own.events()).containsExactlyInAnyOrderElementsOf(jdk.events());
        assertThat(own.recordings().get(0).jvm()).isEqualTo(jdk.recordings().get(0).jvm());
        assertThat(own.recordings().get(0).truncatedStacks()).isEqualTo(jdk.recordings().get(0).truncatedStacks());
        assertThat(own.recordings().get(0).lostSamples()).isEqualTo(jdk.recordings().get(0).lostSamples());
        assertThat(modules(own)).containsAllEntriesOf(modules(jdk));
    }

    private static Map<String, String> modules(Profile profile) {
        Map<String, String> modules = new TreeMap<>();
        for (int method = 0; method < profile.methods().size(); method++) {
            modules.put(profile.methods().name(method), profile.methods().module(method));
        }
        modules.values().removeIf(String::isEmpty);
        return modules;
    }

    @Test
    void knowsTheModuleOfClassesThatTheJdkRecorded() throws IOException {
        Map<String, String> modules = modules(ProfileText.read(Path.of("../fixtures/worked-example/recordings/jfr-17.jfr")));

        assertThat(modules).containsEntry("java.io.FileOutputStream.write", "java.base")
                .doesNotContainKey("org.example.export.ExtOutputStream.write");
    }
}
