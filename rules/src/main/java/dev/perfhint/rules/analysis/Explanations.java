package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.stack.IoCall;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.Locale;
import java.util.Optional;

/**
 * Says of system CPU that no rule explains whether it is needed for the work done, comes from outside, or is unknown.
 * What is called inherent names what in the recording says so.
 */
public final class Explanations {
    private static final double MIN_MAPPING_CPU_SHARE = 0.01;
    // a copy with 64 KiB in place of 4 saves 49 % of system CPU: what is shorter may be made larger
    private static final int LARGE_BYTES = 32_768;
    // what costs more is only called needed where the recording shows it
    private static final double NEGLIGIBLE_CPU_SHARE = 0.01;
    private static final String RENAME_THREAD = "setNativeName";
    private static final String KERNEL_COUNTERS =
            "counters of the kernel are read from /proc, by a JMX bean or a monitor";

    private Explanations() {}

    /**
     * Returns why the stack costs system CPU, as far as its cause alone tells.
     *
     * @param observed whether the calls of the run were counted
     */
    public static Explanation of(SystemStack stack, Surroundings surroundings, CpuTotals totals, boolean observed) {
        return stack.io().seen().map(Explanations::seen)
                .or(() -> Remedies.inherent(stack.component(), stack.cause()))
                .orElseGet(() -> byCause(stack, surroundings, totals, observed));
    }

    /** What a buffer would not change is needed, unless it is the same again; of the rest no rule says what to do. */
    private static Explanation seen(SeenCalls seen) {
        Optional<String> again = seen.operation().startsWith(StreamLife.WRITE) ? Optional.empty()
                : SeenText.again(seen.life());
        if (again.isPresent()) {
            return new Explanation(AccountVerdict.REDESIGN, SeenText.facts(seen) + "; " + again.get());
        }
        return seen.gains() ? Explanation.unknown(SeenText.facts(seen)) : Explanation.inherent(SeenText.facts(seen));
    }

    private static Explanation byCause(SystemStack stack, Surroundings surroundings, CpuTotals totals,
            boolean observed) {
        if (stack.performer() == Performer.JIT && stack.cause().isIo()) {
            return Explanation.inherent("the JIT checks free memory before it starts a compiler thread; stops after"
                    + " warm-up");
        }
        if (stack.performer() == Performer.VIRTUAL_THREADS
                && (stack.cause() == Cause.SOCKET_WAIT || stack.cause() == Cause.SOCKET_READ)) {
            return Explanation.inherent("pollers check which sockets of virtual threads are ready");
        }
        return switch (stack.cause()) {
            case FILE_READ, FILE_WRITE, SOCKET_READ, SOCKET_WRITE -> transfer(stack, observed);
            case FILE_OPEN, FILE_METADATA -> ofFiles(stack, surroundings, totals);
            case FILE_MAP -> Explanation.inherent("files are mapped and unmapped by the JDK");
            case CLASS_LOADING -> Explanation.inherent("classes are loaded once each, "
                    + Decimals.percent(cpuShare(Cause.CLASS_LOADING, surroundings, totals), 1)
                    + " of CPU time; stops after warm-up");
            case CLOCK -> environment("the clock source of this machine needs a system call per read (see "
                    + "/sys/devices/system/clocksource/clocksource0/current_clocksource); tsc does not");
            case FILE_SYNC -> Explanation.unknown("files are forced to the device; how many records each time is not"
                    + " recorded");
            case SOCKET_ACCEPT -> Explanation.inherent("one call per accepted connection");
            case SOCKET_WAIT -> beyond(stack.cause(), surroundings, totals,
                    "selectors and blocking calls wait for data; how often they find none is not recorded");
            case THREAD_START -> Explanation.inherent("start and exit of JVM and pool threads");
            case JIT ->
                    Explanation.inherent("JIT compilation; stops after warm-up");
            case GC -> Explanation.inherent("GC threads and allocations that wait for them");
            case VM -> surroundings.isOf(stack, RENAME_THREAD)
                    ? Explanation.unknown("Thread.setName: one system call each time")
                    : Explanation.inherent("safepoints, JVM threads, start-up and shutdown");
            case MEMORY_MAP -> memory(surroundings, totals);
            case PAGE_FAULT ->
                    Explanation.inherent("first-touch page faults of the JVM, its compilers and native code");
            case PREEMPTION -> environment("preempted by other threads");
            case INTERRUPT -> environment("interrupts");
            case PROFILER -> environment("profiler overhead");
            default -> Explanation.unknown("no known cause");
        };
    }

    private static Explanation memory(Surroundings surroundings, CpuTotals totals) {
        double share = cpuShare(Cause.MEMORY_MAP, surroundings, totals);
        return share < MIN_MAPPING_CPU_SHARE ? Explanation.inherent(
                "rare allocation of native and JVM memory: " + Decimals.percent(share, 1)
                        + " of all CPU")
                : Explanation.unknown("frequent mmap/munmap or madvise without a known cause");
    }

    /** Returns an explanation that is inherent only where the cause is negligible in all of the program. */
    private static Explanation beyond(Cause cause, Surroundings surroundings, CpuTotals totals, String what) {
        double share = cpuShare(cause, surroundings, totals);
        return share < NEGLIGIBLE_CPU_SHARE
                ? Explanation.inherent(what + ": " + Decimals.percent(share, 1) + " of all CPU")
                : Explanation.unknown(what);
    }

    private static double cpuShare(Cause cause, Surroundings surroundings, CpuTotals totals) {
        return (double) surroundings.samplesOf(cause) / Math.max(1, totals.samples());
    }

    private static Explanation ofFiles(SystemStack stack, Surroundings surroundings, CpuTotals totals) {
        if (stack.object().equals("/proc")) {
            return Explanation.inherent(KERNEL_COUNTERS);
        }
        if (stack.cause() == Cause.FILE_METADATA) {
            return beyond(stack.cause(), surroundings, totals, "attributes of open files, or asked for by the JDK");
        }
        return stack.caller() <= CallTree.ROOT
                ? Explanation.inherent("files that the JDK and the JVM open for themselves")
                : Explanation.unknown("files are opened beside other work of the same method");
    }

    private static Explanation environment(String why) {
        return new Explanation(AccountVerdict.ENVIRONMENT, why);
    }

    private static Explanation transfer(SystemStack stack, boolean observed) {
        IoCall io = stack.io();
        IoCall.Shape shape = io.shape();
        if (stack.object().equals("/proc")) {
            return Explanation.inherent(KERNEL_COUNTERS);
        }
        boolean sized = io.size().isEvidence();
        if (sized && io.size().bytes() >= LARGE_BYTES) {
            return Explanation.inherent(String.format(Locale.ROOT, "%,.0f bytes per call", io.size().bytes()));
        }
        if (shape.bulk()) {
            return Explanation.inherent("a whole file or stream at once");
        }
        String counting = observed ? "the recording counts calls, but none of this stack" : SmallCalls.OBSERVE;
        return Explanation.unknown(sized && io.size().bytes() >= Saving.SMALL_BYTES
                ? String.format(Locale.ROOT, "%,.0f bytes per call; whether larger blocks save CPU is not measured",
                        io.size().bytes())
                : shape.buffered() || shape.block() ? "through a buffer of unknown size: " + counting
                : "size and order of the calls are not recorded: " + counting);
    }
}
