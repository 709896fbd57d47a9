package dev.perfhint.cli.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Commands;
import dev.perfhint.cli.command.Invocation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command's help begins with two examples, which are commands that exist, and its exit codes. */
class CommandGuideTest {
    static Stream<String> commands() {
        return Commands.names().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsATerminalAndShowsExamplesFirst(String command) {
        String help = Invocation.of(command, "--help").out();
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        List<String> lines = help.lines().toList();
        int examples = lines.indexOf("Examples:");
        assertThat(examples).isBetween(2, 8);
        assertThat(lines.get(examples + 1)).startsWith("  perfhint " + command);
        assertThat(lines.get(examples + 2)).startsWith("  perfhint ");
        assertThat(lines.get(examples + 3)).isEqualTo("Exit status:");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void examplesNameOptionsThatExist(String command) {
        for (String example : CommandGuide.of("perfhint " + command).examples()) {
            List<String> words = List.of(example.replaceAll(" -- .*", "").split(" "));
            String help = Invocation.of(words.get(1), "--help").out()
                    + (words.get(1).equals("fleet") ? Invocation.of("fleet", words.get(2), "--help").out() : "");
            assertThat(Commands.names()).contains(words.get(1));
            assertThat(words.stream().filter(word -> word.startsWith("-"))).allMatch(help::contains);
        }
    }
}
