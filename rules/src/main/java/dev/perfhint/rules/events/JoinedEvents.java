package dev.perfhint.rules.events;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCount.Kind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.stack.SystemStack;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The events beside the samples that the code of a group of stacks caused: an event belongs to it if the same frame
 * makes the same call of the JDK, or, below a frame of the JDK alone, if the same group of threads waits there.
 */
public final class JoinedEvents {
    private final Profile profile;
    private final Set<Long> calls = new HashSet<>();
    private final Set<Long> waits = new HashSet<>();

    JoinedEvents(Profile profile, List<SystemStack> stacks) {
        this.profile = profile;
        CallTree tree = profile.tree();
        for (SystemStack stack : stacks) {
            if (stack.caller() > CallTree.ROOT) {
                calls.add(key(tree.method(stack.caller()), stack.callee() < 0 ? -1 : tree.method(stack.callee())));
            } else if (stack.entry() > CallTree.ROOT) {
                waits.add(key(tree.method(stack.entry()), profile.threadGroups().indexOf(stack.threads())));
            }
        }
    }

    /** Returns the counted events of those kinds that the stacks' code caused. */
    public static List<EventCount> of(Profile profile, List<SystemStack> stacks, Kind first, Kind... others) {
        if (profile.counts().rows().isEmpty()) {
            return List.of();
        }
        JoinedEvents joined = new JoinedEvents(profile, stacks);
        Set<Kind> kinds = EnumSet.of(first, others);
        return profile.counts().rows().stream().filter(count -> kinds.contains(count.kind()))
                .filter(count -> joined.contains(count.leaf(), count.threadGroup())).toList();
    }

    // the recorder may leave out the JDK's innermost frames: then the caller itself is the leaf
    boolean contains(int leaf, int threadGroup) {
        CallTree tree = profile.tree();
        int called = -1;
        int node = leaf;
        while (node > CallTree.ROOT && !Frames.isJava(profile, node)) {
            node = tree.parent(node);
        }
        for (; node > CallTree.ROOT; node = tree.parent(node)) {
            int method = tree.method(node);
            if (calls.contains(key(method, called)) || waits.contains(key(method, threadGroup))) {
                return true;
            }
            called = method;
        }
        return false;
    }

    private static long key(int method, int other) {
        return (long) method << 32 | other & 0xFFFF_FFFFL;
    }
}
