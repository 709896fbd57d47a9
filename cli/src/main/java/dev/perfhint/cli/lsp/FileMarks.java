package dev.perfhint.cli.lsp;

import dev.perfhint.cli.output.text.HoverText;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.file.MovedLines;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/**
 * The marks of one open document, each on the line where the analysed one is now. A line whose content changed has lost
 * its marks: the recording does not speak of what stands there now.
 */
final class FileMarks {
    static final String SOURCE = "perfhint";

    private final OpenFile file;
    private final MovedLines moved;
    private final List<Placed> placed = new ArrayList<>();

    private record Placed(Analysed.Mark mark, Range range) {}

    private FileMarks(OpenFile file, MovedLines moved) {
        this.file = file;
        this.moved = moved;
    }

    /**
     * Returns the marks of a document that lies at the path; none where the recording says nothing of it.
     *
     * @param gone ids of findings that are not shown any more
     */
    static FileMarks of(OpenFile file, Path path, Analysed analysed, Set<String> gone) {
        String text = analysed.texts().getOrDefault(path, "");
        FileMarks marks = new FileMarks(file, MovedLines.of(text, file.text()));
        for (Analysed.Mark mark : analysed.marks().getOrDefault(path, List.of())) {
            int line = marks.moved.now(mark.line());
            if (line > 0 && !gone.contains(mark.finding().id()) && !marks.placed.contains(marks.placed(mark, line))) {
                marks.placed.add(marks.placed(mark, line));
            }
        }
        return marks;
    }

    private Placed placed(Analysed.Mark mark, int line) {
        String text = file.line(line);
        int end = text.stripTrailing().length();
        int start = mark.column() > 0 ? mark.column() - 1 : text.length() - text.stripLeading().length();
        return new Placed(mark, new Range(new Position(line - 1, Math.min(start, end)), new Position(line - 1, end)));
    }

    /** Returns where an analysed line is now, 1-based; 0 if its content changed. */
    int now(int line) {
        return moved.now(line);
    }

    List<Diagnostic> diagnostics(Analysed analysed) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        for (Placed each : placed) {
            Diagnostic diagnostic = new Diagnostic(each.range(), each.mark().main()
                    ? HoverText.diagnostic(each.mark().finding()) : HoverText.message(each.mark().finding()),
                    each.mark().main() ? severity(each.mark().finding().severity()) : DiagnosticSeverity.Information,
                    SOURCE, each.mark().finding().rule());
            related(each.mark(), analysed).ifPresent(other -> diagnostic.setRelatedInformation(List.of(other)));
            diagnostics.add(diagnostic);
        }
        return diagnostics;
    }

    private static DiagnosticSeverity severity(Severity severity) {
        return severity == Severity.INFO ? DiagnosticSeverity.Information : DiagnosticSeverity.Warning;
    }

    /** Returns the other end: the call of a place of creation, and the place of creation of a call. */
    private static Optional<DiagnosticRelatedInformation> related(Analysed.Mark mark, Analysed analysed) {
        Site created = mark.finding().created().filter(site -> !site.path().isEmpty()).orElse(null);
        Site other = created == null || mark.main() ? mark.finding().site() : created;
        boolean same = created == null || mark.main() && other.line() == mark.line()
                && other.path().equals(created.path());
        if (same && mark.main() || other.path().isEmpty() || other.line() <= 0) {
            return Optional.empty();
        }
        Position start = new Position(other.line() - 1, Math.max(0, other.column() - 1));
        return path(other, analysed).map(path -> new DiagnosticRelatedInformation(
                new Location(path.toUri().toString(), new Range(start, start)),
                mark.main() ? "called here" : "created here, where the edit goes"));
    }

    private static Optional<Path> path(Site site, Analysed analysed) {
        return analysed.texts().keySet().stream().filter(path -> path.endsWith(site.path())).findFirst();
    }

    /** Returns the shares, one above each line. */
    List<CodeLens> lenses() {
        Map<Integer, CodeLens> lenses = new LinkedHashMap<>();
        for (Placed each : placed) {
            String title = HoverText.share(each.mark().finding());
            lenses.merge(each.range().getStart().getLine(), new CodeLens(each.range(), new Command(title, ""), null),
                    (known, more) -> new CodeLens(known.getRange(),
                            new Command(known.getCommand().getTitle() + " · "
                                    + title.substring((SOURCE + ": ").length()), ""), null));
        }
        return List.copyOf(lenses.values());
    }

    /** Returns all that is known of the line's findings. */
    Optional<Hover> hover(Position position) {
        List<String> texts = placed.stream()
                .filter(each -> each.range().getStart().getLine() == position.getLine())
                .map(each -> HoverText.markdown(each.mark().finding()))
                .distinct()
                .toList();
        return texts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Hover(new MarkupContent(MarkupKind.MARKDOWN, String.join("\n---\n\n", texts))));
    }

    /** Returns the marks on the lines that the range touches. */
    List<Analysed.Mark> in(Range range) {
        return placed.stream()
                .filter(each -> each.range().getStart().getLine() >= range.getStart().getLine()
                        && each.range().getStart().getLine() <= range.getEnd().getLine())
                .map(Placed::mark)
                .toList();
    }

    /** Returns the path that a document's address names; empty for what is no file. */
    static Optional<Path> path(String uri) {
        try {
            URI address = URI.create(uri);
            if (!"file".equals(address.getScheme())) {
                return Optional.empty();
            }
            Path path = Path.of(address).toAbsolutePath().normalize();
            return Optional.of(path.toFile().exists() ? path.toRealPath() : path);
        } catch (IllegalArgumentException | java.io.IOException | java.nio.file.FileSystemNotFoundException noFile) {
            return Optional.empty();
        }
    }
}
