package dev.perfhint.rules.waiting;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSource;
import dev.perfhint.profile.view.KernelScale;
import java.util.List;
import java.util.Optional;

/**
 * A program that used little of one CPU while it was recorded: what it waits for, and what is known of such waits.
 *
 * @param busyShare CPU time ÷ wall time, of one CPU
 * @param wallNanos how long the recording is, or the part that the share is of
 * @param afterStart whether the share leaves out the start of the JVM and of the recorder
 * @param busiest the threads that use most of its CPU time; empty if none stands out
 * @param site where it waits; empty if the recording has no waits
 * @param stall why, where such waits have a known reason
 */
public record WaitingProgram(double busyShare, long wallNanos, boolean afterStart, Optional<BusyThread> busiest,
        Optional<WaitSite> site, Optional<Stall> stall) {
    /** A program that is busier than this, of one CPU, is not called waiting. */
    private static final double MAX_BUSY = 0.25;
    private static final long MIN_WALL_NANOS = 1_000_000_000;
    /** Of the wall time that a thread must wait at a place; else the program waits for work. */
    private static final double MIN_SHARE = 0.2;
    /** CPU time of the start and end of a JVM with a recorder: the kernel counts it, the recording does not show it. */
    private static final long MAX_START_NANOS = 2_000_000_000;
    /** Of the wall time that the loads must cover to stand for the program. */
    private static final double MIN_COVERED = 0.5;
    /** Of all CPUs of the machine. */
    private static final double FULL_MACHINE = 0.9;

    /** Returns whether a profile may be of such a program: then its events are worth reading. */
    public static boolean isPossible(Profile profile) {
        return profile.recordings().size() == 1 && profile.recordings().get(0).format().equals("jfr")
                && wallNanos(profile) >= MIN_WALL_NANOS && leastNanos(profile) < MAX_BUSY * wallNanos(profile);
    }

    /** Returns the CPU time without the start: as sampled, else what the kernel counted less the longest start. */
    private static long leastNanos(Profile profile) {
        return !isCounted(profile) ? cpuNanos(profile)
                : profile.evidence().measuresCpu() ? Math.min(cpuNanos(profile), KernelScale.sampled(profile).nanos())
                : cpuNanos(profile) - MAX_START_NANOS;
    }

    /** Returns what a program waits for; its events are read only where its samples allow that it waits. */
    public static Optional<WaitingProgram> of(Profile profile, EventSource events) {
        return isPossible(profile) ? events.read(WaitSites.query()).flatMap(log -> of(profile, log)) : Optional.empty();
    }

    /** Returns what a program waits for; empty for one that does not, or where its CPU time is unknown. */
    public static Optional<WaitingProgram> of(Profile profile, EventLog log) {
        Recording recording = profile.recordings().get(0);
        Optional<Loads> loads = Loads.of(log);
        boolean counted = isCounted(profile);
        boolean sampled = counted || recording.evidence().measuresCpu() || recording.event().equals("cpu")
                || recording.event().equals("ctimer");
        if (loads.isEmpty() && !sampled) {
            return Optional.empty();
        }
        double used = cpuNanos(profile) / (double) wallNanos(profile);
        double busy = counted ? used : Math.max(loads.map(Loads::process).orElse(0.0), used);
        boolean afterStart = counted && busy >= MAX_BUSY
                && loads.filter(each -> each.nanos() >= MIN_COVERED * wallNanos(profile)).isPresent();
        double share = afterStart ? loads.get().process() : busy;
        List<WaitSite> sites = WaitSites.of(log);
        Optional<WaitSite> seen = choice(sites, profile);
        // where other programs use all CPUs, one that uses little of them may be ready to run and not wait at all
        boolean starved = seen.isEmpty() && loads.map(Loads::machine).orElse(0.0) >= FULL_MACHINE;
        Optional<WaitSite> site = seen.or(() -> sites.stream().findFirst());
        return share >= MAX_BUSY || starved ? Optional.empty()
                : Optional.of(new WaitingProgram(share, afterStart ? loads.get().nanos() : wallNanos(profile),
                        afterStart, BusyThread.of(profile), site,
                        site.flatMap(each -> stall(each, profile))
                                .or(() -> site.flatMap(each -> Stall.of(each, profile.observed())))));
    }

    /** Returns the longest wait for something, else for requests, else for the time to do something. */
    private static Optional<WaitSite> choice(List<WaitSite> sites, Profile profile) {
        List<WaitSite> all = sites.stream().filter(site -> site.nanos() >= MIN_SHARE * wallNanos(profile)).toList();
        List<WaitSite> timers = all.stream().filter(site -> RareSleep.is(site, profile, wallNanos(profile))).toList();
        return all.stream().filter(site -> !timers.contains(site))
                .filter(site -> !site.kind().isIdle() || stall(site, profile).isPresent()).findFirst()
                .or(() -> all.stream().filter(site -> site.kind() == WaitKind.ACCEPT
                        || site.kind() == WaitKind.SELECT).findFirst())
                .or(() -> timers.stream().findFirst());
    }

    private static Optional<Stall> stall(WaitSite site, Profile profile) {
        return Stall.of(site).filter(any -> !RareSleep.is(site, profile, wallNanos(profile)));
    }

    private static long wallNanos(Profile profile) {
        return profile.recordings().get(0).durationMillis() * 1_000_000;
    }

    private static long cpuNanos(Profile profile) {
        return KernelScale.accounting(profile).map(KernelAccounting::nanos)
                .orElseGet(() -> CpuTotals.best(profile).nanos());
    }

    private static boolean isCounted(Profile profile) {
        return KernelScale.accounting(profile).isPresent();
    }

    /**
     * What Flight Recorder's periodic events say: the means from the first one on, which covers the time before.
     *
     * @param process what the JVM used of one CPU
     * @param machine what all programs used of all CPUs, 0..1
     * @param nanos what they cover
     */
    private record Loads(double process, double machine, long nanos) {
        static Optional<Loads> of(EventLog log) {
            String processors = log.fact("hwThreads");
            Optional<EventSeries> events = log.series("jdk.CPULoad").filter(each -> each.size() > 1);
            if (events.isEmpty() || !processors.matches("\\d{1,6}")) {
                return Optional.empty();
            }
            EventSeries loads = events.get();
            double share = mean(loads, "jvmUser") + mean(loads, "jvmSystem");
            return Optional.of(new Loads(share * Integer.parseInt(processors), mean(loads, "machineTotal"),
                    loads.startNanos(loads.size() - 1) - loads.startNanos(0)));
        }

        private static double mean(EventSeries events, String field) {
            double sum = 0;
            for (int row = 1; row < events.size(); row++) {
                sum += events.number(row, events.field(field));
            }
            return sum / (events.size() - 1);
        }
    }
}
