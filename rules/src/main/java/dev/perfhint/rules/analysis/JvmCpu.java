package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.ThreadKind;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.pattern.Candidate;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the JVM's own threads do for the code that runs, and what no sample shows, as shares of all CPU, 0..1: calls
 * that go take at most their part of it along.
 *
 * @param code user CPU of the program's threads
 * @param compiling CPU of the JIT's threads
 * @param serving CPU of the collector's and the JVM's other threads
 * @param collecting the collector's part of it
 * @param unsampled what the kernel counted for the process and samples do not cover: threads that end before one is
 *     taken
 */
record JvmCpu(double code, double compiling, double serving, double collecting, double unsampled) {
    // threads that end before a sample is taken, and switches, which the kernel counts beside the samples
    private static final Set<Cause> SWITCHES = EnumSet.of(Cause.THREAD_START, Cause.THREAD_HANDOFF, Cause.LOCK,
            Cause.SLEEP, Cause.YIELD, Cause.SOCKET_ACCEPT, Cause.SOCKET_CONNECT);
    /** Of what the kernel counted: the samples' own error is larger. */
    private static final double MIN_UNSAMPLED = 0.1;

    static JvmCpu of(Profile profile, CpuTotals totals) {
        boolean byTime = totals.systemNanos() > 0;
        double all = byTime ? totals.nanos() : totals.samples();
        if (all <= 0 || !totals.evidence().measuresCpu()) {
            return new JvmCpu(0, 0, 0, 0, 0);
        }
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        double code = 0;
        double compiling = 0;
        double serving = 0;
        double collecting = 0;
        for (int row = 0; row < rows.size(); row++) {
            Event event = profile.events().get(rows.event(row));
            ThreadKind kind = causes.kind(rows.threadGroup(row));
            if (!event.cpu() || event.evidence() != totals.evidence()) {
                continue;
            }
            double weight = byTime ? rows.nanos(row) : rows.samples(row);
            if (kind == ThreadKind.JAVA) {
                code += weight - (byTime ? rows.systemNanos(row) : rows.systemSamples(row));
                continue;
            }
            Causes.Classified stack = causes.of(rows.leaf(row), rows.threadGroup(row));
            if (stack.java() != CallTree.ROOT) {
                continue;
            }
            compiling += kind == ThreadKind.JIT ? weight : 0;
            serving += kind == ThreadKind.GC || kind == ThreadKind.VM ? weight : 0;
            collecting += kind == ThreadKind.GC || kind == ThreadKind.VM && stack.collects() ? weight : 0;
        }
        return new JvmCpu(code / all, compiling / all, serving / all, collecting / all, unsampled(profile));
    }

    private static double unsampled(Profile profile) {
        return KernelScale.accounting(profile)
                .map(counted -> 1.0 - (double) KernelScale.sampled(profile).nanos() / counted.nanos())
                .filter(missing -> missing >= MIN_UNSAMPLED)
                .orElse(0.0);
    }

    /**
     * Returns the most that goes with a candidate's calls, their own share included: of the JIT in proportion to their
     * user CPU; where whole methods go, in proportion to all of it, as collecting does. Where the collector's own
     * faults go, its collections may.
     */
    double atMost(Candidate candidate, double own, double user) {
        if (candidate.share(stack -> stack.performer() == Performer.GC) > 0.5) {
            return Math.max(own, collecting);
        }
        double proportion = own / Math.max(own, 1 - compiling - serving);
        double whole = candidate.share(CallCpu::isWhole);
        double called = user / Math.max(user, Math.max(code, Double.MIN_NORMAL));
        double most = own + proportion * whole * (compiling + serving) + called * (1 - whole) * compiling;
        return Math.min(1, SWITCHES.contains(candidate.cause()) ? most + (1 - most) * unsampled : most);
    }
}
