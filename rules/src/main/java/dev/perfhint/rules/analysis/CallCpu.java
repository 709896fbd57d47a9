package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.SystemStack;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The CPU of a call, user side included: what the JDK's method at the kernel's door, its JNI code and libc spend beside
 * the kernel. A call that goes takes it along; what the code above spends on each byte or value stays.
 */
final class CallCpu {
    // the whole JDK method goes where a resource is kept or an answer remembered, not only its system call
    private static final Set<Cause> WHOLE_METHOD = EnumSet.of(Cause.FILE_OPEN, Cause.FILE_CREATE, Cause.FILE_DELETE,
            Cause.FILE_METADATA, Cause.FILE_MAP, Cause.FILE_SYNC, Cause.SOCKET_ACCEPT, Cause.SOCKET_CONNECT,
            Cause.PROCESS, Cause.RANDOM, Cause.CLOCK, Cause.THREAD_START, Cause.THREAD_HANDOFF, Cause.SLEEP,
            Cause.YIELD);
    // user code runs above the fault, and what it does with the memory stays
    private static final Set<Cause> KERNEL_ONLY = EnumSet.of(Cause.PAGE_FAULT, Cause.MEMORY_MAP, Cause.CLASS_LOADING,
            Cause.JIT, Cause.GC, Cause.VM);
    // zeroes what it allocates: the faults are its own
    private static final String ALLOCATES = "java.nio.ByteBuffer.allocateDirect";
    private static final String FLUSH = "flush";
    /** Starts the JVM and the profiler: what the kernel counted of it before the first sample is no call's. */
    private static final String FIRST_THREAD = "main";

    private final Profile profile;
    private final Owners owners;
    private final CpuTotals totals;
    private final double sampled;
    private final double all;
    private final double interval;
    private final double[] user;
    private final double[] system;

