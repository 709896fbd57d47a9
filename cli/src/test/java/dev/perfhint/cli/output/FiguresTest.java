package dev.perfhint.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Figures agree with the JDK's formatter, digit by digit. */
class FiguresTest {
    @Test
    void separatesThousands() {
        assertThat(Figures.count(0)).isEqualTo("0");
        assertThat(Figures.count(999)).isEqualTo("999");
        assertThat(Figures.count(-1000)).isEqualTo("-1,000");
        assertThat(Figures.count(1234567)).isEqualTo("1,234,567");
    }

    @Test
    void showsMoreDecimalsOfShortTimes() {
        assertThat(Figures.seconds(0)).isEqualTo("0.00");
        assertThat(Figures.seconds(12_345_678)).isEqualTo("0.012");
        assertThat(Figures.seconds(1_234_567_000_000L)).isEqualTo("1,234.57");
    }

    @Test
    void roundsAsTheFormatterDoes() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            double share = i % 2 == 0 ? random.nextDouble() : random.nextInt(2000) / 2000.0;
            long nanos = random.nextLong(10_000_000_000_000L) >> random.nextInt(40);
            double seconds = nanos / 1e9;
            assertThat(Figures.points(share)).isEqualTo(String.format(Locale.ROOT, "%.1f", share * 100));
            assertThat(Figures.count(nanos)).isEqualTo(String.format(Locale.ROOT, "%,d", nanos));
            assertThat(Figures.seconds(nanos)).isEqualTo(
                    String.format(Locale.ROOT, seconds > 0 && seconds < 0.1 ? "%.3f" : "%,.2f", seconds));
        }
    }
}
