package dev.perfhint.cli.command;

import dev.perfhint.cli.output.Palette;
import dev.perfhint.rules.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        session.out().print(page(rule));
        return ExitCode.DONE;
    }

    private String page(Rule rule) {
        try (InputStream in = ExplainCommand.class.getResourceAsStream("pages/" + rule.id() + ".md")) {
            if (in == null) {
                throw new IllegalStateException("no page for the rule " + rule.id());
            }
            return colored(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
