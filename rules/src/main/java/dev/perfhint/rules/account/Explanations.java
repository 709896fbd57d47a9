package dev.perfhint.rules.account;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.rules.Decimals;
import dev.perfhint.rules.Remedies;
import dev.perfhint.rules.stack.IoCall;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Performer;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Locale;

/**
 * Says of system CPU that no rule explains whether it is needed for the work done, comes from outside, or is unknown.
 * What is called inherent names what in the recording says so.
 */
public final class Explanations {
    private static final int MIN_KERNEL_SAMPLES = 20;
    private static final double MIN_LOADING_CPU_SHARE = 0.01;
    private static final double MIN_MAPPING_CPU_SHARE = 0.01;
    // measured on one ext4 host: 8 to 13 % up to 512 bytes, 24 % at 8 KiB, 73 % at 64; overwritten, 7 % of 8 KiB
    private static final double SMALL_COPY_SHARE = 0.15;
    private static final double LARGE_COPY_SHARE = 0.22;
    private static final int LARGE_BYTES = 4096;
    private static final String KERNEL_COUNTERS =
            "counters of the kernel are read from /proc, by a JMX bean or a monitor: ask less often";
    private static final String RECORD_SIZES = "record jdk.FileRead and jdk.FileWrite at threshold 0 to be sure";

    private Explanations() {}

    /** Returns why the stack costs system CPU, as far as its cause alone tells. */
    public static Explanation of(SystemStack stack, Surroundings surroundings, CpuTotals totals) {
        return Remedies.inherent(stack.component(), stack.cause())
                .orElseGet(() -> byCause(stack, surroundings, totals));
    }

    private static Explanation byCause(SystemStack stack, Surroundings surroundings, CpuTotals totals) {
        if (stack.performer() == Performer.JIT && stack.cause().isIo()) {
            return Explanation.inherent("the compiler's threads ask how much memory is left before one more is started;"
                    + " it ends when the program is warm (-XX:-UseDynamicNumberOfCompilerThreads does without)");
        }
        if (stack.performer() == Performer.VIRTUAL_THREADS
                && (stack.cause() == Cause.SOCKET_WAIT || stack.cause() == Cause.SOCKET_READ)) {
            return Explanation.inherent("pollers ask which sockets virtual threads can go on with");
        }
        return switch (stack.cause()) {
            case FILE_READ, FILE_WRITE -> transfer(stack);
            case SOCKET_READ, SOCKET_WRITE -> SocketExplanations.of(stack, surroundings);
            case FILE_OPEN, FILE_METADATA -> ofFiles(stack, surroundings);
            case FILE_MAP -> Explanation.redesign("files are mapped: a mapping that is kept costs this once");
            case CLASS_LOADING -> classLoading(surroundings, totals);
            case CLOCK ->
                    Explanation.configure(
                            "the clock is read by a system call: this machine's clock source has no faster way"
                    + " (cat /sys/devices/system/clocksource/clocksource0/current_clocksource; tsc has)");
            case RANDOM ->
                    Explanation.redesign(
                            "random numbers are read from the device: SecureRandom.getInstance(\"DRBG\") reads it"
                    + " for its seed only");
            case SOCKET_ACCEPT -> Explanation.inherent("one call for each connection that peers open");
            case SOCKET_WAIT -> Explanation.inherent("selectors and blocking calls ask whether data has come");
            case THREAD_START -> Explanation.inherent("threads of the JVM and of pools start and end");
            case JIT ->
                    Explanation.inherent(
                            "the compiler's threads, and waiting for them; it ends when the program is warm");
            case GC -> Explanation.inherent("the collector's threads and allocations that wait for it");
            case VM -> Explanation.inherent("safepoints, the JVM's own threads, its start and end");
            case MEMORY_MAP -> memory(surroundings, totals);
            case PAGE_FAULT ->
                    Explanation.inherent("the JVM's own memory, its compilers' and native code's, touched once");
            case PREEMPTION -> environment("other threads of the machine took the processor");
            case INTERRUPT -> environment("interrupts that arrived while this code ran");
            case PROFILER -> environment("the profiler's own work");
            default -> Explanation.unknown("no rule knows why this is done");
        };
    }

