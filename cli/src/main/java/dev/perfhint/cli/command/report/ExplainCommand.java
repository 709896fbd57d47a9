package dev.perfhint.cli.command.report;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Nearest;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.CausePage;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.text.MarkdownText;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.RulePage;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint explain NAME}: the page of a rule, or what is known of a cause; both are a part of the program. */
@Command(name = "explain",
        description = "Show the page of a rule (what it finds, why it costs, how safe the fix is) or of a cause.")
public final class ExplainCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Parameters(paramLabel = "RULE|CAUSE",
            description = "A rule id, as in [unbuffered-file-write], or a cause; 'perfhint rules' lists both.")
    private String id;

    public ExplainCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        boolean rule = Rules.find(id).isPresent() || id.equals(RulePage.FIX_SAFETY);
        Optional<Cause> cause = Cause.find(id);
        if (!rule && cause.isEmpty()) {
            throw unknown();
        }
        if (rule) {
            session.out().print(shown(RulePage.of(id).text()));
        }
        if (cause.isPresent()) {
            session.out().print((rule ? "\n" : "") + shown(CausePage.of(cause.get())));
        }
        return ExitCode.DONE;
    }

    private CliException unknown() {
        List<String> names = Stream.concat(Rules.all().stream().map(Rule::id),
                Arrays.stream(Cause.values()).map(Cause::label)).toList();
        return new CliException("'" + id + "' is neither a rule nor a cause: " + Nearest.name(id, names)
                .map(near -> "did you mean " + near + "?").orElseGet(() -> candidates(names)));
    }

    /** Names those that hold the word, else where all are listed. */
    private String candidates(List<String> names) {
        List<String> alike = id.isBlank() ? List.of() : names.stream().filter(name -> name.contains(id)).toList();
        return alike.isEmpty() ? "'perfhint rules' lists both" : "did you mean " + String.join(", ", alike) + "?";
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
