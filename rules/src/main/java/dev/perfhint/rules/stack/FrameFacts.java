package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.rules.stack.FrameTable.FrameRole;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the JDK's frames of one stack say of its I/O call, added from the innermost frame outwards: the innermost class
 * that calls the kernel decides the operation, every frame above it adds a fact.
 */
final class FrameFacts {
    private final CallTree tree;
    private final Methods methods;
    private final Set<Role> above = EnumSet.noneOf(Role.class);
    private Operation operation = Operation.NONE;
    private String stream = "";
    private Size size = Size.NONE;
    private int entry = -1;
    private int callee = -1;
    private int rawFrames;
    private boolean arrays;
    private boolean afterPass;
    private boolean single;
    private boolean attribute;
    private boolean flushed;

    /** @param singleByte whether a kernel frame shows that the call moves one byte */
    FrameFacts(CallTree tree, Methods methods, boolean singleByte) {
        this.tree = tree;
        this.methods = methods;
        this.single = singleByte;
    }

    /** Of a stack that lacks the frames of the class that called the kernel. */
    FrameFacts(CallTree tree, Methods methods, boolean singleByte, Operation known, int leaf) {
        this(tree, methods, singleByte);
        operation = known;
        entry = leaf;
        callee = leaf;
    }

    void add(int node, int method, FrameRole frame) {
        Role role = frame.role();
        if (role != Role.PASS) {
            callee = node;
        }
        if (role.isRaw()) {
            raw(node, method, role);
        } else if (operation == Operation.NONE) {
            attribute(node, method, role);
        } else {
            above.add(role);
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

    /** Notes the frame that empties the buffer of a logger, or of a library's writer: the call is that one. */
    void flushedBy(int node) {
        callee = node;
        operation = Operation.FILE_WRITE;
        flushed = true;
    }

    /** Returns what the kernel was asked for; {@link Operation#NONE} while no frame shows it. */
    Operation operation() {
        return operation;
    }

    /** Returns the outermost frame of the class that makes the system call. */
    int entry() {
        return entry;
    }

    /** Returns the JDK's frame that the caller calls. */
    int callee() {
        return callee;
    }

    boolean isPrinted() {
        return above.contains(Role.PRINT) || above.contains(Role.TEXT);
    }

    /** A buffer hands on arrays: below this one no stream takes them apart. */
    boolean isBuffered() {
        return (above.contains(Role.BUFFER) || above.contains(Role.AUTO)) && !isBytewise();
    }

    private boolean isBytewise() {
        return single || rawFrames > 1 && !arrays && stream.equals("java.io.FileOutputStream");
    }

    IoCall call(StackWeight weight) {
        Size known = isBytewise() ? Size.BYTE : size;
        boolean blockFlushed = above.contains(Role.BLOCK_FLUSH);
        boolean block = above.contains(Role.BLOCK) || blockFlushed;
        // a call moves one byte, also below frames that are in no table
        boolean opaque = above.contains(Role.OPAQUE) && !known.equals(Size.BYTE);
        IoCall.Shape shape = new IoCall.Shape(isBuffered() || flushed || block, block,
                above.contains(Role.FLUSH) || flushed || blockFlushed, blockFlushed, above.contains(Role.AUTO),
                above.contains(Role.CLOSE), isPrinted(), above.contains(Role.TEXT), above.contains(Role.CONSOLE),
                above.contains(Role.BULK), opaque);
        return new IoCall(operation, stream, known, shape, weight.copySamples(), weight.isSynced());
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
}
