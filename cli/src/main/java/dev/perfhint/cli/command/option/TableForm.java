package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the tables of hotspots, callers and callees count, and their form. */
public final class TableForm {
    /** The forms a table can take. */
    enum Format {
        TEXT,
        JSON
    }

    @Option(names = "--cpu", description = "Show user and system CPU time side by side.")
    private boolean cpu;

    @Mixin
    private JsonOption form;

    public boolean cpu() {
        return cpu;
    }

    public boolean json() {
        return form.json();
    }

    /** Returns what the rows count, as JSON names it. */
    public String measure() {
        return cpu ? "cpu" : "system";
    }

    public void check(CauseOption cause) {
        if (cpu && cause.chosen().isPresent()) {
            throw new CliException("--cpu excludes --cause: causes are those of system CPU");
        }
    }
}
