package dev.perfhint.cli.output.fleet;

import dev.perfhint.rules.fleet.FleetReport;
import java.util.Locale;

/** The files that a fleet's report can be written to. */
public enum FleetFormat {
    HTML,
    MARKDOWN,
    JSON;

    public String write(FleetReport report, FleetCoverage coverage, String version) {
        return switch (this) {
            case HTML -> FleetHtml.of(report, coverage, version);
            case MARKDOWN -> FleetMarkdown.of(report, coverage);
            case JSON -> FleetJson.of(report, coverage, version);
        };
    }

    /** Returns the name as it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
