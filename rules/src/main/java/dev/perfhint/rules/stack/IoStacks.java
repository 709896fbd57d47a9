package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.KernelWork;
import dev.perfhint.profile.NativeMethods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one pass over a profile's system CPU: every row of the best grade is read once, rows are gathered by their Java
 * stack, and each such stack is classified once.
 */
public final class IoStacks {
    // system calls that stand below an I/O method without being its work
    private static final Set<String> NOT_IO =
            Set.of("futex", "mmap", "munmap", "mprotect", "madvise", "sched_yield", "poll", "ppoll", "epoll_wait", "brk",
                    "rt_sigprocmask", "tgkill");

    private final Profile profile;
    private final Owners owners;
    private final CpuTotals totals;
    private final List<IoStack> stacks = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    private IoStacks(Profile profile, Owners owners) {
        this.profile = profile;
        this.owners = owners;
        this.totals = CpuTotals.best(profile);
    }

    /** Classifies all stacks that spend system CPU, at the best grade the profile has. */
    public static IoStacks of(Profile profile, Owners owners) {
        IoStacks result = new IoStacks(profile, owners);
        if (result.totals.evidence().measuresCpu()) {
            result.classify();
        }
        return result;
    }

    /** Returns the stacks that end in I/O, in the order their first row was read. */
    public List<IoStack> stacks() {
        return stacks;
    }

    /** Returns every row with system CPU, those of I/O stacks included. */
    public List<Row> rows() {
        return rows;
    }

    public CpuTotals totals() {
        return totals;
    }

    public Profile profile() {
        return profile;
    }

    public Owners owners() {
        return owners;
    }

    private void classify() {
        KernelFrames kernelFrames = new KernelFrames(profile);
        KernelWork work = new KernelWork(profile);
        Map<Integer, StackScan.Weight> weights = new LinkedHashMap<>();
        Rows metrics = profile.rows();
        for (int row = 0; row < metrics.size(); row++) {
            int leaf = metrics.leaf(row);
            boolean costs = metrics.systemSamples(row) != 0 || metrics.systemNanos(row) != 0;
            if (!isWanted(profile.events().get(metrics.event(row)), totals.evidence()) || !costs && !waitsForPeer(leaf)) {
                continue;
            }
            KernelSuffix suffix = kernelFrames.read(leaf);
            String syscall = work.syscallOf(leaf).orElse("");
            boolean io = suffix.java() != CallTree.ROOT && !syscall.isEmpty() && !NOT_IO.contains(syscall);
            if (io) {
                weights.computeIfAbsent(suffix.java(), key -> new StackScan.Weight())
                        .add(metrics.systemSamples(row), metrics.systemNanos(row), suffix);
            }
            if (costs) {
                rows.add(new Row(row, leaf, suffix.java(), io, syscall));
            }
        }
        StackScan scan = new StackScan(profile, owners);
        Map<Integer, Integer> index = new HashMap<>();
        weights.forEach((java, weight) -> scan.scan(java, weight, stacks.size()).ifPresent(stack -> {
            index.put(java, stacks.size());
            stacks.add(stack);
        }));
        rows.replaceAll(row -> row.io() && index.containsKey(row.java()) ? row : row.withoutIo());
        stackOf.putAll(index);
    }

    private final Map<Integer, Integer> stackOf = new HashMap<>();

    /** Returns the index in {@link #stacks()} of the I/O stack a row belongs to, -1 if none. */
    public int stackOf(Row row) {
        return row.io() ? stackOf.getOrDefault(row.java(), -1) : -1;
    }

    // at grade 3 a blocking read is sampled while it waits: no CPU, but worth knowing beside a write
    private boolean waitsForPeer(int leaf) {
        return totals.evidence() == Evidence.JFR_ESTIMATE && leaf != CallTree.ROOT
                && NativeMethods.find(Frames.name(profile, leaf))
                        .filter(entry -> entry.behaviour() == NativeMethods.Behaviour.BLOCKING_READ)
                        .isPresent();
    }

    private static boolean isWanted(Event event, Evidence grade) {
        return event.cpu() && event.evidence() == grade;
    }

    /**
     * One row with system CPU.
     *
     * @param index in {@link Profile#rows()}
     * @param java node of its innermost Java frame, the root if none
     * @param io whether it belongs to an I/O stack
     * @param syscall empty for faults, interrupts and unknown
     */
    public record Row(int index, int leaf, int java, boolean io, String syscall) {
        Row withoutIo() {
            return io ? new Row(index, leaf, java, false, syscall) : this;
        }
    }
}
