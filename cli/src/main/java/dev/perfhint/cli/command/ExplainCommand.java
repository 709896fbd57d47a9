package dev.perfhint.cli.command;

import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.RulePage;
import dev.perfhint.rules.Rule;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint explain RULE}: the rule's page, which is a part of the program. */
@Command(
        name = "explain",
        description = "Show a rule's page: what it does, why it costs system CPU, how safe the fix is.")
final class ExplainCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "RULE", description = "The rule's id, as in [unbuffered-file-write]; 'perfhint rules' lists them.")
    private String id;

    ExplainCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Rule rule = RuleOptions.find(id);
        session.out().print(colored(RulePage.of(rule.id())));
        return ExitCode.DONE;
    }

    private String colored(String markdown) {
        Palette palette = root.palette();
        if (!palette.colored()) {
            return markdown;
        }
        StringBuilder text = new StringBuilder();
        markdown.lines().forEach(line -> text.append(line.startsWith("#") ? palette.bold(line) : line).append('\n'));
        return text.toString();
    }
}
