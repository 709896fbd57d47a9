package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.rules.pattern.Candidate;
import java.util.function.IntPredicate;

/** Says how much of what a program does with files one function of the kernel is. */
final class KernelFunctions {
    /**
     * ext4's search for an inode that was not freed a moment ago. Linux only searches on a file system without a
     * journal (fs/ext4/ialloc.c).
     */
    static final String SEARCH = "recently_deleted";
    /** Empties a file that is opened to be written anew (fs/open.c). */
    static final String TRUNCATE = "do_truncate";

    private KernelFunctions() {}

    /** Returns the function's share of that system CPU of the program whose innermost frames match, 0..1. */
    static double share(Candidate candidate, Cause cause, String function, IntPredicate leaves) {
        Profile profile = candidate.profile();
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        long all = 0;
        long inside = 0;
        for (int row = 0; row < rows.size(); row++) {
            boolean counts = rows.systemSamples(row) > 0
                    && profile.events().get(rows.event(row)).evidence() == candidate.totals().evidence();
            if (counts && causes.of(rows.leaf(row), rows.threadGroup(row)).cause() == cause
                    && leaves.test(rows.leaf(row))) {
                all += rows.systemSamples(row);
                inside += isBelow(profile, rows.leaf(row), function) ? rows.systemSamples(row) : 0;
            }
        }
        return all == 0 ? 0 : (double) inside / all;
    }

    private static boolean isBelow(Profile profile, int leaf, String function) {
        CallTree tree = profile.tree();
        for (int node = leaf; node > CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL; node = tree.parent(node)) {
            if (profile.methods().methodName(tree.method(node)).equals(function)) {
                return true;
            }
        }
        return false;
    }
}
