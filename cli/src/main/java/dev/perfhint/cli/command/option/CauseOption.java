package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.profile.Cause;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The option that shows system CPU of one cause only. */
public final class CauseOption {
    @Option(
            names = "--cause",
            paramLabel = "CAUSE",
            converter = Label.class,
            description =
                    "Only include system CPU of this cause: file-write, thread-handoff, page-fault ...")
    private Cause cause;

    public Optional<Cause> chosen() {
        return Optional.ofNullable(cause);
    }

    /** Reads a cause by its label. */
    static final class Label implements ITypeConverter<Cause> {
        @Override
        public Cause convert(String value) {
            return Cause.find(value)
                    .orElseThrow(() -> new CliException("unknown cause: '" + value + "'" + advice(value)));
        }

        private static String advice(String value) {
            List<String> labels = Arrays.stream(Cause.values()).map(Cause::label).toList();
            return Nearest.name(value, labels).map(near -> ": did you mean " + near + "?")
                    .orElse(" (one of " + String.join(", ", labels) + ")");
        }
    }
}
