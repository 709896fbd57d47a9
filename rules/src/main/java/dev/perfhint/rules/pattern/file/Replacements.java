package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;

/**
 * Distinguishes output that replaces a file from files that live shortly: it deletes first and creates then. Of two
 * calls that one method makes, the one in the smaller line is first; in one line, the one that is not made by that
 * method itself, an argument: {@code new FileOutputStream(deleted(name))}. Each is made by that method or by one that
 * it calls.
 */
final class Replacements {
    private static final double MIN_SHARE = 0.5;

    private Replacements() {}

    static boolean are(Candidate candidate) {
        List<SystemStack> all = candidate.surroundings().all();
        List<SystemStack> deletes = of(Cause.FILE_DELETE, all).stream()
                .filter(stack -> !isRename(stack, candidate.surroundings())).toList();
        List<SystemStack> creates = of(Cause.FILE_CREATE, all);
        List<SystemStack> own = candidate.stacks().stream().filter(FileChurn::isChurn).toList();
        long replaced = Surroundings.samples(own, stack -> stack.cause() == Cause.FILE_DELETE
                ? deletes.contains(stack)
                        && creates.stream().anyMatch(create -> isFirst(candidate.tree(), stack, create))
                : deletes.stream().anyMatch(delete -> isFirst(candidate.tree(), delete, stack)));
        return replaced > MIN_SHARE * Surroundings.samples(own, stack -> true);
    }

    static boolean isRename(SystemStack stack, Surroundings surroundings) {
        return surroundings.isOf(stack, "rename0");
    }

    private static List<SystemStack> of(Cause cause, List<SystemStack> all) {
        return all.stream().filter(stack -> stack.cause() == cause && stack.caller() > CallTree.ROOT).toList();
    }

    /** Returns whether the nearest method that leads to both calls deletes first. */
    private static boolean isFirst(CallTree tree, SystemStack delete, SystemStack create) {
        for (int node : near(tree, delete)) {
            for (int other : near(tree, create)) {
                if (tree.parent(other) == tree.parent(node) && tree.method(other) == tree.method(node)) {
                    return other == node ? node == create.caller() && node != delete.caller()
                            : tree.line(node) < tree.line(other);
                }
            }
        }
        return false;
    }

    // further up two calls are on different files: a cache that reads one page in puts another one out
    private static List<Integer> near(CallTree tree, SystemStack stack) {
        return List.of(stack.caller(), tree.parent(stack.caller()));
    }
}
