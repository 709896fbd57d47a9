package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.CallTree;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.SystemStack;

/**
 * Says whether temporary files are created without naming a directory, so that {@code java.io.tmpdir} moves them: the
 * overload of {@code java.io.File} without a directory calls the one with it. The frames of {@code java.nio.file} do
 * not show which overload was called.
 */
final class DefaultDirectory {
    private static final String CREATES = "java.io.File.createTempFile";

    private DefaultDirectory() {}

    static boolean isUsed(Candidate candidate) {
        return candidate.stacks().stream().anyMatch(stack -> isUsed(candidate, stack));
    }

    private static boolean isUsed(Candidate candidate, SystemStack stack) {
        CallTree tree = candidate.tree();
        for (int node = stack.entry(); node > CallTree.ROOT && node != stack.caller(); node = tree.parent(node)) {
            if (creates(candidate, node) && creates(candidate, tree.parent(node))) {
                return true;
            }
        }
        return false;
    }

    private static boolean creates(Candidate candidate, int node) {
        return node > CallTree.ROOT && candidate.methods().name(candidate.tree().method(node)).equals(CREATES);
    }
}