    private static Explanation memory(Surroundings surroundings, CpuTotals totals) {
        double share = cpuShare(Cause.MEMORY_MAP, surroundings, totals);
        return share < MIN_MAPPING_CPU_SHARE ? Explanation.inherent(
                "memory of native code and of the JVM is taken and given back seldom: " + Decimals.percent(share, 1)
                        + " of all CPU")
                : Explanation.unknown("no rule knows why memory is taken and given back so often");
    }

    private static double cpuShare(Cause cause, Surroundings surroundings, CpuTotals totals) {
        return (double) surroundings.samplesOf(cause) / Math.max(1, totals.samples());
    }

    // what ends by itself when the program is warm is needed, but the start of a program that spends much on it can be
    // made shorter
    private static Explanation classLoading(Surroundings surroundings, CpuTotals totals) {
        double share = cpuShare(Cause.CLASS_LOADING, surroundings, totals);
        String once = "classes are loaded once each, " + Decimals.percent(share, 1)
                + " of all CPU; it ends when the program is warm";
        return share < MIN_LOADING_CPU_SHARE ? Explanation.inherent(once)
                : Explanation.configure(once + "; an archive of classes shortens it: -XX:ArchiveClassesAtExit, then"
                        + " -XX:SharedArchiveFile");
    }

    // what the same method reads and writes says what the opens are for
    private static Explanation ofFiles(SystemStack stack, Surroundings surroundings) {
        if (stack.object().equals("/proc")) {
            return Explanation.redesign(KERNEL_COUNTERS);
        }
        if (stack.cause() == Cause.FILE_METADATA) {
            return Explanation.redesign(
                    "attributes and names of files are asked for: keep the answer where the files seldom change");
        }
        List<SystemStack> around = surroundings.sameMethod(stack);
        long opens = Surroundings.samples(around, other -> other.cause() == Cause.FILE_OPEN);
        long transfers = Surroundings.samples(around,
                other -> other.cause() == Cause.FILE_READ || other.cause() == Cause.FILE_WRITE);
        return transfers > 0 && transfers >= opens
                ? Explanation.inherent(
                        "files are opened for what is read and written there, which costs more than the opening")
                : Explanation.redesign(
                        "opening and closing files costs more than reading and writing them: keep them open, keep what"
                        + " they hold, or put many small ones into one; whether it is one file or many cannot be seen");
    }

    private static Explanation environment(String why) {
        return new Explanation(AccountVerdict.ENVIRONMENT, why);
    }

    private static Explanation transfer(SystemStack stack) {
        IoCall io = stack.io();
        IoCall.Shape shape = io.shape();
        if (stack.object().equals("/proc")) {
            return Explanation.redesign(KERNEL_COUNTERS);
        }
        if (io.size().isEvidence() && io.size().bytes() >= LARGE_BYTES) {
            return Explanation.inherent(String.format(Locale.ROOT, "%,.0f bytes per call", io.size().bytes()));
        }
        if (shape.buffered() || shape.block() || shape.bulk()) {
            return Explanation.inherent(shape.bulk() ? "a whole file or stream at once"
                    : "through a buffer: one call for each full one");
        }
        double copies = (double) io.copySamples() / Math.max(1, stack.kernelSamples());
        boolean told = stack.kernelSamples() >= MIN_KERNEL_SAMPLES;
        if (told && copies >= LARGE_COPY_SHARE) {
            return Explanation.inherent("large blocks: " + Decimals.percent(copies, 0)
                    + " of the kernel samples copy data or make room for it");
        }
        boolean overwritten = io.operation() == Operation.RANDOM_WRITE || io.operation() == Operation.CHANNEL_WRITE;
        return Explanation.unknown(told && copies < SMALL_COPY_SHARE && !overwritten
                ? "probably small calls: only " + Decimals.percent(copies, 0) + " of the kernel samples copy data; "
                        + RECORD_SIZES
                : "large blocks or small ones cannot be told from CPU samples; " + RECORD_SIZES);
    }
}
