package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.LongIndex;
import dev.perfhint.profile.build.FoldedNodes;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.StackTraces;
import dev.perfhint.reader.input.ReadOptions;
import java.util.BitSet;

/** Takes the call trees of chunks over into the profile, and folds what has more nodes than fit into memory. */
final class TreeMerge {
    private static final String STACK_UNKNOWN = "[stack unknown]";
    private static final String TRUNCATED = "[truncated]";
    private static final String OTHER = "[other]";
    private static final String UNKNOWN = "[unknown]";

    private final ReadOptions options;
    private final ProfileBuilder builder;
    private final JfrEstimate estimate;
    private boolean folded;

    TreeMerge(ReadOptions options, ProfileBuilder builder, JfrEstimate estimate) {
        this.options = options;
        this.builder = builder;
        this.estimate = estimate;
    }

    /** Adds the tree of a chunk, and returns the profile's node of each of its nodes. */
    int[] add(Chunk chunk) {
        makeRoom(chunk);
        int[] methods = methods(chunk);
        BitSet nameless = namelessNodes(chunk.stacks.tree(), methods);
        int[] nodes = builder.merge(chunk.stacks.tree(), methods, chunk.stacks.lateKinds());
        // the frames are there, but the file ends before their names: as good as no stack
        nameless.stream().forEach(node -> nodes[node] = CallTree.ROOT);
        folded |= chunk.stacks.limited();
        return nodes;
    }

    /** Returns whether stacks were folded. */
    boolean folded() {
        return folded;
    }

    /** Returns the node of a stack, or that of an unknown one. */
    int leaf(int node) {
        return node != CallTree.ROOT ? node
                : builder.child(CallTree.ROOT, builder.method("", STACK_UNKNOWN), 0, FrameKind.NATIVE);
    }

    /**
     * Returns the caller of a frame that is only the program counter: async-profiler's option {@code pcaddr} adds it.
     */
    int withoutAddress(int leaf) {
        boolean address = builder.methods().name(builder.tree().method(leaf)).startsWith("0x");
        return address ? builder.tree().parent(leaf) : leaf;
    }

    /** Folds what was read so far to half of the limit if both would have more nodes together. */
    private void makeRoom(Chunk chunk) {
        int limit = options.nodeLimit();
        int known = builder.tree().size();
        CallTree tree = chunk.stacks.tree();
        if (known > 1 && (long) known + tree.size() > limit
                && (long) known + builder.missing(tree, methods(chunk), chunk.stacks.lateKinds()) > limit) {
            fold(limit / 2);
        }
    }

    /** Folds what was read so far where it has more nodes. */
    void fold(int limit) {
        int nodes = builder.tree().size();
        FoldedNodes moved = builder.fold(limit, nodes > limit ? estimate.weights(nodes) : new long[0], true);
        if (!moved.isEmpty()) {
            estimate.moveLeaves(moved);
        }
        folded |= !moved.isEmpty();
    }

    private int[] methods(Chunk chunk) {
        LongIndex keys = chunk.stacks.methods();
        int[] ids = new int[keys.size()];
        for (int i = 0; i < ids.length; i++) {
            long key = keys.key(i);
            if (key == StackTraces.TRUNCATED_METHOD) {
                ids[i] = builder.method("", TRUNCATED);
            } else if (key == StackTraces.OTHER_METHOD) {
                ids[i] = builder.method("", OTHER);
            } else if (chunk.names.hasMethod(key)) {
                String name = chunk.names.methodName(key);
                ids[i] = name.isEmpty() ? builder.method("", UNKNOWN)
                        : builder.method(chunk.names.className(key), name);
                builder.module(ids[i], chunk.names.moduleName(key));
            } else {
                ids[i] = builder.method("", UNKNOWN);
            }
        }
        return ids;
    }

    /** Returns the nodes of stacks without a single named frame. */
    private BitSet namelessNodes(CallTree tree, int[] methods) {
        BitSet nameless = new BitSet();
        int unknown = builder.method("", UNKNOWN);
        for (int id : methods) {
            nameless.set(0, nameless.get(0) || id == unknown);
        }
        if (!nameless.get(0)) {
            return nameless;
        }
        for (int node = 1; node < tree.size(); node++) {
            nameless.set(node, nameless.get(tree.parent(node)) && methods[tree.method(node)] == unknown);
        }
        return nameless;
    }

    /** Returns the nodes whose stack passes {@code --include} and {@code --exclude}. */
    BitSet wanted(int[] nodes) {
        BitSet wanted = new BitSet();
        if (options.include().isEmpty() && options.exclude().isEmpty()) {
            wanted.set(0, builder.tree().size() + 1);
            return wanted;
        }
        BitSet passing = options.wantedNodes(builder.tree(), builder.methods());
        for (int node : nodes) {
            wanted.set(node, passing.get(node));
        }
        return wanted;
    }
}
