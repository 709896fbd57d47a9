package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.ThreadKind;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Performer;
import dev.perfhint.rules.stack.FrameTable.FrameRole;
import java.util.List;
import java.util.Optional;

/**
 * Walks one Java stack from its innermost frame to the first application frame: who calls, and what I/O call it is if
 * any.
 *
 * <p>The innermost class that calls the kernel decides the operation, every JDK frame above it adds a fact, and the
 * first frame outside the JDK is the caller. Generated lambda classes and iteration methods are looked through.
 */
final class StackScan {
    private final Profile profile;
    private final CallTree tree;
    private final Methods methods;
    private final Owners owners;
    private final Components components;
    private final VirtualThreads virtualThreads;
    private final FrameRole[] roles;

    StackScan(Profile profile, Owners owners) {
        this.profile = profile;
        this.tree = profile.tree();
        this.methods = profile.methods();
        this.owners = owners;
        this.components = new Components(profile);
        this.virtualThreads = new VirtualThreads(profile);
        this.roles = new FrameRole[methods.size()];
    }

    /**
     * Returns the stack whose innermost Java frame is {@code java}, the root if it has none, with its I/O call if it is
     * one.
     */
    SystemStack scan(int java, StackWeight weight, int index) {
        Optional<SystemStack> io = java != CallTree.ROOT && weight.cause().isIo() ? call(java, weight, index)
                : Optional.empty();
        return io.orElseGet(() -> plain(java, weight, index));
    }

    /** Returns the I/O call at the end of the stack whose innermost Java frame is {@code leaf}; empty if it is none. */
    Optional<SystemStack> call(int leaf, StackWeight weight, int index) {
        return walk(leaf, new FrameFacts(tree, methods, weight.isSingleByte()), weight, index);
    }

    /**
     * Returns the I/O call of a stack that lacks the frames of the class that called the kernel; empty if no Java
     * frame outside the JDK is on it.
     */
    Optional<SystemStack> call(int leaf, Operation known, StackWeight weight, int index) {
        return walk(leaf, new FrameFacts(tree, methods, weight.isSingleByte(), known, leaf), weight, index);
    }

    private Optional<SystemStack> walk(int leaf, FrameFacts facts, StackWeight weight, int index) {
        int caller = leaf;
        for (; caller != CallTree.ROOT; caller = tree.parent(caller)) {
            int method = tree.method(caller);
            FrameRole frame = role(method);
            if (frame.role() == Role.OUTSIDE && !owners.isLambdaProxy(method)) {
                break;
            }
            if (frame.role() != Role.OUTSIDE) {
                facts.add(caller, method, frame);
            }
        }
        if (caller == CallTree.ROOT || facts.operation() == Operation.NONE) {
            return Optional.empty();
        }
        int application = application(caller);
        int flush = flush(facts, caller, application);
        if (flush != CallTree.ROOT) {
            facts.flushedBy(flush);
            caller = tree.parent(flush);
        }
        return Optional.of(stack(weight, index, leaf, facts.entry(), caller, application, facts.callee(),
                owners.of(tree.method(caller)), facts.call(weight)));
    }

    private SystemStack plain(int java, StackWeight weight, int index) {
        int called = -1;
        int node = java;
        while (node != CallTree.ROOT && (owners.isJdk(tree.method(node)) || owners.isLambdaProxy(tree.method(node)))) {
            called = owners.isLambdaProxy(tree.method(node)) ? called : node;
            node = tree.parent(node);
        }
        int application = node == CallTree.ROOT ? -1 : application(node);
        Owner owner = node == CallTree.ROOT ? Owner.JDK : owners.of(tree.method(node));
        return stack(weight, index, java, weight.frame(), node, application, called, owner, IoCall.NONE);
    }

    SystemStack stack(StackWeight weight, int index, int java, int entryFrame, int caller, int application, int called,
            Owner owner, IoCall io) {
        Causes.Classified classified = weight.classified();
        boolean virtual = owner == Owner.JDK && virtualThreads.isMachinery(java, weight.threadGroup());
        return new SystemStack(index, classified.cause(),
                virtual ? Performer.VIRTUAL_THREADS : performer(classified, java, owner),
                virtual && classified.cause() == Cause.THREAD_HANDOFF ? virtualThreads.object()
                        : StackObjects.of(profile, classified),
                components.of(java), weight.threadGroup() < 0 ? "" : profile.threadGroups().get(weight.threadGroup()),
                classified.medium(), entryFrame, caller, application, called, owner, weight.samples(), weight.nanos(),
                weight.leaf(), weight.kernelSamples(), io);
    }

