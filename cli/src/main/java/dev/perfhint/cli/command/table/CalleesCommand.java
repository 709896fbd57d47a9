package dev.perfhint.cli.command.table;

import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.text.ButterflyText;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint callees}: one side of the callers-callees table around a method. */
@Command(name = "callees", abbreviateSynopsis = true,
        description = "Show the callees of a method with their share of its system CPU.", sortOptions = false)
public final class CalleesCommand implements Callable<Integer> {
    private final Session session;

    @ParentCommand
    private Root root;

    @Mixin
    private Centre centre;

    public CalleesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws UnreadableRecordingException {
        return centre.show(session, root, ButterflyText.Side.CALLEES, 1);
    }
}
