package dev.perfhint.cli.verify;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Progress;
import dev.perfhint.cli.output.Terminal;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Reports each run on standard error: while it lasts on a terminal, one line after it in a pipe.
 *
 * @param ending whether Ctrl-C has killed what ran, which is no result then
 */
record RunLog(PrintStream err, Terminal terminal, BooleanSupplier ending) {
    private static final long MIN_ANNOUNCED_SECONDS = 5;

    Progress start(String what) {
        return Progress.start(terminal, err, what);
    }

    void ended(int run, String what, Run result) {
        if (!terminal.errorTerminal() && !ending.getAsBoolean()) {
            err.printf(Locale.ROOT, "perfhint: run %d, %s: %s%n", run, what,
                    result.hang().map(why -> why + ", killed").orElse(seconds(result.wallMillis())));
        }
    }

    /**
     * Says how long it will take where all fixes pass.
     *
     * @param traceMillis the limit of each of the two runs below strace, 0 without
     */
    void announce(int runs, long wallMillis, long traceMillis) {
        long total = Math.round(2.0 * (runs * wallMillis + traceMillis) / 1000);
        if (total >= MIN_ANNOUNCED_SECONDS && !ending.getAsBoolean()) {
            err.printf(Locale.ROOT, "perfhint: %s without and %d with the patch%s: at most %d s%n",
                    Figures.plural(runs, "run"), runs, traceMillis > 0 ? ", 1 more of each below strace" : "", total);
        }
    }

    /** Says that runs follow which were not announced. */
    void searching(String failure) {
        if (!ending.getAsBoolean()) {
            err.println("perfhint: with the fixes together: " + failure + "; looking for the fix by bisection");
        }
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
