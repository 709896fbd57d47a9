package dev.perfhint.cli.command;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one may type for short: nothing means {@code --help}, a recording alone {@code analyze}, {@code help COMMAND}
 * its {@code --help}.
 */
final class Shorthand {
    private static final String HELP = "help";

    private Shorthand() {}

    /** Returns the arguments in full. */
    static String[] expand(String[] args, List<String> commands) {
        if (args.length == 0) {
            return new String[] {"--help"};
        }
        if (commands.contains(args[0]) || args[0].startsWith("-") && !args[0].equals("-")) {
            return args;
        }
        if (args[0].equals(HELP) && args.length > 1 && !commands.contains(args[1])) {
            return new String[] {args[1]};
        }
        if (args[0].equals(HELP)) {
            return Stream.concat(Arrays.stream(args).skip(1).limit(1), Stream.of("--help")).toArray(String[]::new);
        }
        // on JDK 25 a file without a name is the working directory
        return args[0].equals("-") || !args[0].isEmpty() && new File(args[0]).exists()
                ? Stream.concat(Stream.of("analyze"), Arrays.stream(args)).toArray(String[]::new)
                : args;
    }
}
