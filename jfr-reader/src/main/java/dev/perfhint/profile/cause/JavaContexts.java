package dev.perfhint.profile.cause;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.CauseTable.JavaSign;
import java.util.HashMap;
import java.util.Map;

/**
 * Says what the Java frames above a system call want of it: a lock, a hand-off, class loading. Looks at the JDK's
 * frames from the innermost outwards and at the first frame beyond them; further out only for a class loader. Each
 * stack is read once.
 */
public final class JavaContexts {
    private final Profile profile;
    private final CauseTable table;
    private final JavaSign[] signs;
    private final byte[] owners;
    private final Map<Integer, Context> known = new HashMap<>();

    /**
     * What was found.
     *
     * @param sign the sign that decides
     * @param frame node of the frame that has it: the queue's method, the lock's; the innermost Java frame if none has
     *     one
     * @param monitor whether the innermost frame is plain Java code: a wait there is for a monitor
     */
    public record Context(JavaSign sign, int frame, boolean monitor) {}

    public JavaContexts(Profile profile) {
        this.profile = profile;
        this.table = CauseTable.shipped();
        this.signs = new JavaSign[profile.methods().size()];
        this.owners = new byte[profile.methods().size()];
    }

    /** Returns what the stack whose innermost Java frame is {@code java} wants. */
    public Context of(int java) {
        return known.computeIfAbsent(java, this::read);
    }

    private Context read(int java) {
        CallTree tree = profile.tree();
        JavaSign decided = JavaSign.NONE;
        int frame = java;
        boolean timed = false;
        boolean beyond = false;
        JavaSign innermost = sign(java);
        int run = java;
        for (int node = java; node > CallTree.ROOT; node = tree.parent(node)) {
            int method = tree.method(node);
            JavaSign sign = sign(node);
            if (sign == JavaSign.OBSERVER) {
                return new Context(JavaSign.PROFILER, node, false); // whatever the agent reads, it is not the program
            }
            if (sign == JavaSign.CLASS_LOADING && loads(decided)) {
                return new Context(sign, node, false);
            }
            if (profile.methods().methodName(method).equals("<clinit>")) {
                break;
            }
            if (beyond) {
                continue;
            }
            run = node;
            beyond = !isJdk(method);
            timed |= sign == JavaSign.TIMED;
            if (takesOver(decided, sign)) {
                frame = decided == JavaSign.HANDOFF && sign == JavaSign.HANDOFF && !isPartOfQueue(frame) ? frame : node;
                decided = sign;
            }
        }
        boolean parked = innermost == JavaSign.PARKED;
        if (decided == JavaSign.NONE && parked) {
            return new Context(timed ? JavaSign.SLEEP : JavaSign.HANDOFF, run, false);
        }
        // a timer's queue that is waited at without a time, or whose waiter is woken, hands tasks over
        JavaSign says = decided == JavaSign.TIMER && !timed ? JavaSign.HANDOFF : decided;
        return new Context(says, frame, innermost == JavaSign.NONE);
    }

    // a condition says less than the queue it belongs to, a queue less than a timer; an unlock may wake who waits for
    // either; to start a process the JDK opens files, takes locks and hands a task to the thread that waits for its end
    private static boolean takesOver(JavaSign decided, JavaSign sign) {
        if (sign == JavaSign.PROCESS) {
            return decided != JavaSign.CLASS_LOADING;
        }
        return switch (decided) {
            case NONE -> sign != JavaSign.NONE && sign != JavaSign.PARKED && sign != JavaSign.TIMED;
            case LOCK_EXIT, HANDOFF, YIELD -> sign == JavaSign.HANDOFF || sign == JavaSign.TIMER;
            case SOCKET -> sign == JavaSign.DNS;
            default -> false;
        };
    }

    // a lock or queue inside of a class loader is still that
    private static boolean loads(JavaSign decided) {
        return decided == JavaSign.NONE || decided == JavaSign.MAP || decided == JavaSign.SOCKET;
    }

    // conditions; and the transfer queue that a SynchronousQueue is made of since JDK 21
    private boolean isPartOfQueue(int node) {
        String name = profile.methods().className(profile.tree().method(node));
        return name.endsWith("$ConditionObject") || name.startsWith("java.util.concurrent.LinkedTransferQueue");
    }

    private JavaSign sign(int node) {
        int method = profile.tree().method(node);
        if (signs[method] == null) {
            signs[method] = table.javaSign(profile.methods().className(method), profile.methods().methodName(method));
        }
        return signs[method];
    }

    private boolean isJdk(int method) {
        if (owners[method] == 0) {
            owners[method] = (byte) (ApplicationFrames.isJdk(profile.methods().className(method)) ? 1 : 2);
        }
        return owners[method] == 1;
    }
}
