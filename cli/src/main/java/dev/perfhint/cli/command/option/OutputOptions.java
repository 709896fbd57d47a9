package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.report.ReportFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Where a report goes and in which form: one to standard output or {@code -o}, or several with {@code --output}. */
public final class OutputOptions {
    private static final String STANDARD_OUTPUT = "-";

    @Option(names = "--format", paramLabel = "FORMAT",
            description = "Form of the report: ${COMPLETION-CANDIDATES} (default: text).")
    private ReportFormat format;

    @Option(names = "-o", paramLabel = "FILE",
            description = "Write the report to FILE; - is standard output, the default.")
    private String file;

    @Option(names = "--output", paramLabel = "FORMAT=FILE",
            description = "Write a report of this form to this file; repeatable, in place of --format and -o.")
    private List<String> outputs = new ArrayList<>();

    /** One report to write; no file means standard output. */
    private record Target(ReportFormat format, Optional<OutputFile> file) {}

    private final List<Target> targets = new ArrayList<>();

    /** Checks that everything can be written, before any work; none of the files may be a recording. */
    public void check(List<String> recordings) {
        if (!outputs.isEmpty() && (format != null || file != null)) {
            throw new CliException("--output excludes --format and -o: write --output FORMAT=FILE for each report");
        }
        if (outputs.isEmpty()) {
            targets.add(target(format == null ? ReportFormat.TEXT : format, file == null ? STANDARD_OUTPUT : file));
        }
        for (String output : outputs) {
            NamedFile<ReportFormat> named = NamedFile.of(output, ReportFormat.values());
            targets.add(target(named.format(), named.file()));
        }
        Map<Path, Integer> uses = new TreeMap<>();
        for (Target target : targets) {
            target.file().ifPresent(output -> {
                refuseRecording(output, recordings);
                if (uses.merge(output.path(), 1, Integer::sum) > 1) {
                    throw new CliException("two reports would go to " + output.path());
                }
            });
        }
        if (targets.stream().filter(target -> target.file().isEmpty()).count() > 1) {
            throw new CliException("two reports would go to standard output");
        }
    }

    /** Refuses forms that are made for this machine, with its paths, where a report is to leave it. */
    public void checkShared(boolean shared) {
        Optional<ReportFormat> local =
                targets.stream().map(Target::format).filter(each -> !each.isShared()).findFirst();
        if (shared && local.isPresent()) {
            throw new CliException("--redact has no effect on " + local.get() + " reports: write --output html=FILE, "
                    + "json=FILE or markdown=FILE");
        }
    }

    /** Refuses another file of the same run that is one of the reports. */
    void refuseReport(OutputFile other, String what) {
        if (targets.stream().flatMap(target -> target.file().stream())
                .anyMatch(file -> file.path().equals(other.path()))) {
            throw new CliException("the report and the " + what + " would both go to " + other.path());
        }
    }

    /** Returns whether standard output carries a report. */
    boolean usesStandardOutput() {
        return targets.stream().anyMatch(target -> target.file().isEmpty());
    }

    /** Returns whether the user asked for a report on standard output by name. */
    boolean namesStandardOutput() {
        return usesStandardOutput() && (file != null || !outputs.isEmpty() || format != null);
    }

    /** Returns the forms asked for that have no place for a finding without a source file. */
    public List<ReportFormat> formatsThatNeedSource() {
        return targets.stream().map(Target::format).filter(ReportFormat::needsSource).distinct().toList();
    }

    /** Returns whether a page is asked for, which shows what was sampled when. */
    public boolean wantsTimeSlices() {
        return targets.stream().anyMatch(target -> target.format() == ReportFormat.HTML);
    }

    /** Makes a report's text in some form, for a file or for the terminal. */
    public interface Renderer {
        String render(ReportFormat format, boolean file);
    }

    /** Writes all reports. The one for standard output goes to standard error if a patch is printed there. */
    public void write(Session session, boolean patchOnStandardOutput, Renderer renderer) {
        for (Target target : targets) {
            String text = renderer.render(target.format(), target.file().isPresent() || patchOnStandardOutput);
            if (target.file().isPresent()) {
                target.file().get().write(text.getBytes(StandardCharsets.UTF_8));
            } else if (patchOnStandardOutput) {
                session.err().print(text);
            } else {
                session.out().print(text);
            }
        }
    }

    /**
     * Returns the file to write to, checked before any work; empty for standard output, which has no name or {@code -}.
     */
    public static Optional<OutputFile> file(String name) {
        return name == null || name.equals(STANDARD_OUTPUT) ? Optional.empty() : Optional.of(OutputFile.checked(name));
    }

    public static void refuseRecording(OutputFile output, List<String> recordings) {
        for (String recording : recordings) {
            try {
                if (Files.exists(Path.of(recording)) && Files.exists(output.path())
                        && Files.isSameFile(Path.of(recording), output.path())) {
                    throw new CliException("refusing to overwrite the recording " + recording);
                }
            } catch (IOException | java.nio.file.InvalidPathException e) {
                continue; // reading it will say what is wrong
            }
        }
    }

    private static Target target(ReportFormat format, String file) {
        return new Target(format, file(file));
    }
}
