package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.NativeMethods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The one pass over a profile's system CPU: every row of the best grade is read once, rows are gathered by their Java
 * stack, cause and threads, and each such stack is classified once.
 */
public final class SystemStacks {
    /** A bit of the key that no cause has. */
    private static final long COLLECTS = 1 << 7;

    private final Profile profile;
    private final Owners owners;
    private final CpuTotals totals;
    private final List<SystemStack> stacks = new ArrayList<>();

    private SystemStacks(Profile profile, Owners owners) {
        this.profile = profile;
        this.owners = owners;
        this.totals = CpuTotals.best(profile);
    }

    /** Classifies all stacks that spend system CPU, at the best grade the profile has. */
    public static SystemStacks of(Profile profile, Owners owners) {
        SystemStacks result = new SystemStacks(profile, owners);
        if (result.totals.evidence().measuresCpu()) {
            result.classify();
        }
        return result;
    }

    /** Returns the stacks in the order their first row was read; together they hold all system CPU of the grade. */
    public List<SystemStack> stacks() {
        return stacks;
    }

    public CpuTotals totals() {
        return totals;
    }

    private void classify() {
        KernelFrames kernelFrames = new KernelFrames(profile);
        Causes causes = new Causes(profile);
        Map<Long, StackWeight> weights = new LinkedHashMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            int leaf = rows.leaf(row);
            boolean costs = rows.systemSamples(row) != 0 || rows.systemNanos(row) != 0;
            if (!isWanted(profile.events().get(rows.event(row)), totals.evidence()) || !costs && !waitsForPeer(leaf)) {
                continue;
            }
            Causes.Classified classified = causes.of(leaf, rows.threadGroup(row));
            // below a native library the Java frames are those of every call: there the kernel's entry decides
            boolean io = classified.cause().isIo() && classified.java() != CallTree.ROOT && !classified.nativeLibrary();
            int group = rows.threadGroup(row);
            // rows of I/O calls share only their Java frames, since kernel frames skid
            long key = io ? key(classified.java(), Cause.FILE_READ, -1)
                    : key(classified.java(), classified.cause(), group) | (classified.collects() ? COLLECTS : 0);
            weights.computeIfAbsent(key, first -> new StackWeight(classified, group))
                    .add(classified, leaf, rows.systemSamples(row), rows.systemNanos(row), kernelFrames.read(leaf));
        }
        StackScan scan = new StackScan(profile, owners);
        weights.values().forEach(weight -> stacks.add(scan.scan(weight.java(), weight, stacks.size())));
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

    // what rows of one stack share, as a number: a record's hash code is made when it is first asked for
    private static long key(int java, Cause cause, int threadGroup) {
        return (long) java << 32 | (threadGroup + 1L) << 8 | cause.ordinal();
    }
}
