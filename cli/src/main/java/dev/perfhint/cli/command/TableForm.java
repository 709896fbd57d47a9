package dev.perfhint.cli.command;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the tables of hotspots, callers and callees count, and their form. */
final class TableForm {
    /** The forms a table can take. */
    enum Format {
        TEXT,
        JSON
    }

    @Option(names = "--cpu", description = "Show user and system CPU time side by side.")
    private boolean cpu;

    @Mixin
    private JsonOption form;

    boolean cpu() {
        return cpu;
    }

    boolean json() {
        return form.json();
    }

    /** Returns what the rows count, as JSON names it. */
    String measure() {
        return cpu ? "cpu" : "system";
    }

    void check(CauseOption cause) {
        if (cpu && cause.chosen().isPresent()) {
            throw new UsageException("--cpu excludes --cause: causes are those of system CPU");
        }
    }
}
