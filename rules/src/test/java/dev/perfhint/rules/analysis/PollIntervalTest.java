package dev.perfhint.rules.analysis;

import static dev.perfhint.rules.Reports.KERNEL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollIntervalTest {
    private static final String FUTEX = ";___pthread_cond_timedwait64;" + KERNEL + "__x64_sys_futex_[k] 300";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Thread.sleep(1)                  | sleeps 1 ms each time (in the source): up to 1,000 times a second in each thread",
        "Thread.sleep(PAUSE)              | sleeps 20 ms each time (in the source): up to 50 times a second in each thread",
        "Thread.sleep(0, 100_000)         | sleeps 100 us each time (in the source): up to 10,000 times a second in each thread",
        "LockSupport.parkNanos(1_000)     | sleeps 1 us each time (in the source): up to 1,000,000 times a second in each thread",
        "Thread.sleep(pause)              |",
    })
    void readsIntervalAndRateFromTheSource(String call, String note, @TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("Poll.java"), """
                import java.util.concurrent.locks.LockSupport;
                class Poll {
                    static final long PAUSE = 20;
                    void run(long pause) throws Exception {
                        while (true) {
                            %s;
                        }
                    }
                }
                """.formatted(call));
        String callee = call.startsWith("Thread") ? "java.lang.Thread.sleep:450;java.lang.Thread.sleep0"
                : "java.util.concurrent.locks.LockSupport.parkNanos:410;jdk.internal.misc.Unsafe.park";
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));

        Finding finding = Analysis.run(Stacks.kernel("Poll.run:6;" + callee + FUTEX).profile(), Optional.of(sources),
                AnalysisOptions.DEFAULTS).findings().get(0);

        assertThat(finding.rule()).isEqualTo("sleep-polling");
        assertThat(finding.notes().stream().filter(one -> one.startsWith("sleeps")))
                .containsExactlyElementsOf(Optional.ofNullable(note).stream().toList());
    }
}
