package dev.perfhint.cli.command;

import dev.perfhint.cli.output.CausePage;
import dev.perfhint.cli.output.MarkdownText;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.RulePage;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Rules;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint explain NAME}: the page of a rule, or what is known of a cause; both are a part of the program. */
@Command(
        name = "explain",
        description =
                "Show a rule's page (what it finds, why that costs system CPU, how safe the fix is), or what a cause"
                + " of the account is.")
final class ExplainCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(
            paramLabel = "RULE|CAUSE",
            description =
                    "The rule's id, as in [unbuffered-file-write], or a cause of the account; 'perfhint rules' lists "
                            + "both.")
    private String id;

    ExplainCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        boolean rule = Rules.find(id).isPresent();
        Optional<Cause> cause = Cause.find(id);
        if (rule || cause.isEmpty()) {
            session.out().print(shown(RulePage.of(RuleOptions.find(id).id())));
        }
        if (cause.isPresent()) {
            session.out().print((rule ? "\n" : "") + shown(CausePage.of(cause.get())));
        }
        return ExitCode.DONE;
    }

    private String shown(String page) {
        Palette palette = root.palette();
        String markdown = session.terminal().isTerminal()
                ? MarkdownText.of(page, session.terminal().tableWidth()) : page;
        if (!palette.colored()) {
            return markdown;
        }
        StringBuilder text = new StringBuilder();
        markdown.lines().forEach(line -> text.append(line.startsWith("#") ? palette.bold(line) : line).append('\n'));
        return text.toString();
    }
}
