package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code perfhint install}: a link, manual pages and completions. */
@Command(name = "install",
        description = "Make perfhint a command of this system: a link to it, manual pages, completions for bash, zsh "
                + "and fish.", sortOptions = false)
public final class InstallCommand implements Callable<Integer> {
    private final Session session;
    private final Supplier<CommandLine> commands;

    @ParentCommand
    private Root root;

    @Option(names = "--prefix", paramLabel = "DIR",
            description = "Install in bin and share of DIR (default: ~/.local).")
    private Path prefix;

    @Option(names = "--uninstall", description = "Delete what was installed there.")
    private boolean uninstall;

    /** @param commands all commands, for the manual pages and completions */
    public InstallCommand(Session session, Supplier<CommandLine> commands) {
        this.commands = commands;
        this.session = session;
    }

    @Override
    public Integer call() {
        Path launcher = session.launcher().filter(Files::isExecutable)
                .orElseThrow(
                        () -> new CliException(
                                "install is for perfhint's launcher, and this perfhint was started without it"));
        Path where = prefix == null ? home().resolve(".local") : prefix;
        Installation installation =
                new Installation(where.toAbsolutePath().normalize(), launcher, commands.get(), Root.version());
        (uninstall ? installation.uninstall() : installation.install()).forEach(session::tell);
        return ExitCode.DONE;
    }

    /** Returns the user's home as the shell knows it; Java's own is that of the list of users. */
    private static Path home() {
        return Path.of(Optional.ofNullable(System.getenv("HOME")).filter(home -> home.startsWith("/"))
                .orElse(System.getProperty("user.home")));
    }
}
