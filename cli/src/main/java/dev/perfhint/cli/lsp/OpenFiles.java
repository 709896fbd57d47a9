package dev.perfhint.cli.lsp;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ResourceOperationKind;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.WorkspaceEditCapabilities;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.TextDocumentService;

/**
 * The documents that the editor has open, and what it is shown of each. Diagnostics are published when they have
 * changed; all else is asked for.
 */
final class OpenFiles implements TextDocumentService {
    private final Map<String, OpenFile> open = new LinkedHashMap<>();
    private final Map<String, List<Diagnostic>> published = new LinkedHashMap<>();
    private LanguageClient client;
    private Optional<Analysed> shown = Optional.empty();
    private boolean versions;
    private boolean creates;
    private boolean refreshes;

    void connect(LanguageClient connected) {
        client = connected;
    }

    /** Notes what edits the client can take. */
    void take(ClientCapabilities capabilities) {
        Optional<WorkspaceEditCapabilities> edits = Optional.ofNullable(capabilities.getWorkspace())
                .map(workspace -> workspace.getWorkspaceEdit());
        versions = edits.map(WorkspaceEditCapabilities::getDocumentChanges).orElse(false);
        creates = edits.map(WorkspaceEditCapabilities::getResourceOperations)
                .orElse(List.of()).contains(ResourceOperationKind.Create);
        refreshes = Optional.ofNullable(capabilities.getWorkspace()).map(workspace -> workspace.getCodeLens())
                .map(lens -> lens.getRefreshSupport()).orElse(false);
    }

    /** Shows another analysis in all open documents; nothing if it is empty. */
    synchronized void show(Optional<Analysed> analysed) {
        shown = analysed;
        open.values().forEach(this::publish);
        if (refreshes && !open.isEmpty()) {
            client.refreshCodeLenses();
        }
    }

    @Override
    public synchronized void didOpen(DidOpenTextDocumentParams params) {
        TextDocumentItem item = params.getTextDocument();
        OpenFile file = new OpenFile(item.getUri(), item.getVersion(), item.getText());
        open.put(item.getUri(), file);
        publish(file);
    }

    @Override
    public synchronized void didChange(DidChangeTextDocumentParams params) {
        String uri = params.getTextDocument().getUri();
        int version = Optional.ofNullable(params.getTextDocument().getVersion()).orElse(0);
        OpenFile changed = open.computeIfPresent(uri, (key, file) -> file.changed(version, params.getContentChanges()));
        if (changed != null) {
            // a finding may have its other place in another file
            open.values().forEach(this::publish);
        }
    }

    @Override
    public synchronized void didClose(DidCloseTextDocumentParams params) {
        String uri = params.getTextDocument().getUri();
        open.remove(uri);
        if (!Optional.ofNullable(published.remove(uri)).orElse(List.of()).isEmpty()) {
            client.publishDiagnostics(new PublishDiagnosticsParams(uri, List.of()));
        }
    }

    @Override
    public void didSave(DidSaveTextDocumentParams params) {
        // what is shown is the recorded program's, wherever its lines are now
    }

    @Override
    public synchronized CompletableFuture<Hover> hover(HoverParams params) {
        return CompletableFuture.completedFuture(marks(params.getTextDocument().getUri())
                .flatMap(marks -> marks.hover(params.getPosition()))
                .orElse(null));
    }

    @Override
    public synchronized CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
        return CompletableFuture.completedFuture(
                marks(params.getTextDocument().getUri()).map(FileMarks::lenses).orElse(List.of()));
    }

    @Override
    public synchronized CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
        List<Diagnostic> diagnostics = Optional.ofNullable(params.getContext())
                .map(context -> context.getDiagnostics()).orElse(List.of());
        List<CodeAction> actions = marks(params.getTextDocument().getUri())
                .map(marks -> new FixActions(shown.orElseThrow(), this::at, versions, creates)
                        .of(marks.in(params.getRange()), diagnostics))
                .orElse(List.of());
        return CompletableFuture.completedFuture(actions.stream().map(Either::<Command, CodeAction>forRight).toList());
    }

    private Optional<FileMarks> marks(String uri) {
        OpenFile file = open.get(uri);
        return file == null || shown.isEmpty()
                ? Optional.empty()
                : FileMarks.path(uri).map(path -> FileMarks.of(file, path, shown.get(),
                        shown.get().gone(each -> at(each).map(OpenFile::text))));
    }

    private Optional<OpenFile> at(Path path) {
        return open.values().stream()
                .filter(file -> FileMarks.path(file.uri()).filter(path::equals).isPresent())
                .findFirst();
    }

    private void publish(OpenFile file) {
        List<Diagnostic> now = marks(file.uri()).map(marks -> marks.diagnostics(shown.orElseThrow())).orElse(List.of());
        List<Diagnostic> before = published.put(file.uri(), now);
        if (!now.equals(before == null ? List.of() : before)) {
            PublishDiagnosticsParams params = new PublishDiagnosticsParams(file.uri(), now);
            params.setVersion(file.version());
            client.publishDiagnostics(params);
        }
    }
}
