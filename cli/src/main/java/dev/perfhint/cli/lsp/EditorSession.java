package dev.perfhint.cli.lsp;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.DidChangeWatchedFilesRegistrationOptions;
import org.eclipse.lsp4j.FileSystemWatcher;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.SaveOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextDocumentSyncOptions;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageClientAware;
import org.eclipse.lsp4j.services.LanguageServer;

/** One client from its {@code initialize} to its {@code exit}: what both can do, and when work begins and ends. */
final class EditorSession implements LanguageServer, LanguageClientAware {
    private final LspSetups setups;
    private final String version;
    private final long pollMillis;
    private final Runnable exit;
    private final OpenFiles files = new OpenFiles();
    private ClientCapabilities client = new ClientCapabilities();
    private LanguageClient remote;
    private Optional<RecordingWatch> watch = Optional.empty();
    private Path directory = Path.of("");
    private volatile boolean shutDown;

    EditorSession(LspSetups setups, String version, long pollMillis, Runnable exit) {
        this.setups = setups;
        this.version = version;
        this.pollMillis = pollMillis;
        this.exit = exit;
    }

    @Override
    public void connect(LanguageClient connected) {
        remote = connected;
        files.connect(connected);
    }

    @Override
    public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
        client = Optional.ofNullable(params.getCapabilities()).orElse(client);
        files.take(client);
        directory = directory(params);
        TextDocumentSyncOptions sync = new TextDocumentSyncOptions();
        sync.setOpenClose(true);
        sync.setChange(TextDocumentSyncKind.Incremental);
        sync.setSave(new SaveOptions(false));
        ServerCapabilities capabilities = new ServerCapabilities();
        capabilities.setTextDocumentSync(sync);
        capabilities.setHoverProvider(true);
        capabilities.setCodeLensProvider(new CodeLensOptions(false));
        capabilities.setCodeActionProvider(new CodeActionOptions(List.of(CodeActionKind.QuickFix)));
        return CompletableFuture.completedFuture(
                new InitializeResult(capabilities, new ServerInfo("perfhint", version)));
    }

    @SuppressWarnings("deprecation") // clients before folders name the root only
    private static Path directory(InitializeParams params) {
        Stream<String> folders = Stream.ofNullable(params.getWorkspaceFolders()).flatMap(List::stream)
                .map(WorkspaceFolder::getUri);
        return Stream.concat(folders, Stream.ofNullable(params.getRootUri()))
                .flatMap(uri -> FileMarks.path(uri).stream())
                .filter(path -> path.toFile().isDirectory())
                .findFirst()
                .orElseGet(() -> Path.of("").toAbsolutePath());
    }

    @Override
    public void initialized(InitializedParams params) {
        if (watch.isPresent() || shutDown) {
            return;
        }
        try {
            LspSetup setup = setups.of(directory);
            watch = Optional.of(new RecordingWatch(directory, setup, files::show, this::tell, pollMillis));
        } catch (RuntimeException wrong) {
            tell(String.valueOf(wrong.getMessage()));
        }
        boolean registers = Optional.ofNullable(client.getWorkspace())
                .map(each -> each.getDidChangeWatchedFiles()).map(each -> each.getDynamicRegistration()).orElse(false);
        if (registers && watch.isPresent()) {
            List<FileSystemWatcher> watchers = Stream.of("**/*.jfr", "**/*.jfr.gz", "**/*.java")
                    .map(glob -> new FileSystemWatcher(Either.forLeft(glob)))
                    .toList();
            remote.registerCapability(new RegistrationParams(List.of(new Registration("perfhint-files",
                    "workspace/didChangeWatchedFiles", new DidChangeWatchedFilesRegistrationOptions(watchers)))));
        }
    }

    /** Says in the editor's log what is wrong; the code there shows nothing then. */
    private void tell(String message) {
        remote.logMessage(new MessageParams(MessageType.Warning, "perfhint: " + message));
    }

    @Override
    public CompletableFuture<Object> shutdown() {
        shutDown = true;
        close();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void exit() {
        exit.run();
    }

    @Override
    public void setTrace(SetTraceParams params) {
        // there is no trace
    }

    boolean isShutDown() {
        return shutDown;
    }

    void close() {
        watch.ifPresent(RecordingWatch::close);
    }

    @Override
    public OpenFiles getTextDocumentService() {
        return files;
    }

    @Override
    public WatchedFiles getWorkspaceService() {
        return new WatchedFiles(() -> watch.ifPresent(RecordingWatch::lookAgain));
    }
}
