package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AssumptionsTest {
    @Test
    void takesACrashOnlyWhereTheCreatorCloses() {
        assertThat(Assumptions.DEFAULTS.accepts(GuardKind.NO_CRASH, true)).isTrue();
        assertThat(Assumptions.DEFAULTS.accepts(GuardKind.NO_CRASH, false)).isFalse();
        assertThat(Assumptions.parse("+no-crash").accepts(GuardKind.NO_CRASH, false)).isTrue();
        assertThat(Assumptions.parse("-no-crash").accepts(GuardKind.NO_CRASH, true)).isFalse();
    }

    @Test
    void replacesOrChangesTheDefault() {
        assertThat(Assumptions.parse("none")).isEqualTo(Assumptions.NONE);
        assertThat(Assumptions.parse("no-observer").accepted()).containsExactly(GuardKind.NO_OBSERVER);
        assertThat(Assumptions.parse("-quiet-calls,+no-tail").accepted())
                .containsExactlyInAnyOrder(GuardKind.NO_OBSERVER, GuardKind.REGULAR_FILE, GuardKind.UNCHANGED_INPUT,
                        GuardKind.NO_TAIL);
        assertThat(Assumptions.parse("none,+no-observer").accepted()).containsExactly(GuardKind.NO_OBSERVER);
    }

    @Test
    void refusesWhatCannotBeAssumed() {
        assertThatThrownBy(() -> Assumptions.parse("no-alias")).hasMessageContaining("'no-alias' is none of");
        assertThatThrownBy(() -> Assumptions.parse("")).hasMessageContaining("is none of");
    }
}
