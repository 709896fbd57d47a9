package dev.perfhint.cli.output;

import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.file.Edit;
import java.nio.file.Path;
import java.util.Optional;

/** What the outputs for other tools say of a finding in one line: where it is, what it costs, what is to be gained. */
public final class FindingLine {
    private FindingLine() {}

    /** Returns where the edit goes, else where the call is; empty if neither has a source file. */
    public static Optional<Site> place(Finding finding) {
        return finding.created().filter(created -> !created.path().isEmpty())
                .or(() -> Optional.of(finding.site()).filter(site -> !site.path().isEmpty()));
    }

    /** Returns the message with what the finding costs and saves. */
    public static String message(Finding finding) {
        return finding.message() + ": " + cost(finding) + saving(finding);
    }

    /** Returns what the finding costs, of the system CPU and of all CPU. */
    public static String cost(Finding finding) {
        if (finding.systemShare().isEmpty()) {
            return "system CPU unknown";
        }
        String cost = Figures.percent(finding.systemShare().getAsDouble()) + " of system CPU";
        return finding.cpuShare().isPresent()
                ? cost + ", " + Figures.percent(finding.cpuShare().getAsDouble()) + " of all CPU"
                : cost;
    }

    /** Returns a range of shares as {@code 55.2 to 61.4 %}. */
    public static String range(Range range) {
        String low = Figures.points(range.low());
        String high = Figures.points(range.high());
        return low.equals(high) ? high + " %" : low + " to " + high + " %";
    }

    /** Returns the path of an edit's file relative to the source base, with {@code /}. */
    public static String path(Edit edit, Optional<Path> sourceBase) {
        return path(edit.file(), sourceBase);
    }

    /** Returns the path of a file relative to the source base, with {@code /}. */
    public static String path(Path file, Optional<Path> sourceBase) {
        Path path = file.isAbsolute() && sourceBase.isPresent() ? sourceBase.get().relativize(file) : file;
        return path.toString().replace('\\', '/');
    }

    public static String saving(Finding finding) {
        return finding.savingCpuShare().filter(range -> range.high() > 0)
                .map(range -> "; removing it saves " + range(range) + " of all CPU")
                .orElseGet(() -> finding.ceilingCpuShare().stream()
                        .mapToObj(most -> "; at most " + Figures.percent(most) + " of all CPU could be saved")
                        .findFirst().orElse(""));
    }
}
