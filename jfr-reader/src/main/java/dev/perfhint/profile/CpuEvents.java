package dev.perfhint.profile;

import java.util.Set;

/**
 * Decides what the samples of an async-profiler recording measure: CPU time or something else, and with which grade.
 *
 * <p>page-faults, tracepoints, cache misses and Java methods arrive as {@code jdk.ExecutionSample}, as CPU samples do;
 * only the recording's settings tell them apart.
 */
public final class CpuEvents {
    private static final Set<String> CPU =
            Set.of("cpu", "cpu-clock", "task-clock", "cycles", "cpu-cycles", "ctimer", "itimer");

    private CpuEvents() {}

    /** Returns whether an async-profiler event of this name samples CPU time. */
    public static boolean isCpu(String event) {
        return CPU.contains(event);
    }

    /**
     * Returns the event of an async-profiler recording.
     *
     * @param alluser whether the kernel was excluded: then the samples are user time only and never enter a CPU total
     * @param kernelFramesSeen whether any of the recording's stacks has a kernel frame
     */
    public static Event of(String event, String engine, boolean alluser, boolean kernelFramesSeen) {
        if (!isCpu(event) || alluser) {
            return new Event(event, engine, Evidence.NONE, false);
        }
        return new Event(event, engine, kernelFramesSeen ? Evidence.KERNEL_FRAMES : Evidence.SYSCALL_STUBS, true);
    }
}
