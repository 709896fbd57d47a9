package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RulesCommandTest {
    @Test
    void listsEveryRuleOnce() {
        Invocation run = Invocation.of("rules");
        assertThat(run.code()).isZero();
        assertThat(run.out().lines().map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactlyElementsOf(Rules.all().stream().map(Rule::id).toList());
    }

    @Test
    void printsThePageOfEveryRule() throws IOException {
        for (Rule rule : Rules.all()) {
            Invocation run = Invocation.of("explain", rule.id());
            assertThat(run.code()).isZero();
            assertThat(run.out()).isEqualTo(Files.readString(Path.of("../docs/rules", rule.id() + ".md")));
        }
    }
}
