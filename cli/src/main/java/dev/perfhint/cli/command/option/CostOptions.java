package dev.perfhint.cli.command.option;

import dev.perfhint.cli.calibrate.CalibrationFile;
import dev.perfhint.rules.model.PrimitiveCosts;
import dev.perfhint.rules.model.Report;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What system calls cost, where the user names a measurement. */
public final class CostOptions {
    @Option(names = "--calibration", paramLabel = "FILE",
            description = "Convert counted calls to seconds with the costs in FILE (see perfhint calibrate).")
    private String file;

    private Optional<PrimitiveCosts> costs = Optional.empty();

    /** Reads the file, before any work. */
    public void check() {
        costs = Optional.ofNullable(file).map(CalibrationFile::read);
    }

    public Report price(Report report) {
        return costs.map(report::priced).orElse(report);
    }
}
