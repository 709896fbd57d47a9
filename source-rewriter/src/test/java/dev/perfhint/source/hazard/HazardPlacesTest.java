package dev.perfhint.source.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hazards of one kind are one line, with the places of all of them. */
class HazardPlacesTest {
    private static final Path HOME = Path.of("Sink.java");

    private static Hazard at(String file, int line) {
        return new Hazard(HazardKind.ESCAPES, HazardKind.ESCAPES.harm(), "`out` is returned",
                file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)), line);
    }

    private static String shown(Hazard... hazards) {
        return String.join("; ", Hazard.shown(List.of(hazards), Optional.of(HOME)));
    }

    @Test
    void namesTheOtherPlacesOfTheSameKind() {
        assertThat(shown(at("Sink.java", 12))).isEqualTo("line 12: `out` is returned");
        assertThat(shown(at("Sink.java", 12), at("Sink.java", 31), at("Main.java", 7)))
                .isEqualTo("line 12: `out` is returned (also line 31, Main.java, line 7)");
        assertThat(shown(at("", 0), at("Sink.java", 31))).isEqualTo("`out` is returned (also line 31)");
        assertThat(shown(at("a/Sink.java", 3), at("b/Sink.java", 3))).isEqualTo("Sink.java, line 3: `out` is returned");
    }

    @Test
    void countsThoseBeyondTheFourth() {
        assertThat(shown(at("Sink.java", 1), at("Sink.java", 2), at("Sink.java", 3), at("Sink.java", 4), at("Sink.java", 5),
                at("Sink.java", 6), at("Sink.java", 7)))
                .isEqualTo("line 1: `out` is returned (also line 2, line 3, line 4, line 5 and 2 more)");
    }
}
