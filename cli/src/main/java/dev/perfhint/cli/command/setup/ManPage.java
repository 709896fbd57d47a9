package dev.perfhint.cli.command.setup;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the manual page of a command as roff, section 1, from the same model that prints its help.
 *
 * <p>picocli's own generator of pages gives AsciiDoc, which only Asciidoctor turns into a manual page.
 */
final class ManPage {
    private final StringBuilder roff = new StringBuilder();

    private ManPage() {}

    /** Returns the page; the command's parent is the root, or it is the root itself. */
    static String of(CommandLine command, String version) {
        ManPage page = new ManPage();
        page.write(command, version);
        return page.roff.toString();
    }

    /** Returns the name of a command's page: {@code perfhint-analyze}. */
    static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    private void write(CommandLine command, String version) {
        CommandSpec spec = command.getCommandSpec();
        List<String> description = lines(spec.usageMessage().description());
        roff.append(".TH \"").append(quoted(name(command).toUpperCase(java.util.Locale.ROOT)))
                .append("\" 1 \"\" \"perfhint ")
                .append(quoted(version)).append("\"\n");
        roff.append(".SH NAME\n").append(text(name(command))).append(" \\- ")
                .append(text(description.isEmpty() ? "" : description.get(0))).append('\n');
        roff.append(".SH SYNOPSIS\n.nf\n").append(text(plain(command.getHelp().synopsis(0)).strip())).append("\n.fi\n");
        roff.append(".SH DESCRIPTION\n");
        description.forEach(line -> roff.append(text(line)).append("\n.PP\n"));
        CommandGuide guide = CommandGuide.of(spec.qualifiedName());
        lines("EXAMPLES", guide.examples());
        lines("EXIT STATUS", guide.exit());
        parameters(spec.positionalParameters());
        options(spec.options());
        subcommands(command);
        if (command.getParent() != null) {
            roff.append(".SH SEE ALSO\n").append(text(name(command.getParent()))).append("(1)\n");
        }
    }

    private void lines(String title, List<String> lines) {
        roff.append(".SH ").append(title).append("\n.nf\n");
        lines.forEach(line -> roff.append(text(line)).append('\n'));
        roff.append(".fi\n");
    }

    private void parameters(List<PositionalParamSpec> parameters) {
        List<PositionalParamSpec> shown = parameters.stream().filter(each -> !each.hidden()).toList();
        if (!shown.isEmpty()) {
            roff.append(".SH PARAMETERS\n");
            shown.forEach(each -> item(each.paramLabel(), lines(each.description())));
        }
    }

    private void options(List<OptionSpec> options) {
        List<OptionSpec> shown = options.stream().filter(each -> !each.hidden()).toList();
        if (!shown.isEmpty()) {
            roff.append(".SH OPTIONS\n");
            for (OptionSpec option : shown) {
                String label = option.arity().max() > 0
                        ? (option.longestName().startsWith("--") ? "=" : " ") + option.paramLabel() : "";
                item(String.join(", ", option.names()) + label, lines(option.description()));
            }
        }
    }

    private void subcommands(CommandLine command) {
        if (!command.getSubcommands().isEmpty()) {
            roff.append(".SH COMMANDS\n");
            command.getSubcommands().forEach((name, each) ->
                    item(name(each) + "(1)", lines(each.getCommandSpec().usageMessage().description())));
        }
    }

    private void item(String label, List<String> lines) {
        roff.append(".TP\n\\fB").append(text(label)).append("\\fR\n").append(text(String.join(" ", lines)))
                .append('\n');
    }

    /** Returns a description's lines as the help prints them: its percent signs are doubled in the model. */
    private static List<String> lines(String[] description) {
        List<String> lines = new ArrayList<>();
        for (String line : description) {
            String plain = plain(line.replace("%n", " ").replace("%%", "%")).strip();
            if (!plain.isEmpty()) {
                lines.add(plain);
            }
        }
        return lines;
    }

    private static String plain(String text) {
        return Help.Ansi.OFF.string(text);
    }

    /** Escapes what roff would take for a command. */
    private static String text(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped
                : escaped.replace("\n.", "\n\\&.").replace("\n'", "\n\\&'");
    }

    private static String quoted(String text) {
        return text.replace("\"", "");
    }
}
