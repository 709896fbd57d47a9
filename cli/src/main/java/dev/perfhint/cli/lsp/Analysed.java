package dev.perfhint.cli.lsp;

import dev.perfhint.cli.output.text.WaitingText;
import dev.perfhint.reader.EventLogReader;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.MovedLines;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.SyntaxLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The findings of a recording, by the files they concern, with the texts that their lines and edits are of.
 *
 * @param marks by real path of the source file
 * @param texts the files' characters when they were analysed, without byte order mark; those with a mark or an edit
 * @param opened the files that the answer rests on, with their times and sizes then
 */
record Analysed(
        NewestRecording recording, Map<Path, List<Mark>> marks, Map<Path, String> texts,
        Collection<NewestRecording> opened) {
    /**
     * A finding at a line.
     *
     * @param line 1-based
     * @param column 1-based, 0 for the line's first character that is no blank
     * @param main whether it is the place of the edit, or the call where that is not known; else it is a further call
     */
    record Mark(Finding finding, int line, int column, boolean main) {}

    /**
     * Reads and analyses; fixes are compiled, those too that are not safe. Findings whose code has changed since the
     * recording are left out.
     *
     * @param tell gets the line that says what a program waits for
     */
    static Analysed of(NewestRecording recording, LspSetup setup, Consumer<String> tell)
            throws UnreadableRecordingException, SourceException {
        Sources sources = Sources.open(setup.sources());
        Report report = Analysis.run(
                Recordings.read(List.of(recording.file()), ReadOptions.DEFAULTS),
                Optional.of(sources), setup.options(), EventLogReader.source(recording.file()));
        report.waiting().ifPresent(program -> tell.accept(WaitingText.headline(program)));
        Map<Path, List<Mark>> marks = new LinkedHashMap<>();
        Map<Path, String> texts = new LinkedHashMap<>();
        for (Finding finding : report.counting().stream().filter(each -> each.changed().isEmpty()).toList()) {
            mark(sources, finding, marks, texts);
            for (Edit edit : finding.fix().map(fix -> fix.edits()).orElse(List.of())) {
                sources.file(edit.file()).ifPresent(file -> texts.putIfAbsent(edit.file(), file.text()));
            }
        }
        return new Analysed(recording, marks, texts,
                sources.opened().stream().flatMap(file -> NewestRecording.named(file).stream()).toList());
    }

    private static void mark(Sources sources, Finding finding, Map<Path, List<Mark>> marks, Map<Path, String> texts) {
        Site main = finding.created().filter(created -> !created.path().isEmpty()).orElse(finding.site());
        List<Site> sites = new ArrayList<>(List.of(main));
        finding.sites().stream().filter(site -> !isSameLine(site, main)).forEach(sites::add);
        for (Site site : sites) {
            Optional<SourceFile> file = site.path().isEmpty() || site.line() <= 0
                    ? Optional.empty() : sources.named(site.path());
            file.ifPresent(found -> {
                texts.putIfAbsent(found.path(), found.text());
                marks.computeIfAbsent(found.path(), key -> new ArrayList<>())
                        .add(new Mark(finding, site.line(), site.column(), site == main));
            });
        }
    }

    private static boolean isSameLine(Site one, Site other) {
        return one.path().equals(other.path()) && one.line() == other.line();
    }

    /**
     * Returns the ids of the findings whose place of the edit is no longer what was analysed: the recording does not
     * speak of what stands there now.
     *
     * @param open gives the text of a file that the editor has open
     */
    Set<String> gone(Function<Path, Optional<String>> open) {
        Set<String> gone = new HashSet<>();
        marks.forEach((path, all) -> {
            Optional<MovedLines> moved = open.apply(path).or(() -> onDisk(path))
                    .map(now -> MovedLines.of(texts.get(path), now));
            all.stream().filter(Mark::main)
                    .filter(mark -> moved.isEmpty() || moved.get().now(mark.line()) == 0)
                    .forEach(mark -> gone.add(mark.finding().id()));
        });
        return gone;
    }

    private Optional<String> onDisk(Path path) {
        if (opened.stream().anyMatch(file -> file.file().equals(path) && file.isUnchanged())) {
            return Optional.of(texts.get(path));
        }
        try {
            return Files.size(path) > SyntaxLimits.MAX_FILE_BYTES ? Optional.empty()
                    : Optional.of(Files.readString(path));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns whether every file that the answer rests on is still as it was on disk. */
    boolean isCurrent() {
        return opened.stream().allMatch(NewestRecording::isUnchanged);
    }
}
