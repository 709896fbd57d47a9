package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.fix.ReasonGroups;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReasonGroupsTest {
    @Test
    void groupsReasonsThatAreAlike() {
        assertThat(ReasonGroups.of(List.of(
                "Export, line 48: outn() cannot be seen", "Export, line 50: outl() cannot be seen", "line 3: it is not closed")))
                .containsExactly("Export, line 48: outn() cannot be seen (and 1 alike)", "line 3: it is not closed");
    }
}
