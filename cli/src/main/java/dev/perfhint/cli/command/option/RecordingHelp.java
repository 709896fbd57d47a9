package dev.perfhint.cli.command.option;

/** What the help says of recordings, in one place for all commands. */
public final class RecordingHelp {
    public static final String TEXT =
            "JFR file or repository directory, perfhint profile, collapsed text, flame graph, pprof, OTLP or perf"
                    + " script, or gzip of these; - is standard input; repeatable.";

    private RecordingHelp() {}
}
