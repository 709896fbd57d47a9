package dev.perfhint.cli.command.setup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Examples and exit codes of a command, as its help and manual page show them.
 *
 * @param exit the codes and what they mean, one each
 */
public record CommandGuide(List<String> examples, List<String> exit) {
    /** Returns the guide of a command; subcommands have that of their parent. */
    public static CommandGuide of(String qualifiedName) {
        String[] words = qualifiedName.split(" ");
        String title = "[" + words[Math.min(1, words.length - 1)] + "]\n";
        String all = text();
        int start = all.indexOf(title) + title.length();
        List<String> lines = Arrays.asList(all.substring(start, all.indexOf("\n\n", start)).split("\n"));
        return new CommandGuide(lines.subList(0, lines.size() - 1), List.of(lines.get(lines.size() - 1).split("; ")));
    }

    /** Returns both as the help prints them, with an empty line around. */
    public String help() {
        StringBuilder text = new StringBuilder("\nExamples:\n");
        examples.forEach(example -> text.append("  ").append(example).append('\n'));
        text.append("Exit status:\n");
        exit.forEach(code -> text.append("  ").append(code).append('\n'));
        return text.append('\n').toString();
    }

    private static String text() {
        try (InputStream in = CommandGuide.class.getResourceAsStream("examples.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
