package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.mcp.AgentServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code perfhint mcp}: perfhint as tools of an assistant, through the Model Context Protocol. */
@Command(name = "mcp",
        description = "Serve an assistant: record, analyze, patch, verify as tools of the Model Context Protocol, on "
                + "standard input and output.",
        sortOptions = false)
public final class McpCommand implements Callable<Integer> {
    private final Session session;
    private final String mainClass;

    @Option(names = "--allow-run",
            description = "Let tools start commands and attach to JVMs, with a working directory below a root.")
    private boolean allowRun;

    @Option(names = "--root", paramLabel = "DIR",
            description = "Read and write files below this directory only; repeatable (default: what the client "
                    + "names).")
    private List<Path> roots = List.of();

    /** @param mainClass what runs perfhint where no launcher does */
    public McpCommand(Session session, String mainClass) {
        this.session = session;
        this.mainClass = mainClass;
    }

    @Override
    public Integer call() {
        for (Path root : roots) {
            if (!Files.isDirectory(root)) {
                throw new CliException(root + ": is no directory");
            }
        }
        try {
            AgentServer.serve(session.in(), session.out(),
                    new AgentServer.Setup(perfhint(), allowRun, roots, Root.version()));
        } catch (IOException e) {
            throw new CliException("the client is gone: " + e.getMessage(), e);
        }
        return ExitCode.DONE;
    }

    /** Returns what starts perfhint: the launcher, else this Java with this class path. */
    private List<String> perfhint() {
        return session.launcher().map(launcher -> List.of(launcher.toString())).orElseGet(() -> List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), mainClass));
    }
}
