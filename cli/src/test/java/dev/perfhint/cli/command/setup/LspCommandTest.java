package dev.perfhint.cli.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.EditorClient;
import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.ExampleTree;
import dev.perfhint.cli.command.Invocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentEdit;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of an editor with the worked example open: what is shown, what edits give, and what random steps do. */
class LspCommandTest {
    private static final int STEPS = 1_000;
    private static final long SEED = Long.getLong("perfhint.seed", 20261122);
    private static final String LIBRARY = Path.of(Example.SOURCE, "../lib/textformat-1.0.jar").normalize().toString();

    @TempDir
    private Path directory;

    private ExampleTree tree;
    private Path file;
    private String uri;

    @BeforeEach
    void makeTree() throws Exception {
        tree = ExampleTree.in(directory.toRealPath());
        file = tree.root().resolve(ExampleTree.STREAM);
        uri = file.toUri().toString();
        Files.copy(Path.of(Example.CPU), tree.root().resolve("perfhint.jfr"));
    }

    private EditorClient open() throws Exception {
        return EditorClient.open(tree.root(), directory.resolve("errors.txt"), "--classpath", LIBRARY);
    }

    /** What the command line makes of the file, with the fixes that the editor is to apply too. */
    private String applied() throws Exception {
        Path copy = Files.createDirectories(directory.resolve("copy"));
        ExampleTree other = ExampleTree.in(copy);
        Files.copy(file, other.root().resolve(ExampleTree.STREAM), StandardCopyOption.REPLACE_EXISTING);
        Invocation run = other.analyze("--classpath", LIBRARY, "--apply", "--unsafe-fixes");
        assertThat(run.code()).as(run.err()).isZero();
        return other.read(ExampleTree.STREAM);
    }

