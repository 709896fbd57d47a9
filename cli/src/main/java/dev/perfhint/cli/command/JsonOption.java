package dev.perfhint.cli.command;

import picocli.CommandLine.Option;

/** Text or JSON, for commands that print a list. */
final class JsonOption {
    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "text or json (default: text).")
    private TableForm.Format format;

    boolean json() {
        return format == TableForm.Format.JSON;
    }
}
