package dev.perfhint.profile;

import java.util.Arrays;

/**
 * The innermost Java frame outside the JDK of every stack of a growing call tree. Each node is looked at once, after
 * its caller: walking up from every leaf would look at a node as often as it has leaves.
 */
public final class ApplicationFrames {
    private static final int NONE = -1;

    private final CallTree tree;
    private final Methods methods;
    /** By node. */
    private int[] applicationMethods = {NONE};
    private int known = 1;
    /** By method: 0 not yet known, 1 of the JDK or native, 2 of others. */
    private byte[] owners = new byte[256];

    public ApplicationFrames(CallTree tree, Methods methods) {
        this.tree = tree;
        this.methods = methods;
    }

    /** Returns the method of the innermost frame of the application at or above a node, -1 if there is none. */
    public int method(int node) {
        if (node >= known) {
            extend();
        }
        return applicationMethods[node];
    }

    private void extend() {
        int size = tree.size();
        if (size > applicationMethods.length) {
            applicationMethods = Arrays.copyOf(applicationMethods, Math.max(size, known + known / 4));
        }
        for (int node = known; node < size; node++) {
            int method = tree.method(node);
            boolean application = tree.kind(node) == FrameKind.JAVA && !jdk(method);
            applicationMethods[node] = application ? method : applicationMethods[tree.parent(node)];
        }
        known = size;
    }

    private boolean jdk(int method) {
        if (method >= owners.length) {
            owners = Arrays.copyOf(owners, Math.max(method + 1, methods.size() * 2));
        }
        if (owners[method] == 0) {
            owners[method] = (byte) (isJdk(methods.className(method)) ? 1 : 2);
        }
        return owners[method] == 1;
    }

    /** Returns whether a class is the JDK's, by its package; so is native code, which has no class. */
    public static boolean isJdk(String className) {
        return className.isEmpty() || PackagePrefixes.JDK.contain(className);
    }
}
