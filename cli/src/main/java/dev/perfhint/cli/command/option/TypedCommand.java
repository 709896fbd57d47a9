package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command line that was typed, for the user to type again with more behind it: as a shell takes it, without the
 * options that only say where and in which form a report goes.
 */
public final class TypedCommand {
    private static final Set<String> OUTPUT_OPTIONS =
            Set.of("--format", "-o", "--output", "--color", "--write-baseline", "--fail-on");
    private static final Set<String> OUTPUT_FLAGS = Set.of("--explain-fix");
    private static final String END_OF_OPTIONS = "--";

    private TypedCommand() {}

    /** Returns the command from its name on; {@code words} are all that was typed. */
    public static String of(String command, List<String> words) {
        List<String> kept = new ArrayList<>(List.of("perfhint"));
        boolean options = true;
        for (int at = Math.max(0, words.indexOf(command)); at < words.size(); at++) {
            String word = words.get(at);
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (options && OUTPUT_OPTIONS.contains(name)) {
                at += name.equals(word) ? 1 : 0;
            } else if (options && word.equals(END_OF_OPTIONS)) {
                options = false;
            } else if (!options && word.startsWith("-")) {
                kept.add(ShellWord.quoted("./" + word));
            } else if (!options || !OUTPUT_FLAGS.contains(word) && !(word.startsWith("-o") && word.length() > 2)) {
                kept.add(shown(word));
            }
        }
        return String.join(" ", kept);
    }

    private static String shown(String word) {
        int value = word.indexOf('=') + 1;
        if (!word.matches("--?[\\w-]+(=.*)?")) {
            return ShellWord.quoted(word);
        }
        return value == 0 ? word : word.substring(0, value) + ShellWord.quoted(word.substring(value));
    }
}
