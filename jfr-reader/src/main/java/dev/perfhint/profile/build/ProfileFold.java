package dev.perfhint.profile.build;

import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.IoOperations;
import dev.perfhint.profile.IoTable;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.TimeSlices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Folds a finished profile to a number of nodes, by its content alone: equal profiles fold to equal ones. Fold once,
 * after everything was merged: merging folded profiles gives another one than folding merged profiles.
 */
public final class ProfileFold {
    private ProfileFold() {}

    /**
     * Returns the profile with at most so many nodes, numbered canonically, without time slices: rare stacks become
     * {@code [other]}, totals and causes of system CPU stay.
     */
    public static Profile fold(Profile profile, int maxNodes) {
        Profile whole = CanonicalProfile.of(profile);
        if (whole.tree().size() <= maxNodes) {
            return whole;
        }
        StackFold fold = new StackFold(whole.tree(), whole.methods(), whole.threadGroups(), maxNodes, weights(whole),
                new StackFold.Signs(systemLeaves(whole), new BitSet()));
        FoldedNodes moved = fold.fold();
        return CanonicalProfile.of(new Profile(fold.tree(), whole.methods(), whole.threadGroups(), whole.events(),
                rows(whole.rows(), moved), io(whole, moved.nodes()), counts(whole, moved.nodes()), whole.recordings(),
                TimeSlices.NONE, whole.units(), whole.weights(), whole.observed()));
    }

    private static long[] weights(Profile profile) {
        long[] weights = new long[profile.tree().size()];
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            weights[rows.leaf(row)] += Math.max(1, rows.samples(row));
        }
        profile.io().forEach(one -> weights[one.leaf()] += one.calls());
        return weights;
    }

    private static BitSet systemLeaves(Profile profile) {
        BitSet system = new BitSet();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (rows.systemSamples(row) != 0 || rows.systemNanos(row) != 0) {
                system.set(rows.leaf(row));
            }
        }
        return system;
    }

    private static Rows rows(Rows rows, FoldedNodes moved) {
        RowKeys keys = new RowKeys();
        RowTable table = new RowTable();
        for (int row = 0; row < rows.size(); row++) {
            int key = keys.number(rows.threadGroup(row), rows.event(row), rows.unit(row));
            int to = RowKeys.row(table, moved.of(rows.leaf(row), rows.threadGroup(row)), key);
            table.add(to, rows.samples(row), rows.nanos(row));
            table.addSystem(to, rows.systemSamples(row), rows.systemNanos(row));
        }
        return keys.rows(table);
    }

    /** The operations of most calls keep their targets. */
    private static List<IoOperation> io(Profile profile, int[] nodes) {
        List<IoOperation> operations = new ArrayList<>(profile.io());
        operations.sort(Comparator.comparingLong(IoOperation::calls).reversed());
        IoTable table = new IoTable(IoTable.MAX_OPERATIONS);
        operations.forEach(one -> table.add(one.kind(), nodes[one.leaf()], one.target(), one.calls(), one.bytes(),
                one.nanos(), one.sizes().copy(), one.sampled()));
        return new IoOperations(table);
    }

    private static EventCounts counts(Profile profile, int[] nodes) {
        List<EventCount> counts = new ArrayList<>(profile.counts().rows());
        counts.sort(Comparator.comparingLong(EventCount::events).reversed());
        EventCounts.Table table = new EventCounts.Table(EventCounts.Table.MAX_ROWS);
        counts.forEach(count -> table.add(new EventCount(count.kind(), nodes[count.leaf()], count.threadGroup(),
                count.subject(), count.events(), count.nanos())));
        return new EventCounts(table.counts().rows(), profile.counts().thresholdNanos(), profile.counts().gauges());
    }
}
