package dev.perfhint.profile.cause;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Profile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Names the kernel's work of a system-CPU sample: its system call and its subsystem. Works on stacks of every
 * grade:
 * kernel frames, a libc wrapper at the leaf, or a Java native method at the leaf.
 *
 * <p>Leaf names skid, so any frame of the kernel suffix may decide: the outermost named system call, and the innermost
 * frame of a known subsystem; the entry of a page fault decides wherever it stands. A suffix that enters by a page
 * fault or an interrupt is no system call.
 */
public final class KernelWork {
    private static final byte FAULT = 1;
    private static final byte SYSCALL = 2;
    /** Says nothing about system calls, as most functions. */
    private static final byte PLAIN = 3;
    private static final byte NAMED = 4;

    private final Profile profile;
    private final byte[] entries;
    private final List<Optional<String>> syscalls = new ArrayList<>();
    private final List<Optional<String>> subsystems = new ArrayList<>();

    public KernelWork(Profile profile) {
        this.profile = profile;
        int size = profile.methods().size();
        entries = new byte[size];
        syscalls.addAll(Collections.nCopies(size, null));
        subsystems.addAll(Collections.nCopies(size, null));
    }

    /** Returns the system call at the end of this stack; empty for faults, interrupts and code that calls none. */
    public Optional<String> syscallOf(int leaf) {
        CallTree tree = profile.tree();
        Optional<FoldMark> mark = mark(leaf);
        if (mark.isPresent()) {
            return mark.map(FoldMark::syscall).filter(name -> !name.isEmpty());
        }
        Optional<String> syscall = Optional.empty();
        boolean entered = false;
        int node = leaf;
        for (; node != CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL; node = tree.parent(node)) {
            byte entry = entry(node);
            if (entry == PLAIN) {
                continue;
            }
            if (entry == FAULT) {
                // what a fault does is no system call; if it struck inside one, the frames further out name it
                syscall = Optional.empty();
                entered = false;
                continue;
            }
            entered |= entry == SYSCALL;
            Optional<String> named = syscall(node);
            syscall = named.isPresent() ? named : syscall;
        }
        if (syscall.isPresent() || node == leaf && leaf != CallTree.ROOT || entered) {
            return syscall.isPresent() ? syscall : calledBy(node);
        }
        return node == CallTree.ROOT || !isPlain(leaf, node) ? Optional.empty()
                : LibcWrappers.syscallOf(name(node)).filter(wrapped -> !wrapped.equals("syscall"));
    }

    // the way into the kernel may skid as well: what is neither fault nor interrupt below a wrapper is its call
    private boolean isPlain(int leaf, int end) {
        for (int node = leaf; node != end; node = profile.tree().parent(node)) {
            if (entry(node) == FAULT || subsystem(node).filter(KernelSymbols.INTERRUPTS::equals).isPresent()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the subsystem of the kernel this stack's system CPU was spent in; {@link KernelSymbols#OTHER} if
     * unknown.
     */
    public String subsystemOf(int leaf) {
        Optional<FoldMark> mark = mark(leaf);
        if (mark.isPresent()) {
            return mark.get().subsystem();
        }
        CallTree tree = profile.tree();
        int node = leaf;
        Optional<String> innermost = Optional.empty();
        for (; node != CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL; node = tree.parent(node)) {
            if (entry(node) == FAULT) {
                // its innermost functions clear and charge pages, which looks like memory management
                return KernelSymbols.FAULT;
            }
            innermost = innermost.isPresent() ? innermost : subsystem(node);
        }
        if (innermost.isPresent()) {
            return innermost.get();
        }
        Optional<String> syscall = syscallOf(leaf);
        if (syscall.isEmpty()) {
            return KernelSymbols.OTHER;
        }
        int java = Frames.nearestJava(profile, node);
        boolean transfers = syscall.get().startsWith("read") || syscall.get().startsWith("write");
        if (java != CallTree.ROOT && (isNetworkMethod(java) || transfers && isDispatched(java))) {
            return KernelSymbols.NETWORK;
        }
        return KernelSymbols.subsystemOfSyscall(syscall.get());
    }

    private Optional<FoldMark> mark(int leaf) {
        return leaf == CallTree.ROOT ? Optional.empty()
                : FoldMark.of(profile.methods().methodName(profile.tree().method(leaf)));
    }

    /** Returns whether the node is the entry of a page fault. */
    boolean isFault(int node) {
        return entry(node) == FAULT;
    }

    /** Returns whether the Java frame is a native method of the network, or a socket's dispatcher calls it. */
    boolean isNetwork(int java) {
        return isNetworkMethod(java) || isDispatched(java);
    }

    private boolean isNetworkMethod(int java) {
        return NativeMethods.find(name(java)).filter(entry -> entry.subsystem().equals(KernelSymbols.NETWORK))
                .isPresent();
    }

    // JDK 11 and 17: a socket's write ends in FileDispatcherImpl.write0, its caller is the socket's dispatcher
    private boolean isDispatched(int java) {
        int caller = profile.tree().parent(java);
        if (caller == CallTree.ROOT) {
            return false;
        }
        String owner = profile.methods().className(profile.tree().method(caller));
        return owner.endsWith("SocketDispatcher") || owner.endsWith("DatagramDispatcher");
    }

    // the frame that called the kernel: a libc wrapper, a C function of the JDK above it, or the Java native method
    private Optional<String> calledBy(int node) {
        CallTree tree = profile.tree();
        for (int frame = node; frame != CallTree.ROOT; frame = tree.parent(frame)) {
            if (Frames.isJava(profile, frame)) {
                return NativeMethods.find(name(frame))
                        .map(NativeMethods.Entry::syscall)
                        .filter(syscall -> !syscall.equals("-"));
            }
            Optional<String> wrapper = LibcWrappers.syscallOf(name(frame))
                    .filter(syscall -> !syscall.equals("syscall"));
            if (wrapper.isPresent()) {
                return wrapper;
            }
        }
        return Optional.empty();
    }

    private String name(int node) {
        return Frames.name(profile, node);
    }

    private byte entry(int node) {
        int method = profile.tree().method(node);
        if (entries[method] == 0) {
            String name = profile.methods().methodName(method);
            byte named = syscall(node).isPresent() ? NAMED : PLAIN;
            byte entry = KernelSymbols.isSyscallEntry(name) ? SYSCALL : named;
            entries[method] = KernelSymbols.isFaultEntry(name) ? FAULT : entry;
        }
        return entries[method];
    }

    private Optional<String> syscall(int node) {
        int method = profile.tree().method(node);
        if (syscalls.get(method) == null) {
            syscalls.set(method, KernelSymbols.syscallOf(profile.methods().methodName(method)));
        }
        return syscalls.get(method);
    }

    private Optional<String> subsystem(int node) {
        int method = profile.tree().method(node);
        if (subsystems.get(method) == null) {
            subsystems.set(method, KernelSymbols.subsystemOf(profile.methods().methodName(method)));
        }
        return subsystems.get(method);
    }
}
