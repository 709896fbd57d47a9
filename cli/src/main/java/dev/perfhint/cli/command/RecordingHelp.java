package dev.perfhint.cli.command;

/** What the help says of recordings, in one place for all commands. */
final class RecordingHelp {
    static final String TEXT =
            "JFR file or repository directory, perfhint profile, collapsed text, flame graph, pprof, OTLP or perf"
                    + " script, or gzip of these; - is standard input; repeatable.";

    private RecordingHelp() {}
}
