package dev.perfhint.cli.verify;

import java.util.Optional;

/** How the CPU time of a few runs with a patch compares with that of a few without. */
enum CpuChange {
    /** Every run with the patch takes less. */
    LESS,
    /** Every run with the patch takes more. */
    MORE,
    /** The ranges overlap, or differ by less than is measured. */
    NONE,
    /** Not measured. */
    UNKNOWN;

    /** With fewer, nothing is said to take more: ranges of two runs each lie apart by chance in one case of three. */
    static final int MIN_RUNS = 3;

    // the clock has steps of up to 10 ms for user and for system time, and runs of one program differ by a few percent
    private static final long MIN_MILLIS = 30;
    private static final double MIN_SHARE = 0.05;

    static CpuChange of(Optional<Stats> before, Optional<Stats> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return UNKNOWN;
        }
        Stats first = before.get();
        Stats second = after.get();
        long change = Math.abs(second.median() - first.median());
        if (change < MIN_MILLIS || change < MIN_SHARE * first.median()) {
            return NONE;
        }
        return second.min() > first.max() ? MORE : second.max() < first.min() ? LESS : NONE;
    }
}
