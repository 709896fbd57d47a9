package dev.perfhint.profile.cause;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.CauseTable.JavaSign;
import dev.perfhint.profile.cause.CauseTable.KernelSign;
import dev.perfhint.profile.cause.CauseTable.NativeSign;
import java.util.Arrays;
import java.util.Optional;

/**
 * Gives a stack that spends system CPU its one {@link Cause}: from the system call, from entries of faults and
 * interrupts anywhere in the kernel's part, from the C, C++ and Java frames above it and from the kind of its thread;
 * never from the innermost frame alone. Works at grades 1 to 3; what a grade cannot show is {@link Cause#OTHER}.
 */
public final class Causes {
    /** How the bytes of a call travel, where kernel functions tell. */
    public enum Medium { UNKNOWN, SOCKET, PIPE, TERMINAL, PROC, MAPPED_FILE }

    /**
     * A classified stack.
     *
     * @param java node of the innermost Java frame, {@link CallTree#ROOT} if there is none
     * @param frame node of the Java frame that decided: the queue's method, the lock's; else {@code java}
     * @param collects whether the JVM's C++ code collects garbage
     * @param nativeLibrary whether C code that is neither the JDK's nor the JVM's makes the call
     */
    public record Classified(Cause cause, ThreadKind threads, int java, int frame, Medium medium, boolean collects,
            boolean nativeLibrary) {}

    private static final int SEEN = 1 << 31;
    private static final String[] OWN_LIBRARIES = {
        "libjvm.", "libjava.", "libnio.", "libnet.", "libzip.", "libjli.", "libpthread", "libc.", "libc-", "libm.",
        "libz.",
        "ld-", "libverify.", "libjimage.", "libinstrument.", "libmanagement", "libasyncProfiler", "libstdc++", "libgcc",
        "[vdso"
    };

    private final Profile profile;
    private final CallTree tree;
    private final KernelWork work;
    private final CauseTable table = CauseTable.shipped();
    private final JavaContexts contexts;
    private final ThreadKind[] kinds;
    private final int[] kernelSigns;
    private final int[] nativeSigns;
    private int kernel;
    private int natives;
    private boolean nativeLibrary;

    public Causes(Profile profile) {
        this.profile = profile;
        this.tree = profile.tree();
        this.work = new KernelWork(profile);
        this.contexts = new JavaContexts(profile);
        this.kinds = profile.threadGroups().stream().map(table::thread).toArray(ThreadKind[]::new);
        this.kernelSigns = new int[profile.methods().size()];
        this.nativeSigns = new int[profile.methods().size()];
    }

    /** Returns the kind of a thread group. */
    public ThreadKind kind(int threadGroup) {
        return kinds[threadGroup];
    }

    /** Returns the cause of system CPU spent at this leaf by a thread of this group. */
    public Classified of(int leaf, int threadGroup) {
        Optional<FoldMark> mark = leaf == CallTree.ROOT ? Optional.empty()
                : FoldMark.of(profile.methods().methodName(tree.method(leaf)));
        if (mark.isPresent()) {
            return new Classified(mark.get().cause(), kinds[threadGroup], CallTree.ROOT, CallTree.ROOT, Medium.UNKNOWN,
                    false, false);
        }
        kernel = 0;
        natives = 0;
        nativeLibrary = false;
        boolean fault = false;
        int node = leaf;
        for (; node > CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL; node = tree.parent(node)) {
            kernel |= kernelSigns(node);
            fault |= work.isFault(node);
        }
        for (; node > CallTree.ROOT && !Frames.isJava(profile, node); node = tree.parent(node)) {
            natives |= nativeSigns(node);
        }
        ThreadKind kind = kinds[threadGroup];
        Cause cause = fault && !has(KernelSign.PROFILER) ? Cause.PAGE_FAULT : decide(leaf, node, kind);
        int frame = node == CallTree.ROOT ? node : contexts.of(node).frame();
        return new Classified(cause, kind, node, frame, medium(), has(NativeSign.GC),
                nativeLibrary || has(NativeSign.LIBRARY));
    }

    private Cause decide(int leaf, int java, ThreadKind kind) {
        JavaContexts.Context context = java == CallTree.ROOT
                ? new JavaContexts.Context(JavaSign.NONE, CallTree.ROOT, false)
                : contexts.of(java);
        if (has(KernelSign.PROFILER) || kind == ThreadKind.PROFILER || has(NativeSign.PROFILER)
                || context.sign() == JavaSign.PROFILER) {
            return Cause.PROFILER;
        }
        Optional<String> syscall = work.syscallOf(leaf);
        if (syscall.isEmpty()) {
            return withoutSyscall(kind);
        }
        return bySyscall(table.syscall(syscall.get()), java, context, kind);
    }

