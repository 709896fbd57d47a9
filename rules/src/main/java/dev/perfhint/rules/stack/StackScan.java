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

    private int entry;
    private int callee;
    private int rawFrames;
    private boolean arrays;
    private boolean afterPass;
    private boolean single;
    private Operation operation;
    private String stream;
    private Size size;
    private boolean buffered;
    private boolean block;
    private boolean blockFlushed;
    private boolean console;
    private boolean flushed;
    private boolean auto;
    private boolean closed;
    private boolean printed;
    private boolean text;
    private boolean bulk;
    private boolean opaque;
    private boolean attribute;

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
    SystemStack scan(int java, Weight weight, int index) {
        Optional<SystemStack> io = java != CallTree.ROOT && weight.cause().isIo() ? call(java, weight, index)
                : Optional.empty();
        return io.orElseGet(() -> plain(java, weight, index));
    }

    /** Returns the I/O call at the end of the stack whose innermost Java frame is {@code leaf}; empty if it is none. */
    Optional<SystemStack> call(int leaf, Weight weight, int index) {
        reset(weight.singleByte);
        return walk(leaf, weight, index);
    }

    /**
     * Returns the I/O call of a stack that lacks the frames of the class that called the kernel; empty if no Java
     * frame outside the JDK is on it.
     */
    Optional<SystemStack> call(int leaf, Operation known, Weight weight, int index) {
        reset(weight.singleByte);
        operation = known;
        entry = leaf;
        callee = leaf;
        return walk(leaf, weight, index);
    }

    private Optional<SystemStack> walk(int leaf, Weight weight, int index) {
        int node = leaf;
        for (; node != CallTree.ROOT; node = tree.parent(node)) {
            int method = tree.method(node);
            FrameRole frame = role(method);
            if (frame.role() == Role.OUTSIDE && !owners.isLambdaProxy(method)) {
                break;
            }
            if (frame.role() != Role.OUTSIDE) {
                add(node, method, frame);
            }
        }
        if (node == CallTree.ROOT || operation == Operation.NONE) {
            return Optional.empty();
        }
        int caller = node;
        boolean bytewise = single || rawFrames > 1 && !arrays && stream.equals("java.io.FileOutputStream");
        // a buffer hands on arrays: below this one a stream takes them apart
        buffered &= !bytewise;
        int application = application(caller);
        int logFlush = logFlush(caller);
        if (logFlush != CallTree.ROOT) {
            callee = logFlush;
            caller = tree.parent(logFlush);
            operation = Operation.FILE_WRITE;
            flushed = true;
            buffered = true;
        } else if (flushesLibrary(caller, application)) {
            // the application asks a library's writer to empty its buffer: that call is the pattern
            callee = below(caller, application);
            caller = application;
            flushed = true;
            buffered = true;
        }
        Owner owner = owners.of(tree.method(caller));
        Size known = bytewise ? Size.BYTE : size;
        // a call moves one byte, also below frames that are in no table
        opaque &= !known.equals(Size.BYTE);
        IoCall.Shape shape = new IoCall.Shape(
                buffered || block || blockFlushed, block || blockFlushed, flushed || blockFlushed, blockFlushed, auto,
                closed, printed, text, console, bulk, opaque);
        return Optional.of(stack(weight, index, leaf, entry, caller, application, callee, owner,
                new IoCall(operation, stream, known, shape, weight.copySamples, weight.synced)));
    }

    private SystemStack plain(int java, Weight weight, int index) {
        int called = -1;
        int node = java;
        while (node != CallTree.ROOT && (owners.isJdk(tree.method(node)) || owners.isLambdaProxy(tree.method(node)))) {
            called = owners.isLambdaProxy(tree.method(node)) ? called : node;
            node = tree.parent(node);
        }
        int application = node == CallTree.ROOT ? -1 : application(node);
        Owner owner = node == CallTree.ROOT ? Owner.JDK : owners.of(tree.method(node));
        return stack(weight, index, java, weight.first.frame(), node, application, called, owner, IoCall.NONE);
    }

    SystemStack stack(Weight weight, int index, int java, int entryFrame, int caller, int application, int called,
            Owner owner, IoCall io) {
        Causes.Classified classified = weight.classified();
        boolean virtual = owner == Owner.JDK && virtualThreads.isMachinery(java, weight.threadGroup);
        return new SystemStack(index, classified.cause(),
                virtual ? Performer.VIRTUAL_THREADS : performer(classified, java, owner),
                virtual && classified.cause() == Cause.THREAD_HANDOFF ? virtualThreads.object()
                        : StackObjects.of(profile, classified),
                components.of(java), weight.threadGroup < 0 ? "" : profile.threadGroups().get(weight.threadGroup),
                classified.medium(), entryFrame, caller, application, called, owner, weight.samples, weight.nanos,
                weight.leaf, weight.kernelSamples, io);
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

    private void reset(boolean singleByte) {
        entry = -1;
        callee = -1;
        rawFrames = 0;
        arrays = false;
        afterPass = false;
        single = singleByte;
        operation = Operation.NONE;
        stream = "";
        size = Size.NONE;
        buffered = false;
        block = false;
        blockFlushed = false;
        console = false;
        flushed = false;
        auto = false;
        closed = false;
        printed = false;
        text = false;
        bulk = false;
        opaque = false;
        attribute = false;
    }

    private void add(int node, int method, FrameRole frame) {
        Role role = frame.role();
        if (role != Role.PASS) {
            callee = node;
        }
        if (role.isRaw()) {
            raw(node, method, role);
        } else if (operation == Operation.NONE) {
            attribute(node, method, role);
        } else {
            above(role);
        }
        afterPass = role == Role.PASS;
        if (size.isUnknown() && operation != Operation.NONE) {
            size = frame.size();
        }
    }

    private void raw(int node, int method, Role role) {
        String name = methods.methodName(method);
        boolean first = operation == Operation.NONE;
        if (first) {
            operation = operation(role, name);
            stream = stream(role, methods.className(method));
        }
        if (role == Role.STREAM_OUT || role == Role.STREAM_IN) {
            overChannel(role);
            single |= afterPass && rawFrames > 0;
        }
        if (role == Role.SOCKET_OUT || role == Role.SOCKET_IN) {
            stream = first ? stream : methods.className(method);
            // write(int) calls write(byte[],int,int) since JDK 13; on 11 an array write looks the same
            single |= !first && !afterPass && entry >= 0 && tree.method(entry) == method && stream.endsWith("Stream")
                    && (stream.startsWith("java.net.Socket$") || stream.startsWith("sun.net.httpserver."));
        }
        arrays |= name.equals("writeBytes") || name.equals("traceWriteBytes");
        rawFrames++;
        entry = node;
    }

    private void overChannel(Role role) {
        boolean socket = operation == Operation.SOCKET_READ || operation == Operation.SOCKET_WRITE;
        if (!socket) {
            operation = role == Role.STREAM_OUT ? Operation.FILE_WRITE : Operation.FILE_READ;
            stream = role == Role.STREAM_OUT ? "java.nio.file.Files.newOutputStream"
                    : "java.nio.file.Files.newInputStream";
        }
    }

    private void attribute(int node, int method, Role role) {
        attribute |= role == Role.ATTRIBUTE;
        if (attribute && (role == Role.METADATA || role == Role.WALK)) {
            operation = role == Role.METADATA ? Operation.METADATA : Operation.WALK;
            stream = methods.name(method);
            entry = node;
        }
    }

    private void above(Role role) {
        switch (role) {
            case BUFFER -> buffered = true;
            case BLOCK -> block = true;
            case BLOCK_FLUSH -> blockFlushed = true;
            case CONSOLE -> console = true;
            case FLUSH -> flushed = true;
            case AUTO -> {
                auto = true;
                buffered = true;
            }
            case CLOSE -> closed = true;
            case PRINT -> printed = true;
            case TEXT -> {
                printed = true;
                text = true;
            }
            case BULK -> bulk = true;
            case OPAQUE -> opaque = true;
            default -> { }
        }
    }

    private int application(int caller) {
        for (int node = caller; node != CallTree.ROOT; node = tree.parent(node)) {
            int method = tree.method(node);
            if (owners.of(method) == Owner.APPLICATION && !owners.isLambdaProxy(method)
                    && !methods.className(method).isEmpty() && !methods.methodName(method).isEmpty()) {
                return node;
            }
        }
        return -1;
    }

    // a logger that keeps its own buffer and writes it out after every record
    private int logFlush(int caller) {
        boolean write = operation == Operation.FILE_WRITE || operation == Operation.RANDOM_WRITE;
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

    private boolean flushesLibrary(int caller, int application) {
        return application >= 0 && application != caller && operation == Operation.FILE_WRITE && !buffered && !printed
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

    private static Operation operation(Role role, String method) {
        return switch (role) {
            case FILE_OUT, STREAM_OUT -> Operation.FILE_WRITE;
            case FILE_IN, STREAM_IN -> Operation.FILE_READ;
            case RANDOM_READ -> Operation.RANDOM_READ;
            case RANDOM_WRITE -> Operation.RANDOM_WRITE;
            case RANDOM_SEEK -> Operation.RANDOM_SEEK;
            case CHANNEL_READ -> Operation.CHANNEL_READ;
            case CHANNEL_WRITE -> Operation.CHANNEL_WRITE;
            case CHANNEL_SEEK -> Operation.CHANNEL_SEEK;
            case SOCKET_OUT -> Operation.SOCKET_WRITE;
            case SOCKET_IN -> Operation.SOCKET_READ;
            case SOCKET_CHANNEL -> method.contains("rite") ? Operation.SOCKET_WRITE : Operation.SOCKET_READ;
            case POSITION -> Operation.POSITION;
            case SYNC -> Operation.SYNC;
            default -> Operation.NONE;
        };
    }

    private static String stream(Role role, String className) {
        return switch (role) {
            case CHANNEL_READ, CHANNEL_WRITE, CHANNEL_SEEK -> "java.nio.channels.FileChannel";
            case SOCKET_CHANNEL -> "java.nio.channels.SocketChannel";
            default -> className;
        };
    }

    /** What the rows of one stack add up to. */
    static final class Weight {
        private final Causes.Classified first;
        private final int threadGroup;
        private final Tally<Cause> causes = new Tally<>(Cause.class);
        private Causes.Medium medium = Causes.Medium.UNKNOWN;
        private boolean nativeLibrary;
        private long samples;
        private long nanos;
        private long copySamples;
        private long kernelSamples;
        private int leaf = CallTree.ROOT;
        private long leafSamples = -1;
        private boolean singleByte;
        private boolean synced;

        Weight(Causes.Classified first, int threadGroup) {
            this.first = first;
            this.threadGroup = threadGroup;
        }

        void add(Causes.Classified row, int rowLeaf, long moreSamples, long moreNanos, KernelSuffix suffix) {
            if (moreSamples > leafSamples) {
                leaf = rowLeaf;
                leafSamples = moreSamples;
            }
            causes.add(row.cause(), Math.max(moreSamples, 1));
            medium = row.medium() == Causes.Medium.UNKNOWN ? medium : row.medium();
            nativeLibrary |= row.nativeLibrary();
            samples += moreSamples;
            nanos += moreNanos;
            copySamples += suffix.copies() ? moreSamples : 0;
            kernelSamples += suffix.inKernel() ? moreSamples : 0;
            singleByte |= suffix.singleByte();
            synced |= suffix.syncs();
        }

        /** Returns the innermost Java frame. */
        int java() {
            return first.java();
        }

        /** Returns the cause of most samples. */
        Cause cause() {
            return causes.most().orElse(first.cause());
        }

        Causes.Classified classified() {
            return new Causes.Classified(cause(), first.threads(), first.java(), first.frame(), medium,
                    first.collects(), nativeLibrary);
        }
    }
}
