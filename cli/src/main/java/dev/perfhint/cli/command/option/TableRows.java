package dev.perfhint.cli.command.option;

import picocli.CommandLine.Option;

/** Which rows the tables of hotspots, callers and callees have. */
public final class TableRows {
    @Option(names = "--native",
            description = "Show native and kernel functions; by default they count for their Java caller.")
    private boolean nativeFrames;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            converter = PositiveNumber.class,
            description = "Show N rows (default: 20).")
    private int top;

    public boolean nativeFrames() {
        return nativeFrames;
    }

    public int top() {
        return top;
    }
}
