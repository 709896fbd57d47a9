package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.text.TextReport;
import picocli.CommandLine.Option;

/** How much the text report says. */
public final class DetailOptions {
    @Option(names = {"-v", "--verbose"},
            description = "Show evidence, call chains, notes and the breakdown of all system time.")
    private boolean verbose;

    @Option(names = {"-q", "--quiet"}, description = "Show the headline and one line per finding.")
    private boolean quiet;

    @Option(names = "--account", description = "Show what all system time was spent on.")
    private boolean account;

    @Option(names = "--absolute-paths", description = "Name source files by absolute paths.")
    private boolean absolutePaths;

    public void check() {
        if (verbose && quiet) {
            throw new CliException("--verbose excludes --quiet");
        }
    }

    /** Returns how much to say; what a fix rests on is said with all the rest. */
    public TextReport.Detail level(boolean explainFix) {
        return verbose || explainFix ? TextReport.Detail.ALL
                : quiet ? TextReport.Detail.LINES : TextReport.Detail.SCREEN;
    }

    public boolean account() {
        return account;
    }

    public boolean absolutePaths() {
        return absolutePaths;
    }
}
