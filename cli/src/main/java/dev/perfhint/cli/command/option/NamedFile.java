package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import java.util.List;
import java.util.stream.Stream;

/** A report's format and where it goes, as {@code --output FORMAT=FILE} names them. */
public record NamedFile<F>(F format, String file) {
    /** Returns what an argument names; the formats are known by their text. */
    public static <F> NamedFile<F> of(String output, F[] formats) {
        int equals = output.indexOf('=');
        if (equals < 0) {
            throw new CliException("--output " + output + ": write FORMAT=FILE, as in json=report.json");
        }
        String name = output.substring(0, equals);
        F format = Stream.of(formats).filter(each -> each.toString().equals(name)).findFirst()
                .orElseThrow(() -> unknown(name, Stream.of(formats).map(Object::toString).toList()));
        return new NamedFile<>(format, output.substring(equals + 1));
    }

    private static CliException unknown(String name, List<String> names) {
        return new CliException("unknown format '" + name + "': " + Nearest.name(name, names)
                .map(known -> "did you mean " + known + "?").orElse(String.join(", ", names)));
    }
}
