package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.ide.EditorSupport;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** The words that a shell completes, as they are typed: values of options, rules, causes, editors. */
final class Candidates {
    private static final List<String> BY_RULE = List.of("--rule", "--ignore");

    private Candidates() {}

    /** Returns the values of an option; empty where any text will do. */
    static List<String> of(OptionSpec option) {
        if (BY_RULE.contains(option.longestName())) {
            return rules();
        }
        List<String> values = new ArrayList<>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(each -> values.add(typed(each)));
        }
        return values;
    }

    /** Returns the first words after a command; empty where they are files or any text. */
    static List<String> of(String command) {
        return switch (command) {
            case "explain" -> Stream.concat(rules().stream(), Stream.of(Cause.values()).map(Cause::label)).toList();
            case "ide" -> Stream.concat(Stream.of("install", "uninstall"),
                    Stream.of(EditorSupport.values()).map(EditorSupport::label)).toList();
            default -> List.of();
        };
    }

    /** Returns a constant's name as it is typed. */
    static String typed(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> rules() {
        return Rules.all().stream().map(Rule::id).toList();
    }
}
