package dev.perfhint.cli.lsp;

import dev.perfhint.cli.output.text.HoverText;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CreateFile;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ResourceOperation;
import org.eclipse.lsp4j.TextDocumentEdit;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/**
 * Turns fixes into code actions. An edit is offered only where every line that it replaces is as it was analysed; it
 * names the document's version, so that a client that went on meanwhile refuses it.
 */
final class FixActions {
    private final Analysed analysed;
    private final Function<Path, Optional<OpenFile>> open;
    private final boolean versions;
    private final boolean creates;
    private final boolean current;

    /**
     * @param open gives the document of a path that the editor has open
     * @param versions whether the client takes edits of documents with a version
     * @param creates whether the client makes files
     */
    FixActions(Analysed analysed, Function<Path, Optional<OpenFile>> open, boolean versions, boolean creates) {
        this.analysed = analysed;
        this.open = open;
        this.versions = versions;
        this.creates = creates && versions;
        this.current = analysed.isCurrent() && analysed.opened().stream()
                .allMatch(file -> open.apply(file.file()).filter(each -> isEdited(file.file(), each)).isEmpty());
    }

    private boolean isEdited(Path path, OpenFile file) {
        String text = analysed.texts().get(path);
        return text != null && !text.equals(withoutMark(file.text()));
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Returns the actions for the marks, the safe ones first, each fix once. */
    List<CodeAction> of(List<Analysed.Mark> marks, List<Diagnostic> diagnostics) {
        Set<Fix> fixes = new LinkedHashSet<>();
        marks.forEach(mark -> mark.finding().fix().filter(Fix::isOffered).ifPresent(fixes::add));
        List<CodeAction> actions = new ArrayList<>();
        fixes.stream()
                .sorted(java.util.Comparator.comparing(Fix::applicability))
                .forEach(fix -> edit(fix)
                        .ifPresent(edit -> actions.add(action(fix, edit, rule(marks, fix), diagnostics))));
        return actions;
    }

    private static String rule(List<Analysed.Mark> marks, Fix fix) {
        return marks.stream().filter(mark -> mark.finding().fix().filter(fix::equals).isPresent()).findFirst()
                .orElseThrow().finding().rule();
    }

    private CodeAction action(Fix fix, WorkspaceEdit edit, String rule, List<Diagnostic> diagnostics) {
        boolean safe = fix.applicability() == Applicability.SAFE && fix.checks().compiled() != Checks.Compiled.NO;
        CodeAction action = new CodeAction(HoverText.action(fix, !safe || current));
        action.setKind(CodeActionKind.QuickFix);
        action.setIsPreferred(safe && current);
        action.setEdit(edit);
        action.setDiagnostics(diagnostics.stream()
                .filter(each -> FileMarks.SOURCE.equals(each.getSource()) && each.getCode() != null
                        && rule.equals(each.getCode().isLeft() ? each.getCode().getLeft() : ""))
                .toList());
        return action;
    }

    private Optional<WorkspaceEdit> edit(Fix fix) {
        Map<Path, List<Edit>> byFile = new LinkedHashMap<>();
        fix.edits().forEach(edit -> byFile.computeIfAbsent(edit.file(), key -> new ArrayList<>()).add(edit));
        List<Either<TextDocumentEdit, ResourceOperation>> changes = new ArrayList<>();
        Map<String, List<TextEdit>> plain = new LinkedHashMap<>();
        for (Map.Entry<Path, List<Edit>> each : byFile.entrySet()) {
            String uri = open.apply(each.getKey()).map(OpenFile::uri).orElse(each.getKey().toUri().toString());
            boolean create = each.getValue().get(0).create();
            Optional<List<TextEdit>> edits = create ? Optional.of(created(each.getValue()))
                    : moved(each.getKey(), each.getValue());
            if (edits.isEmpty() || create && (!creates || each.getKey().toFile().exists())) {
                return Optional.empty();
            }
            if (create) {
                changes.add(Either.forRight(new CreateFile(uri)));
            }
            Integer version = open.apply(each.getKey()).map(OpenFile::version).orElse(null);
            changes.add(Either.forLeft(documentEdit(new VersionedTextDocumentIdentifier(uri, version), edits.get())));
            plain.put(uri, edits.get());
        }
        return Optional.of(versions ? new WorkspaceEdit(changes) : new WorkspaceEdit(plain));
    }

    private static TextDocumentEdit documentEdit(VersionedTextDocumentIdentifier document, List<TextEdit> edits) {
        TextDocumentEdit edit = new TextDocumentEdit();
        edit.setTextDocument(document);
        edit.setEdits(edits.stream().map(Either::<TextEdit, org.eclipse.lsp4j.SnippetTextEdit>forLeft).toList());
        return edit;
    }

    private static List<TextEdit> created(List<Edit> edits) {
        Position start = new Position(0, 0);
        return edits.stream().map(edit -> new TextEdit(new Range(start, start), edit.text())).toList();
    }

    /** Returns the edits at the places where the analysed lines are now; empty if one of them changed. */
    private Optional<List<TextEdit>> moved(Path path, List<Edit> edits) {
        Optional<OpenFile> file = open.apply(path);
        if (file.isEmpty()
                && analysed.opened().stream().noneMatch(known -> known.file().equals(path) && known.isUnchanged())) {
            return Optional.empty();
        }
        FileMarks marks =
                FileMarks.of(file.orElse(new OpenFile("", 0, analysed.texts().getOrDefault(path, ""))), path, analysed,
                Set.of());
        List<TextEdit> moved = new ArrayList<>();
        for (Edit edit : edits) {
            int first = marks.now(edit.startLine());
            for (int line = edit.startLine(); line <= edit.endLine(); line++) {
                if (first == 0 || marks.now(line) != first + line - edit.startLine()) {
                    return Optional.empty();
                }
            }
            int last = first + edit.endLine() - edit.startLine();
            moved.add(new TextEdit(new Range(new Position(first - 1, edit.startColumn() - 1),
                    new Position(last - 1, edit.endColumn() - 1)), edit.text()));
        }
        return Optional.of(moved);
    }
}