    // an interrupt inside of a system call is counted with the call
    private Cause withoutSyscall(ThreadKind kind) {
        if (has(KernelSign.INTERRUPT)) {
            return has(KernelSign.SWITCH) ? Cause.PREEMPTION : has(KernelSign.SIGNAL) ? Cause.SIGNAL : Cause.INTERRUPT;
        }
        if (has(KernelSign.THREAD_START) || has(KernelSign.EXIT)) {
            return Cause.THREAD_START;
        }
        if (has(KernelSign.SIGNAL)) {
            return Cause.SIGNAL;
        }
        return ofJvm(kind).orElse(Cause.OTHER);
    }

    private Cause bySyscall(String says, int java, JavaContexts.Context context, ThreadKind kind) {
        JavaSign sign = context.sign();
        if (sign == JavaSign.PROCESS || kind == ThreadKind.REAPER) {
            return Cause.PROCESS;
        }
        return switch (says) {
            case "read", "write" -> transfer(says.equals("read"), java, context);
            case "open" -> loading(sign, has(KernelSign.CREATE) || creates(java) ? Cause.FILE_CREATE : Cause.FILE_OPEN);
            case "create" -> Cause.FILE_CREATE;
            case "close" -> isSocket(java, sign) ? Cause.SOCKET_CONNECT
                    : has(KernelSign.EVENTFD) || has(KernelSign.PIPE) || sign == JavaSign.HANDOFF ? Cause.SOCKET_WAIT
                    : loading(sign, Cause.FILE_OPEN);
            case "ioctl" -> isSocket(java, sign) ? Cause.SOCKET_READ : Cause.FILE_METADATA;
            case "file-metadata" -> has(KernelSign.FILE_LOCK) ? Cause.LOCK
                    : isSocket(java, sign) ? Cause.SOCKET_CONNECT : loading(sign, Cause.FILE_METADATA);
            case "futex" -> futex(context, kind, java);
            case "clone" -> has(NativeSign.PROCESS) ? Cause.PROCESS : Cause.THREAD_START;
            case "process" -> has(KernelSign.EXIT) ? Cause.VM : Cause.PROCESS;
            case "memory" -> memory(sign, kind, java);
            case "socket-read", "socket-write" -> sign == JavaSign.DNS ? Cause.SOCKET_CONNECT : table.cause(says);
            case "socket-wait" -> sign == JavaSign.SLEEP ? Cause.SLEEP : Cause.SOCKET_WAIT;
            case "yield" -> sign == JavaSign.HANDOFF ? Cause.THREAD_HANDOFF : ofJvm(kind).orElse(Cause.YIELD);
            case "vm" -> startsThread(kind, java) || sign == JavaSign.THREAD_START ? Cause.THREAD_START
                    : ofJvm(kind).orElse(Cause.VM);
            case "" -> ofJvm(kind).orElse(Cause.OTHER);
            default -> table.cause(says);
        };
    }

    private Cause transfer(boolean read, int java, JavaContexts.Context context) {
        if (has(KernelSign.EVENTFD) || context.sign() == JavaSign.HANDOFF) {
            return Cause.THREAD_HANDOFF;
        }
        if (has(KernelSign.RANDOM) || context.sign() == JavaSign.RANDOM) {
            return Cause.RANDOM;
        }
        if (isSocket(java, context.sign())) {
            return read ? Cause.SOCKET_READ : Cause.SOCKET_WRITE;
        }
        if (has(KernelSign.SYNC)) {
            return Cause.FILE_SYNC;
        }
        return loading(context.sign(), read ? Cause.FILE_READ : Cause.FILE_WRITE);
    }

