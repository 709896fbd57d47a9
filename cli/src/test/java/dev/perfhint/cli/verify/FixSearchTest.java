package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FixSearchTest {
    private final List<List<Integer>> trials = new ArrayList<>();

    @Test
    void namesAnyTwoOfFiveInAtMostEightTrials() throws Exception {
        for (int one = 0; one < 5; one++) {
            for (int other = one + 1; other < 5; other++) {
                trials.clear();
                FixSearch.Outcome outcome = search(5, Set.of(one, other));
                assertThat(outcome.failed()).containsOnlyKeys(one, other);
                assertThat(outcome.passed()).hasSize(3).doesNotContain(one, other);
                assertThat(trials).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(7); // and the joint run
            }
        }
    }

    @Test
    void findsOneOfTwentyByHalving() throws Exception {
        assertThat(search(20, Set.of(13)).failed()).containsOnlyKeys(13);
        assertThat(trials).hasSizeLessThanOrEqualTo(9);
    }

    @Test
    void keepsNothingWhereAllFail() throws Exception {
        assertThat(search(3, Set.of(0, 1, 2)).passed()).isEmpty();
    }

    @Test
    void namesTheLaterOfTwoThatFailOnlyTogether() throws Exception {
        FixSearch.Outcome outcome = FixSearch.of(List.of(0, 1, 2), "together", fixes -> {
            return fixes.containsAll(List.of(0, 2)) ? Optional.of("together") : Optional.empty();
        });
        assertThat(outcome.failed()).containsOnlyKeys(2);
        assertThat(outcome.passed()).containsExactly(0, 1);
    }

    private FixSearch.Outcome search(int fixes, Set<Integer> failing) throws Exception {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < fixes; i++) {
            all.add(i);
        }
        return FixSearch.of(all, "joint", some -> {
            trials.add(some);
            return some.stream().anyMatch(failing::contains) ? Optional.of("differs") : Optional.empty();
        });
    }
}
