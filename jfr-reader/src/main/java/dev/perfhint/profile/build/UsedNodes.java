package dev.perfhint.profile.build;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.BitSet;

/** Finds the nodes of a profile that carry something: the leaves of rows, I/O and counts, and their callers. */
final class UsedNodes {
    private UsedNodes() {}

    static BitSet of(Profile profile) {
        CallTree tree = profile.tree();
        BitSet used = new BitSet(tree.size());
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (holdsSomething(rows, row)) {
                used.set(rows.leaf(row));
            }
        }
        profile.io().forEach(operation -> used.set(operation.leaf()));
        profile.counts().rows().forEach(count -> used.set(count.leaf()));
        for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
            if (used.get(node)) {
                used.set(tree.parent(node));
            }
        }
        used.clear(CallTree.ROOT);
        return used;
    }

    static boolean holdsSomething(Rows rows, int row) {
        return (rows.samples(row) | rows.nanos(row) | rows.systemSamples(row) | rows.systemNanos(row)) != 0;
    }
}
