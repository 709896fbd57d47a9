package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where lines went between two versions of a text. */
final class MovedLinesTest {
    private static List<Integer> now(String before, String after) {
        MovedLines moved = MovedLines.of(before, after);
        return IntStream.rangeClosed(1, before.split("\n", -1).length).mapToObj(moved::now).toList();
    }

    @Test
    void followsLinesByContent() {
        assertThat(now("a\nb\nc", "a\nb\nc")).containsExactly(1, 2, 3);
        assertThat(now("a\nb\nc", "x\na\ny\nb\nc")).containsExactly(2, 4, 5);
        assertThat(now("a\nb\nc", "a\nB\nc")).containsExactly(1, 0, 3);
        assertThat(now("a\nb\nc\nd", "a\nd")).containsExactly(1, 0, 0, 2);
        assertThat(now("a\nb", "")).containsExactly(0, 0);
        assertThat(now("", "a\nb")).containsExactly(0);
    }

    @Test
    void takesLineEndsForNoDifference() {
        assertThat(now("a\nb\nc", "a\r\nb\rc")).containsExactly(1, 2, 3);
    }

    @Test
    void knowsNoLinesBeyondTheText() {
        MovedLines moved = MovedLines.of("a\nb", "a\nb");
        assertThat(List.of(moved.now(0), moved.now(-1), moved.now(3))).containsOnly(0);
    }

    /** Whatever it says a line became has the same content, and lines keep their order. */
    @Test
    void namesEqualLinesInOrder() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            List<String> before = lines(random);
            List<String> after = lines(random);
            MovedLines moved = MovedLines.of(String.join("\n", before), String.join("\n", after));
            int last = 0;
            for (int line = 1; line <= before.size(); line++) {
                int now = moved.now(line);
                if (now > 0) {
                    assertThat(after.get(now - 1)).isEqualTo(before.get(line - 1));
                    assertThat(now).isGreaterThan(last);
                    last = now;
                }
            }
        }
    }

    @Test
    void givesUpOnTextsThatAreWhollyDifferent() {
        String before = IntStream.range(0, 20_000).mapToObj(i -> "a" + i).collect(Collectors.joining("\n"));
        String after = IntStream.range(0, 20_000).mapToObj(i -> "b" + i).collect(Collectors.joining("\n"));
        assertThat(MovedLines.of("same\n" + before, "same\n" + after).now(1)).isEqualTo(1);
        assertThat(MovedLines.of("same\n" + before, "same\n" + after).now(9_000)).isZero();
    }

    private static List<String> lines(Random random) {
        return IntStream.range(0, 1 + random.nextInt(12)).mapToObj(i -> String.valueOf((char) ('a' + random.nextInt(4)))).toList();
    }
}
