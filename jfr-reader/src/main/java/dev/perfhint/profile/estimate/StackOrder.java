package dev.perfhint.profile.estimate;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.build.ProfileBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Orders stacks by a hash of their frames' names and of their thread group, whatever numbers these have: what is
 * rounded along the way is the same, whether a recording is read alone or after others.
 */
final class StackOrder implements Comparator<Long> {
    private final ProfileBuilder builder;
    private final CallTree tree;
    /** By node, 0 for not yet known. */
    private final long[] hashes;

    StackOrder(ProfileBuilder builder) {
        this.builder = builder;
        tree = builder.tree();
        hashes = new long[tree.size()];
    }

    /** Returns keys of {@link JfrSamples#stacks} in order. */
    List<Long> sorted(Collection<Long> keys) {
        List<Long> sorted = new ArrayList<>(keys);
        sorted.sort(this);
        return sorted;
    }

    @Override
    public int compare(Long some, Long other) {
        int byStack = Long.compare(hash(JfrSamples.leaf(some)), hash(JfrSamples.leaf(other)));
        return byStack != 0 ? byStack : builder.threadGroupName(JfrSamples.group(some))
                .compareTo(builder.threadGroupName(JfrSamples.group(other)));
    }

    private long hash(int leaf) {
        int[] path = new int[16];
        int depth = 0;
        int node = leaf;
        for (; node > CallTree.ROOT && hashes[node] == 0; node = tree.parent(node)) {
            path = depth == path.length ? Arrays.copyOf(path, depth * 2) : path;
            path[depth++] = node;
        }
        long hash = node <= CallTree.ROOT ? 1 : hashes[node];
        while (depth > 0) {
            int frame = path[--depth];
            hash = (hash * 31 + builder.methods().name(tree.method(frame)).hashCode()) * 0x9E3779B97F4A7C15L
                    + tree.lineKind(frame);
            hashes[frame] = hash;
        }
        return hash;
    }
}
