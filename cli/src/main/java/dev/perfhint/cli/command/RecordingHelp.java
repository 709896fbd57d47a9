package dev.perfhint.cli.command;

/** What the help says of recordings, in one place for all commands. */
final class RecordingHelp {
    static final String TEXT =
            "JFR file or repository directory, perfhint profile, collapsed text, flame graph, pprof, OTLP or perf"
                    + " script, plain or gzip; - is standard input; several are merged.";

    private RecordingHelp() {}
}
