package dev.perfhint.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.ChangeKind;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Subject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonRowsTest {
    @Test
    void givesNoPercentageForWhatIsGoneByChance() {
        assertThat(cells(ChangeKind.SAME, 0)).startsWith("same", "gone").doesNotContain("-100.0 %");
        assertThat(cells(ChangeKind.SAME, 0.9)).startsWith("same", "-10.0 %");
        assertThat(cells(ChangeKind.GONE, 0)).startsWith("gone", "-100.0 %");
    }

    private static List<String> cells(ChangeKind kind, double after) {
        Change change = new Change(Subject.METHOD, "app.Main.run", "", Optional.empty(), 1, after, 30, 0,
                OptionalDouble.of(after - 1), OptionalDouble.empty(), -1, 1, kind);
        return ComparisonRows.cells(
                new Comparison(Evidence.KERNEL_FRAMES, "second", false, OptionalDouble.empty(), List.of(change), List.of()), change);
    }
}
