package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.select.Baseline;
import dev.perfhint.cli.select.SinceRevision;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Suppressor;
import dev.perfhint.source.file.Sources;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that let only some of the findings count: those that are new, and those in changed lines. */
public final class SelectionOptions {
    @Option(names = "--baseline", paramLabel = "FILE",
            description = "Report only findings that are not in this baseline.")
    private String baseline;

    @Option(names = "--write-baseline", paramLabel = "FILE",
            description = "Write the findings of this run as a baseline.")
    private String writeBaseline;

    @Option(names = "--since", paramLabel = "REV",
            description = "Report only findings on lines changed since this git revision.")
    private String since;

    private Optional<Baseline> known = Optional.empty();
    private Optional<OutputFile> output = Optional.empty();

    /** Takes from the configuration what was not named on the command line. */
    public void complete(Config config) {
        baseline = baseline == null ? config.text(Config.Key.BASELINE).orElse(null) : baseline;
    }

    /** Checks that everything can be read and written, before any work. */
    public void check(boolean sources, OutputOptions outputs, List<String> recordings) {
        if (since != null && !sources) {
            throw new CliException("--since needs --source: a directory in the git repository");
        }
        try {
            known = Optional.ofNullable(baseline).map(Path::of).map(Baseline::read);
        } catch (InvalidPathException e) {
            throw new CliException("not a file name: " + baseline);
        }
        output = Optional.ofNullable(writeBaseline).map(OutputFile::checked);
        output.ifPresent(file -> {
            OutputOptions.refuseRecording(file, recordings);
            outputs.refuseReport(file, "baseline");
        });
    }

    public List<Suppressor> suppressors(Optional<Sources> sources) {
        List<Suppressor> suppressors = new ArrayList<>(known.stream().toList());
        if (since != null) {
            suppressors.add(SinceRevision.of(since, sources.orElseThrow()));
        }
        return suppressors;
    }

    /**
     * Writes the new baseline, and says what of the old one is gone. Findings that a comment suppresses are in none.
     */
    public void write(Session session, Report report) {
        int gone = known.map(Baseline::gone).orElse(0);
        if (gone > 0) {
            session.tell(gone + " of the findings in " + baseline
                    + " did not show up: --write-baseline leaves them out");
        }
        output.ifPresent(file -> {
            List<Finding> findings = report.findings().stream()
                    .filter(finding -> Optional.ofNullable(report.suppressed().get(finding.id()))
                            .filter(why -> why.kind().equals("comment"))
                            .isEmpty())
                    .toList();
            file.write(Baseline.text(findings).getBytes(StandardCharsets.UTF_8));
            session.tell("wrote " + file.path() + ": " + findings.size()
                    + (findings.size() == 1 ? " finding" : " findings"));
        });
    }
}
