package dev.perfhint.cli.output.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OtherUsesTest {
    private static final String FINE = "line 3: out.flush(): compatible";
    private static final String UNPROVEN = "line 4: not proven compatible: the stream is passed to keep(), whose code cannot be seen";
    private static final String REFUSED = "line 5: out.getChannel(): not compatible: the channel does not see buffered bytes";

    @Test
    void readsAsOneSentence() {
        assertThat(summary(FINE)).isEqualTo("1, compatible");
        assertThat(summary(FINE, FINE)).isEqualTo("2, both compatible");
        assertThat(summary(FINE, FINE, FINE)).isEqualTo("3, all compatible");
        assertThat(summary(UNPROVEN)).isEqualTo("1, not proven compatible");
        assertThat(summary(REFUSED)).isEqualTo("1, not compatible");
        assertThat(summary(UNPROVEN, UNPROVEN)).isEqualTo("2, neither proven compatible");
        assertThat(summary(REFUSED, REFUSED, REFUSED)).isEqualTo("3, none compatible");
        assertThat(summary(FINE, UNPROVEN, FINE)).isEqualTo("3, of which 1 not proven compatible");
        assertThat(summary(FINE, REFUSED)).isEqualTo("2, of which 1 not compatible");
        assertThat(summary(FINE, REFUSED, UNPROVEN)).isEqualTo("3, of which 1 not compatible and 1 not proven compatible");
        assertThat(summary(REFUSED, UNPROVEN)).isEqualTo("2, of which 1 not compatible and 1 not proven compatible");
    }

    private static String summary(String... inspected) {
        return OtherUses.summary(List.of(inspected)).replace("other uses checked: ", "");
    }
}
