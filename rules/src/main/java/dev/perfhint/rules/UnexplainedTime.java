package dev.perfhint.rules;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.KernelSymbols;
import dev.perfhint.profile.KernelWork;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.rules.stack.IoStack;
import dev.perfhint.rules.stack.IoStacks;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sums the system CPU that is in no finding, by subsystem, so that nobody hunts a buffer where the heap is faulting. */
final class UnexplainedTime {
    private static final double LEAST_SHARE = 0.02;
    private static final double LARGE_COPY_SHARE = 0.45;
    private static final Map<String, String> HINTS = Map.of(
            KernelSymbols.FAULT, "first touch of memory: heap growth or large allocations, no I/O pattern; "
                    + "-XX:+AlwaysPreTouch, equal -Xms and -Xmx or fewer allocations move it",
            KernelSymbols.FUTEX, "threads waiting for and waking each other: locks, queues, parking; a buffer does not help",
            KernelSymbols.SCHEDULER, "switching between threads: yields, short sleeps, hand-offs or more threads than processors",
            KernelSymbols.NETWORK, "network stack: packets sent and received in whole messages or by code no rule knows",
            KernelSymbols.INTERRUPTS, "interrupts that arrived while this code ran; not caused by it",
            KernelSymbols.MEMORY, "memory mapped, unmapped or protected: allocator, garbage collector, direct buffers",
            "poll", "waiting for readiness: selectors and timeouts",
            "profiling", "the profiler's own work");

    private static final String UNSIZED = "calls of unknown size, ";
    private static final String RECORD_SIZES =
            "record jdk.FileRead, jdk.FileWrite and the socket events at threshold 0, best on JDK 25";
    // measured on one ext4 host: 8 to 13 % up to 512 bytes, 24 % at 8 KiB, 73 % at 64
    private static final double SMALL_COPY_SHARE = 0.15;

    private UnexplainedTime() {}

    static List<Unexplained> of(IoStacks stacks, Set<Integer> explained) {
        Profile profile = stacks.profile();
        KernelWork work = new KernelWork(profile);
        Rows rows = profile.rows();
        Map<String, Sum> sums = new TreeMap<>();
        for (IoStacks.Row row : stacks.rows()) {
            int stack = stacks.stackOf(row);
            if (stack < 0 || !explained.contains(stack)) {
                String what = stack >= 0 && isUnsized(stacks.stacks().get(stack))
                        ? UNSIZED + calls(stacks, stacks.stacks().get(stack))
                        : work.subsystemOf(row.leaf());
                Sum sum = sums.computeIfAbsent(what, key -> new Sum());
                if (what.startsWith(UNSIZED) && isFile(stacks.stacks().get(stack))) {
                    sum.stacks.add(stacks.stacks().get(stack));
                }
                sum.add(rows.systemSamples(row.index()), rows.systemNanos(row.index()), application(stacks, row.leaf()));
            }
        }
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().named(entry.getKey(), stacks))
                .filter(part -> part.share() >= LEAST_SHARE)
                .sorted(Comparator.comparingDouble(Unexplained::share).reversed().thenComparing(Unexplained::what))
                .toList();
    }

    // what the kernel copies for a socket says nothing about the size
    private static boolean isFile(IoStack stack) {
        return stack.operation() != Operation.SOCKET_READ && stack.operation() != Operation.SOCKET_WRITE;
    }

    private static boolean isUnsized(IoStack stack) {
        boolean copiesMuch = stack.kernelSamples() >= Candidate.MIN_KERNEL_SAMPLES
                && stack.copySamples() > LARGE_COPY_SHARE * stack.kernelSamples();
        IoStack.Shape shape = stack.shape();
        return stack.size().isUnknown() && !shape.buffered() && !shape.printed() && !shape.bulk() && !copiesMuch
                && (stack.operation().isRead() || stack.operation().isWrite());
    }

    private static String calls(IoStacks stacks, IoStack stack) {
        int method = stacks.profile().tree().method(stack.entry());
        return PublicNames.of(stacks.profile().methods().className(method), stacks.profile().methods().methodName(method));
    }

    private static int application(IoStacks stacks, int leaf) {
        CallTree tree = stacks.profile().tree();
        for (int node = leaf; node > CallTree.ROOT; node = tree.parent(node)) {
            int method = tree.method(node);
            if (stacks.owners().of(method) == Owner.APPLICATION && !stacks.owners().isLambdaProxy(method)) {
                return method;
            }
        }
        return -1;
    }

    private static final class Sum {
        private long samples;
        private long nanos;
        private final Map<Integer, Long> byMethod = new HashMap<>();
        private final Set<IoStack> stacks = new HashSet<>();

        void add(long moreSamples, long moreNanos, int method) {
            samples += moreSamples;
            nanos += moreNanos;
            if (method >= 0) {
                byMethod.merge(method, moreSamples, Long::sum);
            }
        }

        private String hint(String what) {
            if (!what.startsWith(UNSIZED)) {
                return HINTS.getOrDefault(what, "");
            }
            long kernel = stacks.stream().mapToLong(IoStack::kernelSamples).sum();
            double copies = (double) stacks.stream().mapToLong(IoStack::copySamples).sum() / Math.max(1, kernel);
            return kernel >= Candidate.MIN_KERNEL_SAMPLES && copies < SMALL_COPY_SHARE
                    ? String.format(Locale.ROOT, "probably small: only %.0f %% of the kernel samples copy data; to be sure ", copies * 100)
                            + RECORD_SIZES
                    : "large blocks or small ones cannot be told from CPU samples: " + RECORD_SIZES;
        }

        Unexplained named(String what, IoStacks stacks) {
            CpuTotals totals = stacks.totals();
            double share = totals.systemNanos() > 0
                    ? (double) nanos / totals.systemNanos()
                    : (double) samples / Math.max(1, totals.systemSamples());
            String method = byMethod.entrySet().stream()
                    .max(Map.Entry.<Integer, Long>comparingByValue()
                            .thenComparing(entry -> stacks.profile().methods().name(entry.getKey()), Comparator.reverseOrder()))
                    .map(entry -> stacks.profile().methods().name(entry.getKey()))
                    .orElse("");
            return new Unexplained(what, samples, nanos, share, method,
                    hint(what));
        }
    }
}
