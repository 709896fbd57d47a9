package dev.perfhint.cli.output.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.ChangeKind;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Measure;
import dev.perfhint.rules.compare.Subject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonRowsTest {
    @Test
    void printsTotalsAndChangesOnly() {
        Change cpu = change(Subject.CPU, "", 0.99, ChangeKind.SAME);
        Change gone = change(Subject.METHOD, "app.Main.run", 0, ChangeKind.GONE);
        Change unclear = change(Subject.METHOD, "app.Main.other", 1.2, ChangeKind.INCONCLUSIVE);
        Comparison comparison = new Comparison(Evidence.KERNEL_FRAMES, "run", false, OptionalDouble.of(1), false,
                List.of(new Measure("wallSeconds", 2, 1, ChangeKind.SMALLER)), List.of(cpu, gone, unclear), List.of());
        assertThat(ComparisonRows.rows(comparison)).containsExactly(
                List.of("improved", "-50.0 %", "2 s", "1 s", "wall time"),
                List.of("same", "-1.0 %", "1 s", "990 ms", "CPU time"),
                List.of("gone", "-100.0 %", "1 s", "0 s", "app.Main.run"));
        assertThat(ComparisonRows.summary(comparison)).isEqualTo("parts changed: 1 s -> 990 ms of CPU time per run (-1.0 %)");
        assertThat(ComparisonRows.notes(comparison))
                .containsExactly("1 other row without a significant change (--format json has all)");
    }

    @Test
    void saysThatAllCodeMovedAlike() {
        Comparison comparison = new Comparison(Evidence.KERNEL_FRAMES, "run", false, OptionalDouble.of(1.4), true,
                List.of(), List.of(change(Subject.CPU, "", 1.4, ChangeKind.INCONCLUSIVE)), List.of());
        assertThat(ComparisonRows.summary(comparison)).startsWith("all code changed alike: 1 s -> 1.40 s of CPU time");
        assertThat(ComparisonRows.notes(comparison).get(0))
                .isEqualTo("all code used 1.40x the CPU time alike: more work, or a slower machine");
    }

    private static Change change(Subject subject, String name, double after, ChangeKind kind) {
        return new Change(subject, name, "", Optional.empty(), 1, after, 30, 0, OptionalDouble.of(after - 1),
                OptionalDouble.empty(), -1, 1, kind);
    }
}
