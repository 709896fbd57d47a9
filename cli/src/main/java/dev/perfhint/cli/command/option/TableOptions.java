package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.profile.Cause;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the tables of hotspots, callers and callees count, which rows they have, and in which form. */
public final class TableOptions {
    @Option(names = "--native",
            description = "Show native and kernel functions; by default they count for their Java caller.")
    private boolean nativeFrames;

    @Option(names = "--top", paramLabel = "N", defaultValue = "20", converter = PositiveNumber.class,
            description = "Show N rows (default: 20).")
    private int top;

    @Option(names = "--cause", paramLabel = "CAUSE", converter = Label.class,
            description = "Only include system CPU of this cause: file-write, thread-handoff, page-fault ...")
    private Cause cause;

    @Option(names = "--cpu", description = "Show user and system CPU time side by side.")
    private boolean cpu;

    @Mixin
    private Answer answer;

    public void check() {
        if (cpu && cause != null) {
            throw new CliException("--cpu excludes --cause: causes are those of system CPU");
        }
    }

    public boolean nativeFrames() {
        return nativeFrames;
    }

    public int top() {
        return top;
    }

    public Optional<Cause> cause() {
        return Optional.ofNullable(cause);
    }

    public boolean cpu() {
        return cpu;
    }

    /** Returns what the rows count, as JSON names it. */
    public String measure() {
        return cpu ? "cpu" : "system";
    }

    public Answer answer() {
        return answer;
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
