package dev.perfhint.cli.command.table;

import dev.perfhint.cli.command.option.PositiveNumber;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.text.ButterflyText;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint callers}: one side of the callers-callees table around a method. */
@Command(name = "callers", abbreviateSynopsis = true,
        description = "Show the callers of a method with their share of its system CPU.", sortOptions = false)
public final class CallersCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Option(names = "--depth", paramLabel = "N", converter = PositiveNumber.class, defaultValue = "1",
            description = "Show the callers of callers too, as a tree of N steps (default: 1).")
    private int depth;

    @Mixin
    private Centre centre;

    public CallersCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException {
        return centre.show(session, root, ButterflyText.Side.CALLERS, depth);
    }
}
