package dev.perfhint.cli.command;

/** What the help says of recordings, in one place for all commands. */
final class RecordingHelp {
    static final String TEXT =
            "JFR file, JFR repository directory, perfhint profile, async-profiler collapsed text or flame "
                    + "graph, pprof, "
                    + "OTLP or perf script, plain or gzip;"
            + " - is standard input. Several are merged.";

    private RecordingHelp() {}
}