    private Performer performer(Causes.Classified stack, int java, Owner owner) {
        // SerialGC collects on the VM thread
        if (stack.threads() == ThreadKind.GC || stack.cause() == Cause.GC
                || stack.threads() == ThreadKind.VM && stack.collects()) {
            return Performer.GC;
        }
        if (stack.threads() == ThreadKind.JIT || stack.cause() == Cause.JIT) {
            return Performer.JIT;
        }
        if (stack.nativeLibrary() || java != CallTree.ROOT && stack.cause().isIo()
                && !owners.isJdk(tree.method(java))) {
            return Performer.NATIVE;
        }
        // a thread of the JVM that runs Java code runs it for the program: main ends as DestroyJavaVM
        if (java == CallTree.ROOT || stack.cause() == Cause.VM) {
            return Performer.VM;
        }
        return switch (owner) {
            case APPLICATION -> Performer.APPLICATION;
            case LIBRARY -> Performer.LIBRARY;
            case JDK -> Performer.JDK;
        };
    }

    private FrameRole role(int method) {
        if (roles[method] == null) {
            roles[method] = FrameTable.role(methods, owners, method);
        }
        return roles[method];
    }

    private int application(int caller) {
        return tree.path(caller).filter(node -> isApplication(tree.method(node))).findFirst().orElse(-1);
    }

    private boolean isApplication(int method) {
        return owners.of(method) == Owner.APPLICATION && !owners.isLambdaProxy(method)
                && !methods.className(method).isEmpty() && !methods.methodName(method).isEmpty();
    }

    /** Returns the frame that empties the buffer of a logger or of a library's writer; the root if there is none. */
    private int flush(FrameFacts facts, int caller, int application) {
        int log = logFlush(facts, caller);
        // the application asks a library's writer to empty its buffer: that call is the pattern
        return log != CallTree.ROOT ? log : flushesLibrary(facts, caller, application) ? below(caller, application)
                : writerFlush(facts, caller, application);
    }

    // a library that empties its buffer after each object that it writes
    private int writerFlush(FrameFacts facts, int caller, int application) {
        if (facts.operation() != Operation.FILE_WRITE || facts.isBuffered() || application < 0
                || !components.of(caller).startsWith("writer-")) {
            return CallTree.ROOT;
        }
        List<Integer> called = tree.path(caller).takeWhile(node -> node != application).boxed().toList();
        return called.stream().anyMatch(node -> methods.methodName(tree.method(node)).equals("close")) ? CallTree.ROOT
                : called.stream().filter(node -> methods.methodName(tree.method(node)).equals("flush")).findFirst()
                        .orElse(CallTree.ROOT);
    }

    // a logger that keeps its own buffer and writes it out after every record
    private int logFlush(FrameFacts facts, int caller) {
        boolean write = facts.operation() == Operation.FILE_WRITE || facts.operation() == Operation.RANDOM_WRITE;
        // with the library's sources given its frames are the application's
        if (!write || !Loggers.isAppender(methods.className(tree.method(caller)))) {
            return CallTree.ROOT;
        }
        int node = caller;
        while (node != CallTree.ROOT
                && !Loggers.isFlush(methods.className(tree.method(node)), methods.methodName(tree.method(node)))) {
            node = tree.parent(node);
        }
        return node == CallTree.ROOT || tree.parent(node) == CallTree.ROOT ? CallTree.ROOT : node;
    }

    private boolean flushesLibrary(FrameFacts facts, int caller, int application) {
        return application >= 0 && application != caller && facts.operation() == Operation.FILE_WRITE
                && !facts.isBuffered() && !facts.isPrinted()
                && methods.methodName(tree.method(below(caller, application))).equals("flush");
    }

    // the frame that the application calls
    private int below(int caller, int application) {
        int node = caller;
        while (tree.parent(node) != application) {
            node = tree.parent(node);
        }
        return node;
    }
}
