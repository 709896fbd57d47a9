package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.BitSet;
import java.util.Set;

/** Tells what the JDK does to run virtual threads from what they do: carriers, pollers, mounting and waking. */
final class VirtualThreads {
    private static final String CARRIER_OBJECT = "carriers of virtual threads";
    private static final Set<String> MACHINERY = Set.of("java.lang.VirtualThread",
            "java.lang.ThreadBuilders$BoundVirtualThread", "sun.nio.ch.Poller", "sun.nio.ch.EPollPoller",
            "jdk.internal.vm.Continuation");
    private static final String CUT = "cont_returnBarrier";
    private static final String POOL = "java.util.concurrent.ForkJoinPool";

    private final Profile profile;
    private final BitSet machinery = new BitSet();
    private final BitSet pool = new BitSet();
    private final BitSet carriers = new BitSet();

    VirtualThreads(Profile profile) {
        this.profile = profile;
        int cut = -1;
        for (int method = 0; method < profile.methods().size(); method++) {
            String name = profile.methods().className(method);
            if (name.isEmpty() && profile.methods().methodName(method).equals(CUT)) {
                cut = method;
            }
            machinery.set(method, method == cut || isOf(name, MACHINERY));
            pool.set(method, isOf(name, Set.of(POOL)));
        }
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size() && !machinery.isEmpty(); row++) {
            carriers.set(rows.threadGroup(row), carriers.get(rows.threadGroup(row)) || runs(rows.leaf(row)));
        }
    }

    /** Returns whether a stack without a frame outside the JDK is work of that machinery. */
    boolean isMachinery(int java, int threadGroup) {
        if (machinery.isEmpty()) {
            return false;
        }
        for (int node = java; node > CallTree.ROOT; node = profile.tree().parent(node)) {
            int method = profile.tree().method(node);
            if (machinery.get(method) || pool.get(method) && threadGroup >= 0 && carriers.get(threadGroup)) {
                return true;
            }
        }
        return false;
    }

    /** Returns what such a hand-off is made through. */
    String object() {
        return CARRIER_OBJECT;
    }

    // a carrier that runs a virtual thread: the pool's own tasks have no such frame
    private boolean runs(int leaf) {
        for (int node = leaf; node > CallTree.ROOT; node = profile.tree().parent(node)) {
            int method = profile.tree().method(node);
            if (machinery.get(method) && !profile.methods().className(method).startsWith("sun.nio.ch.")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOf(String className, Set<String> types) {
        int inner = className.indexOf('$');
        return types.contains(className) || inner > 0 && types.contains(className.substring(0, inner));
    }
}
