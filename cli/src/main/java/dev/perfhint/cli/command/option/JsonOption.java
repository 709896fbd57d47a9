package dev.perfhint.cli.command.option;

import picocli.CommandLine.Option;

/** Text or JSON, for commands that print a list. */
public final class JsonOption {
    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: text).")
    private TableForm.Format format;

    public boolean json() {
        return format == TableForm.Format.JSON;
    }
}
