package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.cli.command.Main;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of many threads with little CPU time each have the shares that the JVM counted for them. */
class ThreadSharesTest {
    private static final Pattern COUNTED = Pattern.compile("small (\\d+) big (\\d+)");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"10, 80000, 10ms", "100, 8000, 10ms", "500, 2000, 10ms", "2000, 600, 1ms"})
    void areTheKernels(int threads, int micros, String interval) throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/schedstat")), "the kernel counts no time per thread");
        // CPU timers come late on a busy machine: it has three tries
        for (int tries = 3; !areClose(threads, micros, interval, tries == 1); tries--) {
            Files.delete(directory.resolve("crowd.jfr"));
        }
    }

    private boolean areClose(int threads, int micros, String interval, boolean last) throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        Path file = directory.resolve("crowd.jfr");
        List<String> command = new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), "record", "--engine", "ctimer", "--interval", interval, "-o", file.toString(), "--",
                java, "../fixtures/threads/Crowd.java", "" + threads, "" + micros));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher counted = COUNTED.matcher(output);
        assertThat(counted.find()).as(output).isTrue();

        Profile profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);
        double small = nanos(profile, "small");
        double big = nanos(profile, "big");
        double expected = Double.parseDouble(counted.group(1)) / Double.parseDouble(counted.group(2));
        if (last) {
            assertThat(small / big).as(output + profile.recordings().get(0).warnings())
                    .isCloseTo(expected, within(0.1 * expected));
        }
        return Math.abs(small / big - expected) <= 0.1 * expected;
    }

    private static double nanos(Profile profile, String group) {
        int id = profile.threadGroups().indexOf(group);
        double nanos = 0;
        for (int row = 0; row < profile.rows().size(); row++) {
            boolean cpu = profile.events().get(profile.rows().event(row)).cpu();
            nanos += cpu && profile.rows().threadGroup(row) == id ? profile.rows().nanos(row) : 0;
        }
        return nanos;
    }
}
