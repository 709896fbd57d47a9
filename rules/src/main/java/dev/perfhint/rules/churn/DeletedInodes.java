package dev.perfhint.rules.churn;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Causes;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.rules.Candidate;

/**
 * Says how much of creating files is ext4's search for an inode that was not freed a moment ago. Linux only searches on
 * a file system without a journal ({@code recently_deleted} in fs/ext4/ialloc.c).
 */
final class DeletedInodes {
    private static final String SEARCH = "recently_deleted";

    private DeletedInodes() {}

    /** Returns the share of the program's file creation that is the search, 0..1. */
    static double share(Candidate candidate) {
        Profile profile = candidate.profile();
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        long created = 0;
        long searched = 0;
        for (int row = 0; row < rows.size(); row++) {
            boolean counts = rows.systemSamples(row) > 0
                    && profile.events().get(rows.event(row)).evidence() == candidate.totals().evidence();
            if (counts && causes.of(rows.leaf(row), rows.threadGroup(row)).cause() == Cause.FILE_CREATE) {
                created += rows.systemSamples(row);
                searched += searches(profile, rows.leaf(row)) ? rows.systemSamples(row) : 0;
            }
        }
        return created == 0 ? 0 : (double) searched / created;
    }

    private static boolean searches(Profile profile, int leaf) {
        CallTree tree = profile.tree();
        for (int node = leaf; node > CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL; node = tree.parent(node)) {
            if (profile.methods().methodName(tree.method(node)).equals(SEARCH)) {
                return true;
            }
        }
        return false;
    }
}
