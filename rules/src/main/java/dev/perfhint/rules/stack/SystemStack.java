package dev.perfhint.rules.stack;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.cause.Causes.Medium;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Performer;

/**
 * A stack that spends system CPU, classified once: the rows that share their Java frames, their cause and, but for I/O
 * calls, their group of threads. Rules select by it.
 *
 * @param index number of the stack in its profile
 * @param cause what the system CPU was spent for; of an I/O call, what most of it was
 * @param performer whose code or which thread of the JVM spends it
 * @param object what it is done to: a queue, a lock, a kind of memory, a native library; empty if that cannot be told
 * @param component well-known component that it is done for ({@code components.txt}), empty if there is none
 * @param threads name of the threads' group; of an I/O call, of the group that was seen first
 * @param medium how the bytes travel, where kernel functions tell
 * @param entry node of the outermost frame of the class that makes the system call ({@code FileOutputStream.write}), or
 *     of the frame that decided the cause ({@code LinkedBlockingQueue.take}); the root if there is no Java frame
 * @param caller node of the first frame outside the JDK above it, the root if there is none
 * @param application node of the first application frame above it, -1 if there is none
 * @param callee node of the JDK method that {@code caller} calls, -1 if there is none
 * @param callerOwner whose code makes the call
 * @param samples system-CPU samples
 * @param nanos system CPU
 * @param leaf node of the innermost frame, the kernel's if recorded, of the row with most samples
 * @param kernelSamples samples with kernel frames
 * @param io what only calls on files and sockets have
 */
public record SystemStack(
        int index,
        Cause cause,
        Performer performer,
        String object,
        String component,
        String threads,
        Medium medium,
        int entry,
        int caller,
        int application,
        int callee,
        Owner callerOwner,
        long samples,
        long nanos,
        int leaf,
        long kernelSamples,
        IoCall io) {
    /** Kernel samples from which the share of copying means something. */
    public static final int MIN_KERNEL_SAMPLES = 20;

    /** The object of hand-offs that wake a selector. */
    public static final String SELECTOR = "selector";
    /** The object of opening and closing sockets that have no connection. */
    public static final String DATAGRAMS = "datagram sockets";
    /** The object of looking up host names. */
    public static final String NAMES = "name service";

    /** Returns the same stack with another size of its calls. */
    public SystemStack withSize(Size newSize) {
        return withIo(io.withSize(newSize));
    }

    /** Returns the same stack with another facet of I/O. */
    SystemStack withIo(IoCall newIo) {
        return new SystemStack(index, cause, performer, object, component, threads, medium, entry, caller, application,
                callee, callerOwner, samples, nanos, leaf, kernelSamples, newIo);
    }

    /** A record's own is linked when it is first called, which takes milliseconds of a short run. */
    @Override
    public int hashCode() {
        return index;
    }

    /** Orders by samples, most first; equals by their entry. */
    public static int heaviestFirst(SystemStack one, SystemStack other) {
        return one.samples != other.samples ? Long.compare(other.samples, one.samples)
                : Integer.compare(one.entry, other.entry);
    }

    /** Returns the frame that findings name: the application's, else the one that makes the call. */
    public int site() {
        return application >= 0 ? application : caller;
    }
}