    /** Takes the profile with the weights that its samples had, and what stacks were weighed by. */
    CallCpu(Profile profile, Owners owners, CpuTotals weighed) {
        this.profile = profile;
        this.owners = owners;
        this.totals = CpuTotals.best(profile);
        this.sampled = weighed.systemNanos() > 0 ? (double) totals.systemNanos() / weighed.systemNanos() : 1;
        this.all = totals.systemNanos() > 0 ? totals.nanos() : totals.samples();
        this.interval = profile.recordings().stream().mapToLong(Recording::intervalNanos).max().orElse(0);
        CallTree tree = profile.tree();
        this.user = new double[totals.evidence().measuresCpu() ? tree.size() : 0];
        this.system = new double[user.length];
        if (user.length > 0) {
            addRows();
            for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
                if (staysInJdk(node)) {
                    user[tree.parent(node)] += user[node];
                    system[tree.parent(node)] += system[node];
                }
            }
        }
    }

    private void addRows() {
        Rows rows = profile.rows();
        boolean byTime = totals.systemNanos() > 0;
        for (int row = 0; row < rows.size(); row++) {
            Event event = profile.events().get(rows.event(row));
            if (event.cpu() && event.evidence() == totals.evidence()) {
                String threads = profile.threadGroups().get(rows.threadGroup(row));
                double whole = byTime ? sampled(rows.nanos(row), rows.samples(row), threads) : rows.samples(row);
                double inKernel = byTime ? sampled(rows.systemNanos(row), rows.systemSamples(row), threads)
                        : rows.systemSamples(row);
                user[rows.leaf(row)] += whole - inKernel;
                system[rows.leaf(row)] += inKernel;
            }
        }
    }

    private double sampled(double nanos, long samples, String threads) {
        return threads.equals(FIRST_THREAD) && interval > 0 ? Math.min(nanos, samples * interval) : nanos;
    }

    private boolean staysInJdk(int node) {
        return !Frames.isJava(profile, node) || owners.isJdk(profile.tree().method(node));
    }

    /** Returns the system CPU of the calls as a share of all CPU, 0..1. */
    double systemShare(List<SystemStack> stacks) {
        return all <= 0 ? 0 : stacks.stream().mapToDouble(this::weight).sum() / all;
    }

    private double weight(SystemStack stack) {
        return totals.systemNanos() > 0 ? sampled(stack.nanos() * sampled, stack.samples(), stack.threads())
                : stack.samples();
    }

    /** Returns the user CPU of the calls as a share of all CPU, 0..1: what goes with them beside their system CPU. */
    double userShare(List<SystemStack> stacks) {
        if (user.length == 0 || all <= 0) {
            return 0;
        }
        Set<Integer> doors = new HashSet<>();
        stacks.forEach(stack -> doors.add(door(stack)));
        doors.remove(CallTree.ROOT);
        Map<Integer, Double> systemAt = new HashMap<>();
        stacks.stream().filter(stack -> doors.contains(door(stack)))
                .forEach(stack -> systemAt.merge(outermost(door(stack), doors), weight(stack), Double::sum));
        double sum = 0;
        for (Map.Entry<Integer, Double> each : systemAt.entrySet()) {
            // below one frame there may be calls of other findings
            double part = system[each.getKey()] <= 0 ? 0 : Math.min(1, each.getValue() / system[each.getKey()]);
            sum += user[each.getKey()] * part;
        }
        return sum / all;
    }

    /**
     * Returns all CPU below the JDK methods that these stacks call, of other patterns too, as a share of all CPU: what
     * a method that creates a file also writes goes with the file.
     */
    double belowCalls(List<SystemStack> stacks) {
        Set<Long> calls = new HashSet<>();
        stacks.stream().filter(stack -> stack.callee() >= 0).forEach(stack -> calls.add(call(stack.callee())));
        double sum = 0;
        for (int node = 1; node < user.length && !calls.isEmpty(); node++) {
            sum += calls.contains(call(node)) ? user[node] + system[node] : 0;
        }
        return all <= 0 ? 0 : sum / all;
    }

    // a call's nodes differ in the line that its method has reached
    private long call(int node) {
        return (long) profile.tree().parent(node) << 32 | profile.tree().method(node);
    }

    private int outermost(int door, Set<Integer> doors) {
        return profile.tree().path(door).filter(doors::contains).reduce(door, (inner, outer) -> outer);
    }

    /** Returns the outermost JDK frame that goes with the call; the root where none does. */
    private int door(SystemStack stack) {
        boolean allocates = stack.callee() >= 0 && name(stack.callee()).equals(ALLOCATES);
        if (KERNEL_ONLY.contains(stack.cause()) && !allocates) {
            return CallTree.ROOT;
        }
        Operation operation = stack.io().operation();
        boolean whole = isWhole(stack) && !operation.isRead() && !operation.isWrite();
        int node = (whole || allocates) && stack.callee() >= 0 ? stack.callee()
                : stack.io().shape().flushed() ? flush(stack) : stack.entry();
        return node > CallTree.ROOT && Frames.isJava(profile, node) && owners.isJdk(profile.tree().method(node)) ? node
                : CallTree.ROOT;
    }

    // the outermost flush() of the JDK goes, down to the write
    private int flush(SystemStack stack) {
        int outermost = stack.entry();
        for (int node = stack.entry(); node > CallTree.ROOT && node != stack.caller();
                node = profile.tree().parent(node)) {
            boolean flushes = profile.methods().methodName(profile.tree().method(node)).equals(FLUSH);
            outermost = flushes && owners.isJdk(profile.tree().method(node)) ? node : outermost;
        }
        return outermost;
    }

    /** Returns whether the remedy takes a JDK method away that makes objects, and not only its system call. */
    static boolean isWhole(SystemStack stack) {
        return WHOLE_METHOD.contains(stack.cause());
    }

    private String name(int node) {
        return profile.methods().name(profile.tree().method(node));
    }
}