    @Test
    void showsFindingsAndAppliesAFix() throws Exception {
        try (EditorClient client = open()) {
            String text = Files.readString(file);
            client.openFile(uri, text);
            List<Diagnostic> found = client.await(uri, list -> !list.isEmpty());
            assertThat(found).extracting(each -> each.getRange().getStart().getLine() + 1).containsExactlyInAnyOrder(13, 19);
            Diagnostic created = found.stream().filter(each -> each.getRange().getStart().getLine() == 12).findFirst().orElseThrow();
            assertThat(created.getSeverity()).isEqualTo(DiagnosticSeverity.Warning);
            assertThat(created.getSource()).isEqualTo("perfhint");
            assertThat(created.getCode().getLeft()).isEqualTo("unbuffered-file-write");
            assertThat(created.getMessage().getLeft()).contains("83.6 % of system CPU");
            assertThat(Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE, "--format", "sarif").out())
                    .contains(created.getMessage().getLeft().lines().findFirst().orElseThrow());
            assertThat(created.getRange().getStart().getCharacter() + 1).isEqualTo(18);
            assertThat(created.getRelatedInformation().get(0).getLocation().getRange().getStart().getLine() + 1).isEqualTo(19);

            assertThat(lenses(client)).extracting(lens -> lens.getCommand().getTitle())
                    .containsOnly("perfhint: 83.6 % of system CPU, 61.4 % of all CPU").hasSize(2);
            String hover = client.server.getTextDocumentService()
                    .hover(new HoverParams(new TextDocumentIdentifier(uri), new Position(18, 3))).get().getContents()
                    .getRight().getValue();
            assertThat(hover).contains("kernel-frames").contains("at org.example.export.Export.export(Export.java:40)");

            CodeAction action = action(client, found);
            assertThat(action.getTitle()).startsWith("wrap the FileOutputStream in a BufferedOutputStream")
                    .endsWith(" (unsafe)").hasSizeLessThanOrEqualTo(80);
            assertThat(hover).contains("review: ").contains("is stored in field \\`writer\\`");
            assertThat(created.getMessage().getLeft()).contains("\nreview: line 26: ").contains("`writer.close()`");
            assertThat(action.getIsPreferred()).isFalse();
            assertThat(action.getDiagnostics()).isNotEmpty();
            String changed = apply(text, edits(action, 1));
            assertThat(changed).isEqualTo(applied());
            client.change(uri, 2, new TextDocumentContentChangeEvent(changed));
            client.await(uri, List::isEmpty);
            assertThat(actions(client, found)).isEmpty();
            assertThat(client.end()).isZero();
            assertThat(client.errors()).isEmpty();
        }
    }

    @Test
    void prefersWhatIsProvenAndCompiled() throws Exception {
        Path root = Files.createDirectories(directory.resolve("safe/src/example"));
        Path source = Files.copy(Path.of("../fixtures/programs/unbuffered-file-write/before/example/Sequence.java"), root.resolve("Sequence.java"));
        Files.copy(Path.of("../fixtures/recordings/rules/unbuffered-file-write/before-17.jfr.gz"), directory.resolve("safe/perfhint.jfr.gz"));
        uri = source.toRealPath().toUri().toString();
        try (EditorClient client = EditorClient.open(directory.resolve("safe"), directory.resolve("errors.txt"))) {
            client.openFile(uri, Files.readString(source));
            CodeAction action = action(client, client.await(uri, list -> !list.isEmpty()));
            assertThat(action.getIsPreferred()).isTrue();
            assertThat(action.getTitle()).doesNotContain("unsafe");
        }
    }

    @Test
    void showsNothingWhereThePatchWasAppliedBefore() throws Exception {
        Files.writeString(file, applied());
        String export = tree.root().resolve(ExampleTree.EXPORT).toUri().toString();
        try (EditorClient client = open()) {
            client.openFile(uri, Files.readString(file));
            client.openFile(export, tree.read(ExampleTree.EXPORT));
            client.await(export, list -> !list.isEmpty());
            assertThat(actions(client, List.of())).isEmpty();
            assertThat(lenses(client)).isEmpty();
        }
    }

    /** Blanks, tabs and letters beyond the basic plane before the place, and CRLF: positions count UTF-16 units. */
    @Test
    void countsUtf16UnitsAndKeepsLineEnds() throws Exception {
        String text = Files.readString(file).replace("        writer = new", "\t/* \uD83D\uDE00 \u00FC */ writer = new")
                .replace("\n", "\r\n");
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        try (EditorClient client = open()) {
            client.openFile(uri, text);
            List<Diagnostic> found = client.await(uri, list -> !list.isEmpty());
            assertThat(found).anyMatch(each -> each.getRange().getStart().equals(
                    new Position(12, "\t/* \uD83D\uDE00 \u00FC */ writer = ".length())));
            assertThat(apply(text, edits(action(client, found), 1))).isEqualTo(applied()).contains("\r\n").doesNotContain("\n\n");
        }
    }

    @Test
    void followsLinesOfAFileThatIsChangedInTheEditorOnly() throws Exception {
        try (EditorClient client = open()) {
            String text = Files.readString(file);
            client.openFile(uri, text);
            client.await(uri, list -> !list.isEmpty());
            Position top = new Position(2, 0);
            client.change(uri, 2, new TextDocumentContentChangeEvent(new Range(top, top), "import java.util.List;\n// more\n\n"));
            List<Diagnostic> moved = client.await(uri,
                    list -> list.stream().anyMatch(each -> each.getRange().getStart().getLine() == 15));
            assertThat(moved).extracting(each -> each.getRange().getStart().getLine() + 1).containsExactlyInAnyOrder(16, 22);
            String now = text.replaceFirst("\n\n", "\n\nimport java.util.List;\n// more\n\n");
            String fixed = apply(now, edits(action(client, moved), 2));
            assertThat(fixed).isEqualTo(applied().replaceFirst("\n\n", "\n\nimport java.util.List;\n// more\n\n"));

            Position hot = new Position(15, 8);
            client.change(uri, 3, new TextDocumentContentChangeEvent(new Range(hot, hot), "other."));
            client.await(uri, List::isEmpty);
        }
    }

    @Test
    void showsTheNewRecordingWhenThereIsOne() throws Exception {
        try (EditorClient client = open()) {
            client.openFile(uri, Files.readString(file));
            client.await(uri, list -> !list.isEmpty());
            Path newer = Files.createDirectories(tree.root().resolve("target")).resolve("perfhint-2.jfr");
            Files.copy(Path.of(Example.CPU).resolveSibling("patched-cpu.jfr"), newer);
            Files.setLastModifiedTime(newer, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
            client.await(uri, List::isEmpty);
            Files.delete(newer);
            client.await(uri, list -> !list.isEmpty());
            Files.write(tree.root().resolve("perfhint.jfr"), new byte[100]);
            client.await(uri, List::isEmpty);
            assertThat(client.log()).anyMatch(line -> line.contains("perfhint.jfr"));
        }
    }

    @Test
    void takesTheRecordingThatTheConfigurationNames() throws Exception {
        Files.move(tree.root().resolve("perfhint.jfr"), tree.root().resolve("src/kept.jfr"));
        Files.writeString(tree.root().resolve("perfhint.toml"), "recording = \"src/kept.jfr\"\n");
        try (EditorClient client = open()) {
            client.openFile(uri, Files.readString(file));
            client.await(uri, list -> !list.isEmpty());
        }
        Files.writeString(tree.root().resolve("perfhint.toml"), "colour = \"red\"\n");
        try (EditorClient client = open()) {
            client.openFile(uri, Files.readString(file));
            while (client.log().isEmpty()) {
                Thread.sleep(20);
            }
            assertThat(client.log().get(0)).contains("perfhint.toml:1: unknown key 'colour'");
            assertThat(client.end()).isZero();
        }
    }

    @Test
    void survivesRandomSteps() throws Exception {
        Random random = new Random(SEED);
        String export = tree.root().resolve(ExampleTree.EXPORT).toUri().toString();
        List<String> uris = List.of(uri, export, "untitled:Untitled-1", "file:///not/there/A.java", "file:///%zz", "no address");
        List<String> texts = List.of(Files.readString(file), tree.read(ExampleTree.EXPORT), "", "class {", "\r\r\n\n\uFEFF\uD83D");
        try (EditorClient client = open()) {
            client.openFile(uri, texts.get(0));
            client.await(uri, list -> !list.isEmpty());
            TextDocumentService documents = client.server.getTextDocumentService();
            List<CompletableFuture<?>> answers = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                String at = uris.get(random.nextInt(random.nextBoolean() ? 2 : uris.size()));
                TextDocumentIdentifier document = new TextDocumentIdentifier(at);
                switch (random.nextInt(10)) {
                    case 0 -> client.openFile(at, texts.get(random.nextInt(texts.size())));
                    case 1 -> client.closeFile(at);
                    case 2 -> client.change(at, step, new TextDocumentContentChangeEvent(texts.get(random.nextInt(texts.size()))));
                    case 3, 4 -> client.change(at, step,
                            new TextDocumentContentChangeEvent(range(random), random.nextBoolean() ? "" : "x\n\uD83D\uDE00"),
                            new TextDocumentContentChangeEvent(range(random), "\r\n"));
                    case 5 -> answers.add(documents.hover(new HoverParams(document, range(random).getStart())));
                    case 6 -> answers.add(documents.codeLens(new CodeLensParams(document)));
                    case 7, 8 -> answers.add(documents.codeAction(
                            new CodeActionParams(document, range(random), new CodeActionContext(List.of()))));
                    default -> documents.didSave(new DidSaveTextDocumentParams(document));
                }
            }
            for (CompletableFuture<?> answer : answers) {
                answer.get(120, TimeUnit.SECONDS);
            }
            client.closeFile(uri);
            client.openFile(uri, texts.get(0));
            client.await(uri, list -> list.size() == 2);
            assertThat(client.end()).isZero();
            assertThat(client.errors()).as("seed %d", SEED).isEmpty();
            assertThat(client.log()).isEmpty();
        }
    }

    private static Range range(Random random) {
        return new Range(new Position(random.nextInt(60), random.nextInt(90)), new Position(random.nextInt(60), random.nextInt(90)));
    }

    private List<? extends CodeLens> lenses(EditorClient client) throws Exception {
        return client.server.getTextDocumentService().codeLens(new CodeLensParams(new TextDocumentIdentifier(uri))).get();
    }

    private List<CodeAction> actions(EditorClient client, List<Diagnostic> found) throws Exception {
        Range all = new Range(new Position(0, 0), new Position(1_000, 0));
        return client.server.getTextDocumentService()
                .codeAction(new CodeActionParams(new TextDocumentIdentifier(uri), all, new CodeActionContext(found))).get().stream()
                .map(each -> each.getRight())
                .toList();
    }

    private CodeAction action(EditorClient client, List<Diagnostic> found) throws Exception {
        List<CodeAction> actions = actions(client, found);
        assertThat(actions).hasSize(1);
        return actions.get(0);
    }

    private List<TextEdit> edits(CodeAction action, int version) {
        assertThat(action.getEdit().getDocumentChanges()).hasSize(1);
        TextDocumentEdit edit = action.getEdit().getDocumentChanges().get(0).getLeft();
        assertThat(edit.getTextDocument().getUri()).isEqualTo(uri);
        assertThat(edit.getTextDocument().getVersion()).isEqualTo(version);
        return edit.getEdits().stream().map(each -> each.getLeft()).toList();
    }

    /** Applies edits as the protocol says: all to the same text, none overlapping. */
    private static String apply(String text, List<TextEdit> edits) {
        List<TextEdit> backwards = new ArrayList<>(edits);
        backwards.sort(Comparator.comparing((TextEdit edit) -> offset(text, edit.getRange().getStart())).reversed());
        StringBuilder result = new StringBuilder(text);
        for (TextEdit edit : backwards) {
            result.replace(offset(text, edit.getRange().getStart()), offset(text, edit.getRange().getEnd()), edit.getNewText());
        }
        return result.toString();
    }

    private static int offset(String text, Position position) {
        int start = 0;
        for (int line = 0; line < position.getLine(); line++) {
            start = text.indexOf('\n', start) + 1;
        }
        return start + position.getCharacter();
    }
}
