package dev.perfhint.cli.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RulesCommandTest {
    @Test
    void listsEveryRuleOnceBelowItsFamily() {
        Invocation run = Invocation.of("rules");
        assertThat(run.code()).isZero();
        String family = "";
        Map<String, String> familyOf = new TreeMap<>();
        for (String line : run.out().lines().takeWhile(line -> !line.isEmpty()).toList()) {
            if (line.startsWith("  ")) {
                assertThat(familyOf.put(line.substring(2, line.indexOf(' ', 2)), family)).isNull();
            } else {
                family = line;
            }
        }
        assertThat(familyOf).isEqualTo(Rules.all().stream().collect(Collectors.toMap(Rule::id, Rule::family)));
        for (Cause cause : Cause.values()) {
            assertThat(run.out().substring(run.out().indexOf("causes"))).containsPattern("\\b" + cause.label() + "\\b");
        }
    }

    @Test
    void explainsEveryCauseOfTheAccount() {
        for (Cause cause : Cause.values()) {
            assertThat(Invocation.of("explain", cause.label()).out()).contains("## " + cause.label() + "\n").doesNotContain("# Causes of");
        }
        assertThat(Invocation.of("explain", "file-sync").out()).contains("sync-per-record").doesNotContain("## file-map");
        assertThat(Invocation.of("explain", "thread-handoff").out()).startsWith("# thread-handoff").contains("\n\n## thread-handoff\n");
    }

    @Test
    void printsThePageOfEveryRule() throws IOException {
        for (Rule rule : Rules.all()) {
            Invocation run = Invocation.of("explain", rule.id());
            assertThat(run.code()).isZero();
            assertThat(run.out()).startsWith(Files.readString(Path.of("../docs/rules", rule.id() + ".md")).split("\n---\n", 2)[1]);
        }
    }
}
