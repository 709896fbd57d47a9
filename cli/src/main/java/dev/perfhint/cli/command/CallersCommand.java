package dev.perfhint.cli.command;

import dev.perfhint.cli.output.ButterflyText;
import dev.perfhint.reader.UnreadableRecordingException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint callers}: one side of the callers-callees table around a method. */
@Command(
        name = "callers",
        abbreviateSynopsis = true,
        description = "Show the callers of a method with their share of its system CPU.",
        sortOptions = false)
final class CallersCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Mixin
    private Centre centre;

    CallersCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException {
        return centre.show(session, root, ButterflyText.Side.CALLERS);
    }
}
