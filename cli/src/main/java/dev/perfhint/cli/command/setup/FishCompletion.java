package dev.perfhint.cli.command.setup;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** Writes completions for fish, which picocli's generator does not know, from the same model that prints the help. */
final class FishCompletion {
    private static final String NAME = "complete -c perfhint";

    private FishCompletion() {}

    static String of(CommandLine root) {
        StringBuilder script = new StringBuilder();
        String commands = String.join(" ", root.getSubcommands().keySet());
        root.getSubcommands().forEach((name, command) -> {
            script.append(NAME).append(" -n 'not __fish_seen_subcommand_from ").append(commands).append("' -a ")
                    .append(name)
                    .append(description(command.getCommandSpec().usageMessage().description())).append('\n');
            if (!Candidates.of(name).isEmpty()) {
                script.append(NAME).append(" -n '__fish_seen_subcommand_from ").append(name).append("' -f -a '")
                        .append(String.join(" ", Candidates.of(name))).append("'\n");
            }
            for (OptionSpec option : command.getCommandSpec().options()) {
                option(script, "-n '__fish_seen_subcommand_from " + name + "'", option);
            }
        });
        return script.toString();
    }

    private static void option(StringBuilder script, String where, OptionSpec option) {
        if (option.hidden()) {
            return;
        }
        script.append(NAME).append(' ').append(where);
        for (String name : option.names()) {
            String bare = name.replaceFirst("^-+", "");
            script.append(name.startsWith("--") ? " -l " : bare.length() == 1 ? " -s " : " -o ").append(bare);
        }
        if (option.arity().max() > 0) {
            script.append(" -r");
        }
        List<String> values = Candidates.of(option);
        if (!values.isEmpty()) {
            script.append(" -a '").append(String.join(" ", values)).append('\'');
        }
        script.append(description(option.description())).append('\n');
    }

    private static String description(String[] lines) {
        String first = lines.length == 0 ? ""
                : Help.Ansi.OFF.string(lines[0].replace("%n", " ").replace("%%", "%")).strip();
        return first.isEmpty() ? "" : " -d '" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
