package dev.perfhint.rules.waiting;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;

/** A sleep whose wake-ups are so rare that they cost nothing: a timer, whatever it finds; no poll. */
final class RareSleep {
    /** Sleeps of a second are measured a little shorter. */
    private static final long LONG_NANOS = 900_000_000;
    /** Of one CPU: a poll each 20 ms takes 0.15 to 0.3 %, a look at a file each second 0.01 %. */
    private static final double MIN_BUSY = 0.0005;

    private RareSleep() {}

    /** Returns whether single sleeps were measured and last a second or more on average. */
    static boolean isLong(WaitSite site) {
        return site.kind() == WaitKind.SLEEP && !site.durationsNanos().isEmpty()
                && site.nanos() / site.durationsNanos().size() >= LONG_NANOS;
    }

    /** Returns whether the sleeps are long, or, where only samples show them, their method uses hardly any CPU. */
    static boolean is(WaitSite site, Profile profile, long wallNanos) {
        CpuTotals cpu = CpuTotals.best(profile);
        boolean sampled = site.kind() == WaitKind.SLEEP && site.durationsNanos().isEmpty()
                && cpu.evidence().measuresCpu() && cpu.nanos() > 0;
        return isLong(site) || sampled && nanos(site, profile, cpu) < MIN_BUSY * wallNanos;
    }

    private static long nanos(WaitSite site, Profile profile, CpuTotals cpu) {
        ApplicationFrames frames = new ApplicationFrames(profile.tree(), profile.methods());
        Rows rows = profile.rows();
        String place = site.place().replaceFirst(":\\d+$", "");
        long nanos = 0;
        for (int row : GradeRows.of(profile, cpu.evidence())) {
            int method = frames.method(rows.leaf(row));
            nanos += method >= 0 && profile.methods().name(method).equals(place) ? rows.nanos(row) : 0;
        }
        return nanos;
    }
}
