package dev.perfhint.cli.command.fleet;

import dev.perfhint.cli.command.option.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code perfhint fleet}: one store of many recordings of many services, and what it says. */
@Command(name = "fleet",
        description = "Merge the recordings of many services and hosts: which code costs how many cores, and what a "
                + "release changed.", synopsisSubcommandLabel = "COMMAND", commandListHeading = "%nCommands:%n")
public final class FleetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Returns the command with the three below it. */
    public static CommandLine withSubcommands(Session session) {
        return new CommandLine(new FleetCommand())
                .addSubcommand("collect", new FleetCollectCommand(session))
                .addSubcommand("report", new FleetReportCommand(session))
                .addSubcommand("compare", new FleetCompareCommand(session));
    }

    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Missing command: collect, report or compare");
    }
}
