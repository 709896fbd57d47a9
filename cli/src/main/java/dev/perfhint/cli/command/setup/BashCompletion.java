package dev.perfhint.cli.command.setup;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completions for bash and zsh: picocli's, with values as they are typed, and with rules, causes and editors. */
final class BashCompletion {
    private static final Pattern VALUES = Pattern.compile("(?<=_option_args=\\()[^)]*");
    private static final Pattern COMMAND = Pattern.compile("(?m)^function _picocli_perfhint_(\\w+)\\(\\) \\{");
    private static final String CASES = "  case ${prev_word} in\n";
    private static final String POSITIONALS = "    local positionals=\"\"\n";

    private BashCompletion() {}

    static String of(CommandLine root) {
        String script = VALUES.matcher(AutoComplete.bash("perfhint", root))
                .replaceAll(values -> Matcher.quoteReplacement(Candidates.typed(values.group())));
        StringBuilder text = new StringBuilder();
        int end = 0;
        for (MatchResult function : COMMAND.matcher(script).results().toList()) {
            text.append(command(script.substring(end, function.start()), root));
            end = function.start();
        }
        return text.append(command(script.substring(end), root)).toString();
    }

    private static String command(String function, CommandLine root) {
        Matcher named = COMMAND.matcher(function);
        CommandLine command = named.find() ? root.getSubcommands().get(named.group(1)) : null;
        if (command == null) {
            return function;
        }
        StringBuilder cases = new StringBuilder();
        for (OptionSpec option : command.getCommandSpec().options()) {
            List<String> values = option.completionCandidates() == null ? Candidates.of(option) : List.of();
            if (!values.isEmpty()) {
                cases.append("    ").append(String.join("|", option.names()))
                        .append(")\n      COMPREPLY=( $(compgen -W '").append(String.join(" ", values))
                        .append("' -- \"${curr_word}\") )\n      return $?\n      ;;\n");
            }
        }
        return function.replace(CASES, CASES + cases)
                .replace(POSITIONALS,
                        "    local positionals='" + String.join("\n", Candidates.of(named.group(1))) + "'\n");
    }
}
