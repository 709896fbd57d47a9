package dev.perfhint.cli.command.report;

import dev.perfhint.cli.command.option.Answer;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.json.CatalogueJson;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint rules}: one line for each rule, by family, and the causes of the account. */
@Command(name = "rules",
        description = "List rules by family and causes of system time; 'perfhint explain NAME' shows one.")
public final class RulesCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private Answer answer;

    @ParentCommand
    private Root root;

    public RulesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        answer.print(session, () -> text(root.palette()), () -> CatalogueJson.rules(Rules.all(), Root.version()));
        return ExitCode.DONE;
    }

    private static String text(Palette palette) {
        StringBuilder text = new StringBuilder();
        int width = Rules.all().stream().mapToInt(rule -> rule.id().length()).max().orElse(0);
        Map<String, List<Rule>> families = Rules.all().stream()
                .collect(Collectors.groupingBy(Rule::family, TreeMap::new, Collectors.toList()));
        families.forEach((family, rules) -> {
            text.append(palette.cyan(family)).append('\n');
            for (Rule rule : rules) {
                text.append("  ").append(palette.bold(rule.id())).append(" ".repeat(width - rule.id().length() + 2))
                        .append(rule.summary()).append('\n');
            }
        });
        String causes = Arrays.stream(Cause.values()).map(Cause::label).collect(Collectors.joining(", "));
        return text.append('\n').append(palette.cyan("causes of system CPU")).append("\n  ").append(causes).append('\n')
                .toString();
    }
}