    private Cause futex(JavaContexts.Context context, ThreadKind kind, int java) {
        Optional<Cause> jvm = ofJvm(kind);
        boolean called = !context.monitor() && context.sign() != JavaSign.NONE;
        // the monitor of what hands over is part of it, but not the one that a wait gives back and takes again
        boolean handsOver = called && context.sign() == JavaSign.HANDOFF && !has(NativeSign.WAIT);
        if (has(NativeSign.MONITOR) && kind == ThreadKind.JAVA && !has(NativeSign.GC)) {
            return handsOver ? Cause.THREAD_HANDOFF : Cause.LOCK;
        }
        if (jvm.isPresent() && (!called || has(NativeSign.GC))) {
            return jvm.get();
        }
        if (has(NativeSign.THREAD_END)) {
            return Cause.THREAD_START;
        }
        if (!called) {
            return java != CallTree.ROOT ? Cause.LOCK
                    : nativeLibrary || has(NativeSign.LIBRARY) ? Cause.THREAD_HANDOFF
                    : startsThread(kind, java) ? Cause.THREAD_START : Cause.VM;
        }
        return switch (context.sign()) {
            case LOCK, LOCK_EXIT -> Cause.LOCK;
            case SLEEP, TIMER, TIMED -> Cause.SLEEP;
            case THREAD_START -> Cause.THREAD_START;
            case CLASS_LOADING -> Cause.CLASS_LOADING;
            default -> Cause.THREAD_HANDOFF;
        };
    }

    private Cause memory(JavaSign sign, ThreadKind kind, int java) {
        if (sign == JavaSign.MAP) {
            return Cause.FILE_MAP;
        }
        if (sign == JavaSign.THREAD_START || startsThread(kind, java) || has(NativeSign.THREAD_END)) {
            return Cause.THREAD_START;
        }
        if (kind == ThreadKind.GC || has(NativeSign.GC)) {
            return Cause.MEMORY_MAP;
        }
        if (has(NativeSign.PROCESS)) {
            return Cause.PROCESS;
        }
        return loading(sign, ofJvm(kind).orElse(Cause.MEMORY_MAP));
    }

    // every thread's C code stands below its root: that alone says something only of a thread without Java code
    private boolean startsThread(ThreadKind kind, int java) {
        return has(NativeSign.THREAD_START)
                || has(NativeSign.THREAD_ROOT) && kind == ThreadKind.JAVA && java == CallTree.ROOT;
    }

    // the JVM's own threads, and its own work on threads of the program
    private Optional<Cause> ofJvm(ThreadKind kind) {
        if (kind == ThreadKind.GC || has(NativeSign.GC)) {
            return Optional.of(Cause.GC);
        }
        if (kind == ThreadKind.JIT || has(NativeSign.JIT)) {
            return Optional.of(Cause.JIT);
        }
        return kind == ThreadKind.VM || has(NativeSign.VM) ? Optional.of(Cause.VM) : Optional.empty();
    }

    private static Cause loading(JavaSign sign, Cause otherwise) {
        return sign == JavaSign.CLASS_LOADING ? Cause.CLASS_LOADING : otherwise;
    }

    private boolean isSocket(int java, JavaSign sign) {
        return has(KernelSign.SOCKET) || sign == JavaSign.SOCKET || sign == JavaSign.DNS
                || java != CallTree.ROOT && work.isNetwork(java);
    }

    // without kernel frames the Java method tells
    private boolean creates(int java) {
        return java != CallTree.ROOT
                && profile.methods().methodName(tree.method(java)).startsWith("createFileExclusively");
    }

    private Medium medium() {
        return has(KernelSign.SOCKET) ? Medium.SOCKET
                : has(KernelSign.PIPE) ? Medium.PIPE
                : has(KernelSign.TERMINAL) ? Medium.TERMINAL
                : has(KernelSign.PROC) ? Medium.PROC
                : has(KernelSign.MAPPED) ? Medium.MAPPED_FILE : Medium.UNKNOWN;
    }

    private boolean has(KernelSign sign) {
        return (kernel & 1 << sign.ordinal()) != 0;
    }

    private boolean has(NativeSign sign) {
        return (natives & 1 << sign.ordinal()) != 0;
    }

    private int kernelSigns(int node) {
        int method = tree.method(node);
        if (kernelSigns[method] == 0) {
            kernelSigns[method] = SEEN | table.kernelSigns(profile.methods().methodName(method));
        }
        return kernelSigns[method];
    }

    private int nativeSigns(int node) {
        int method = tree.method(node);
        String name = profile.methods().methodName(method);
        if (nativeSigns[method] == 0) {
            nativeSigns[method] = SEEN | table.nativeSigns(name);
        }
        nativeLibrary |= tree.kind(node) == FrameKind.NATIVE && isForeign(name);
        return nativeSigns[method];
    }

    // the JDK's and the system's own libraries bear no cause by themselves
    private static boolean isForeign(String name) {
        boolean library = name.contains(".so") && !LibcWrappers.isBareLibc(name);
        return library && Arrays.stream(OWN_LIBRARIES).noneMatch(name::startsWith);
    }
}
