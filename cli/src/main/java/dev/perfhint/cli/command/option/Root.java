package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.ColorMode;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.profile.ShippedTable;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code perfhint} itself: version, help, and the options that all commands share. */
@Command(
        name = "perfhint", versionProvider = Root.Version.class, description = {
            "Reads a JFR or async-profiler recording, names the code that burns system CPU with its "
                    + "callers and I/O pattern, and writes the patch that removes it.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND", commandListHeading = "%nCommands:%n",
        footer = {"", "'perfhint COMMAND --help' shows a command's options."})
public final class Root implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    private boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Show the version and exit.")
    private boolean version;

    @Option(names = "--color", paramLabel = "WHEN", defaultValue = "auto", scope = ScopeType.INHERIT,
            description = "Colour the text: always, never or auto (default: auto, on a terminal only).")
    private ColorMode color;

    public Root(Session session) {
        this.session = session;
    }

    /** Returns the colours to print with. */
    public Palette palette() {
        return session.terminal().colors(color) ? Palette.ansi(session.terminal().links()) : Palette.plain();
    }

    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Missing command");
    }

    /** Returns perfhint's version. */
    public static String version() {
        return ShippedTable.text(Root.class, "version.txt").map(String::strip).orElse("unknown");
    }

    /** Gives picocli the version only when it is asked for. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"perfhint " + version()};
        }
    }
}
