package dev.perfhint.cli.command;

import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Rules;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint rules}: one line for each rule. */
@Command(name = "rules", description = "List the rules; 'perfhint explain RULE' tells more of one.")
final class RulesCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    RulesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        int width = Rules.all().stream().mapToInt(rule -> rule.id().length()).max().orElse(0);
        for (Rule rule : Rules.all()) {
            String padding = " ".repeat(width - rule.id().length() + 2);
            session.out().print(root.palette().bold(rule.id()) + padding + rule.summary() + "\n");
        }
        return ExitCode.DONE;
    }
}
