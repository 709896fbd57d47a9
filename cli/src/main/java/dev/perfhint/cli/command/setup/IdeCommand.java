package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.ide.EditorSupport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code perfhint ide install} and {@code uninstall}: makes an editor run perfhint and link what it prints. */
@Command(name = "ide",
        description = "Make an editor run perfhint and link its findings: IntelliJ IDEA, VS Code, Vim, Emacs; or its "
                + "assistant use perfhint's tools: VS Code, Cursor.",
        customSynopsis = "perfhint ide (install|uninstall) (idea|vscode|copilot|cursor|vim|emacs) [OPTIONS]",
        sortOptions = false)
public final class IdeCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "install|uninstall", description = "What to do.")
    private String action;

    @Parameters(index = "1", paramLabel = "EDITOR",
            description = "idea, vscode, copilot, cursor, vim or emacs.")
    private String editor;

    @Option(names = "--dir", paramLabel = "DIR",
            description = "IDEA's configuration directory, the project (VS Code, Cursor) or Vim's directory (default: "
                    + "the newest IDEA's, the working directory, ~/.vim).")
    private Path directory;

    @Option(names = "--force",
            description = "Replace a file that perfhint did not write, or delete one that was changed since.")
    private boolean force;

    public IdeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (!List.of("install", "uninstall").contains(action)) {
            throw new CliException("unknown action '" + action + "': there are 'ide install' and 'ide uninstall'");
        }
        EditorSupport support = Stream.of(EditorSupport.values()).filter(each -> each.label().equals(editor))
                .findFirst()
                .orElseThrow(
                        () -> new CliException("unknown editor '" + editor
                                + "': there are idea, vscode, copilot, cursor, vim and emacs"));
        if (!support.hasPlace()) {
            session.tell(action.equals("install") ? "add this to your init file" : "take this out of your init file");
            session.out().print(support.text());
            return ExitCode.DONE;
        }
        Path place = directory != null ? directory : support.directory(Path.of(System.getProperty("user.home")));
        (action.equals("install") ? support.install(place, force) : support.uninstall(place, force))
                .forEach(session::tell);
        return ExitCode.DONE;
    }
}
