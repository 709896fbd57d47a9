package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeLensWorkspaceCapabilities;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ResourceOperationKind;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceEditCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;

/** An editor of a test: a real client library that talks to {@code perfhint lsp}, a process of its own, over its streams. */
public final class EditorClient implements LanguageClient, AutoCloseable {
    /** What is waited for happens, or the test fails; no measure of speed. */
    private static final long PATIENCE_SECONDS = 120;

    public final LanguageServer server;
    private final Process process;
    private final Path errors;
    private final Map<String, List<Diagnostic>> diagnostics = new ConcurrentHashMap<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private EditorClient(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        InputStream in = process.getInputStream();
        Launcher<LanguageServer> launcher = LSPLauncher.createClientLauncher(this, in, process.getOutputStream());
        this.server = launcher.getRemoteProxy();
        launcher.startListening();
    }

    /** Starts the server for a directory. */
    public static EditorClient open(Path directory, Path errors, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Main.class.getName(),
                "lsp", "--stdio", "--poll-millis", "100"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        EditorClient client = new EditorClient(process, errors);
        WorkspaceEditCapabilities edits = new WorkspaceEditCapabilities();
        edits.setDocumentChanges(true);
        edits.setResourceOperations(List.of(ResourceOperationKind.Create));
        WorkspaceClientCapabilities workspace = new WorkspaceClientCapabilities();
        workspace.setWorkspaceEdit(edits);
        workspace.setCodeLens(new CodeLensWorkspaceCapabilities(true));
        InitializeParams params = new InitializeParams();
        params.setCapabilities(new ClientCapabilities());
        params.getCapabilities().setWorkspace(workspace);
        params.setWorkspaceFolders(List.of(new WorkspaceFolder(directory.toUri().toString(), "tree")));
        InitializeResult result = client.server.initialize(params).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(result.getServerInfo().getName()).isEqualTo("perfhint");
        client.server.initialized(new InitializedParams());
        return client;
    }

    public void openFile(String uri, String text) {
        server.getTextDocumentService().didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri, "java", 1, text)));
    }

    public void change(String uri, int version, TextDocumentContentChangeEvent... changes) {
        server.getTextDocumentService().didChange(
                new DidChangeTextDocumentParams(new VersionedTextDocumentIdentifier(uri, version), List.of(changes)));
    }

    public void closeFile(String uri) {
        server.getTextDocumentService().didClose(new DidCloseTextDocumentParams(new TextDocumentIdentifier(uri)));
    }

    /** Waits until the diagnostics of a file are as wanted, and returns them. */
    public List<Diagnostic> await(String uri, Predicate<List<Diagnostic>> wanted) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!diagnostics.containsKey(uri) || !wanted.test(diagnostics.get(uri))) {
            assertThat(System.nanoTime()).as("diagnostics: %s, log: %s, errors: %s", diagnostics, log, Files.readString(errors))
                    .isLessThan(end);
            Thread.sleep(20);
        }
        return diagnostics.get(uri);
    }

    public List<String> log() {
        return log;
    }

    public String errors() throws IOException {
        return Files.readString(errors);
    }

    /** Ends the session as an editor does, and returns the server's exit code. */
    public int end() throws Exception {
        server.shutdown().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        server.exit();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public void publishDiagnostics(PublishDiagnosticsParams params) {
        diagnostics.put(params.getUri(), params.getDiagnostics());
    }

    @Override
    public void logMessage(MessageParams message) {
        log.add(message.getMessage());
    }

    @Override
    public void showMessage(MessageParams message) {
        log.add(message.getMessage());
    }

    @Override
    public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams request) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> refreshCodeLenses() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void telemetryEvent(Object object) {
        log.add(String.valueOf(object));
    }
}
