package dev.perfhint.cli.command;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Nearest;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.output.ClosedOutputException;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.reader.Readers;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.latency.LatencyException;
import dev.perfhint.rules.scaling.ScalingException;
import dev.perfhint.source.file.SourceException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns what went wrong into one line on standard error and an exit code. A stack trace goes to a file, never to a
 * user.
 */
final class Failures {
    // picocli lists an enum's constants as they stand in the code
    private static final Pattern ENUM = Pattern.compile("expected one of \\[[A-Z, ]+]");

    private Failures() {}

    static int report(Throwable failure, PrintStream err) {
        if (failure instanceof ClosedOutputException) {
            return ExitCode.DONE;
        }
        boolean input = failure instanceof UnreadableRecordingException || failure instanceof SourceException
                || failure instanceof LatencyException || failure instanceof ScalingException;
        int code = failure instanceof CliException refused ? refused.exitCode() : input ? ExitCode.USAGE : ExitCode.BUG;
        err.println("perfhint: " + (code == ExitCode.BUG ? bug(failure) : Printable.line(failure.getMessage())));
        return code;
    }

    /** Handles a command line that picocli rejected. */
    static int usage(ParameterException failure, String[] args, PrintStream err) {
        if (failure.getCause() instanceof CliException cause) {
            return report(cause, err);
        }
        CommandLine command = failure.getCommandLine();
        String message = failure instanceof UnmatchedArgumentException unmatched && command.getParent() == null
                ? unknownCommand(unmatched)
                : lowerFirst(failure.getMessage());
        message = withoutDashes(command, args).or(() -> meant(failure)).orElse(message);
        message = fileLikeOption(command, args)
                .map(file -> "'" + file + "' is a file, but its dash makes it an option: write ./" + file
                        + ", or -- in front of it")
                .orElse(message);
        String name = command.getCommandSpec().qualifiedName();
        err.println("perfhint: "
                + Printable.line(ENUM.matcher(message).replaceAll(match -> match.group().toLowerCase(Locale.ROOT))
                        .replace(" (case-insensitive)", "")) + " (see '" + name + " --help')");
        return ExitCode.USAGE;
    }

    /** Returns the first argument that is no option of the command, but would be one by its dash, and names a file. */
    private static Optional<String> fileLikeOption(CommandLine command, String[] args) {
        return Arrays.stream(args)
                .takeWhile(arg -> !arg.equals("--"))
                .filter(arg -> arg.length() > 1 && arg.startsWith("-"))
                .filter(arg -> !command.getCommandSpec().optionsMap().containsKey(arg))
                .filter(arg -> Files.isRegularFile(Path.of(arg)))
                .findFirst();
    }

    /** A command to record whose own options come without {@code --} in front. */
    private static Optional<String> withoutDashes(CommandLine command, String[] args) {
        List<String> words = Arrays.asList(args);
        String name = command.getCommandName();
        int first = words.indexOf(name) + 1;
        while (first < words.size() && words.get(first).startsWith("-")) {
            Optional<OptionSpec> option =
                    Optional.ofNullable(command.getCommandSpec().optionsMap().get(words.get(first)));
            first += option.filter(known -> known.arity().min() > 0).isPresent() ? 2 : 1;
        }
        boolean missing = List.of("record", "run").contains(name) && !words.contains("--") && first < words.size()
                && !words.get(first).matches("\\d+");
        return missing
                ? Optional.of("-- is missing in front of the command: perfhint " + name + " -- "
                        + String.join(" ", words.subList(first, words.size())))
                : Optional.empty();
    }

    /** Names the option that was probably meant by one that there is not. */
    private static Optional<String> meant(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched) || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        String word = unmatched.getUnmatched().get(0);
        if (!word.startsWith("-") && failure.getCommandLine().getParent() != null) {
            return Optional.of("'" + word + "' is one argument too many");
        }
        String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        List<String> options = failure.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                .filter(option -> option.startsWith("--")).sorted().toList();
        return word.startsWith("--")
                ? Nearest.name(name, options).map(near -> "unknown option: '" + word + "': did you mean " + near + "?")
                : Optional.empty();
    }

    private static String unknownCommand(UnmatchedArgumentException failure) {
        String first = failure.getUnmatched().isEmpty() ? "" : failure.getUnmatched().get(0);
        if (first.startsWith("-")) {
            return "unknown option: '" + first + "'";
        }
        if (first.contains("/") || first.matches(".*\\.(" + String.join("|", Readers.suffixes()) + ")")) {
            return first + ": neither a command nor a file";
        }
        String near = Nearest.name(first, Commands.names()).map(name -> ": did you mean " + name + "?").orElse("");
        return "unknown command: '" + first + "'" + near;
    }

    private static String bug(Throwable failure) {
        String where = "";
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.perfhint.")) {
                where = " in " + frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
                break;
            }
        }
        String what = "this is a bug in perfhint " + Root.version() + " (" + failure.getClass().getSimpleName() + where
                + ")";
        return what + ": please report it as CONTRIBUTING.md says" + details(failure);
    }

    private static String details(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        try {
            Path file = Files.createTempFile("perfhint-bug-", ".txt");
            Files.write(file, trace.toString().getBytes(StandardCharsets.UTF_8));
            return ", with " + file;
        } catch (IOException e) {
            return "";
        }
    }

    private static String lowerFirst(String message) {
        if (message == null || message.isEmpty()) {
            return "bad usage";
        }
        return Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
