package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
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

    public boolean verbose() {
        return verbose;
    }

    public boolean quiet() {
        return quiet;
    }

    public boolean account() {
        return account;
    }

    public boolean absolutePaths() {
        return absolutePaths;
    }
}
