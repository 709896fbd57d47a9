package dev.perfhint.reader;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The stack traces of a chunk, each put straight into a call tree as it is read. Methods are numbers of this chunk until
 * the chunk is complete, because their names may follow later in the file.
 */
final class StackTraces {
    private static final int METHOD = 0;
    private static final int LINE = 1;
    private static final int TYPE = 2;
    private static final int MAX_FRAME_BYTES = 9 * 8;
    /** Method key that stands for the cut part of a stack. */
    static final long TRUNCATED_METHOD = Long.MIN_VALUE;

    private final CallTree tree = new CallTree();
    private final LongIndex methods = new LongIndex();
    private final LongIndex ids = new LongIndex();
    private int[] leaves = new int[64];
    private final BitSet truncated = new BitSet();
    private byte[] kinds = new byte[16];
    private int depthLimit = Integer.MAX_VALUE;
    private boolean limitCountsNative;
    private int[] frameMethods = new int[256];
    private int[] frameLines = new int[256];

    CallTree tree() {
        return tree;
    }

    /** Returns the raw method keys in the order of the tree's method ids. */
    LongIndex methods() {
        return methods;
    }

    /** Returns the number of a stack trace key, whether or not the trace was read yet. */
    int number(long key) {
        return ids.add(key);
    }

    int size() {
        return ids.size();
    }

    /** Returns the innermost frame's node, {@link CallTree#ROOT} if the stack trace was never read. */
    int leaf(int number) {
        return number < leaves.length ? leaves[number] : CallTree.ROOT;
    }

    boolean truncated(int number) {
        return truncated.get(number);
    }

    /** Sets what a frame type key means; keys outside 0 to 255 are not used by any recorder. */
    void frameType(long key, FrameKind kind) {
        if (key < 0 || key > 255) {
            return;
        }
        if (key >= kinds.length) {
            kinds = Arrays.copyOf(kinds, 256);
        }
        kinds[(int) key] = (byte) kind.ordinal();
    }

    /** Sets the depth at which async-profiler cuts stacks: it does not mark them. */
    void depthLimit(int javaFrames) {
        depthLimit = javaFrames > 0 ? javaFrames : Integer.MAX_VALUE;
    }

    /** Says that native frames count towards the depth limit, as with {@code cstack=vm}. */
    void limitCountsNative() {
        limitCountsNative = true;
    }

    /** Compiles the type of a frame. */
    static Layout frameLayout(Metadata metadata) {
        return Layout.of(metadata, metadata.type("jdk.types.StackFrame"), "method", "lineNumber", "type");
    }

    /**
     * Reads the frames of one stack trace, innermost first, and adds its path.
     *
     * @param marked whether the recorder marked the stack as cut
     */
    void read(ChunkInput in, long key, boolean marked, Layout frame, StringTable strings) {
        int depth = frames(in, frame, strings);
        boolean cut = marked || depth >= depthLimit && countedFrames(depth) >= depthLimit;
        CallTree path = tree;
        int node = CallTree.ROOT;
        if (cut) {
            node = path.child(node, methods.add(TRUNCATED_METHOD), CallTree.lineKind(0, FrameKind.NATIVE.ordinal()));
        }
        int[] methodsOfFrames = frameMethods;
        int[] linesOfFrames = frameLines;
        for (int i = depth - 1; i >= 0; i--) {
            node = path.child(node, methodsOfFrames[i], linesOfFrames[i]);
        }
        int number = ids.add(key);
        if (number >= leaves.length) {
            leaves = Arrays.copyOf(leaves, Math.max(number + 1, leaves.length * 2));
        }
        leaves[number] = node;
        truncated.set(number, cut);
    }

    private int countedFrames(int depth) {
        int counted = 0;
        for (int i = 0; i < depth; i++) {
            int kind = frameLines[i] & 3;
            counted += kind == FrameKind.JAVA.ordinal() || limitCountsNative && kind != FrameKind.KERNEL.ordinal() ? 1 : 0;
        }
        return counted;
    }

    private int frames(ChunkInput in, Layout frame, StringTable strings) {
        int count = in.varint();
        if (count < 0 || count > in.end() - in.offset()) {
            throw new MalformedChunkException("stack trace of " + count + " frames");
        }
        if (frame.fields() == 4 && frame.allVarints() && frame.slot(0) == METHOD && frame.slot(1) == LINE
                && frame.slot(3) == TYPE) {
            return usualFrames(in, count);
        }
        long[] values = new long[3];
        for (int i = 0; i < count; i++) {
            Arrays.fill(values, 0);
            frame.read(in, values, strings);
            put(i, values[METHOD], (int) values[LINE], values[TYPE]);
        }
        return count;
    }

    /** Reads method, line, bytecode index and type, each a compressed integer: the loop that most of the time goes to. */
    private int usualFrames(ChunkInput in, int count) {
        byte[] b = in.buffer();
        for (int i = 0; i < count; ) {
            in.ensure(MAX_FRAME_BYTES);
            int p = in.position();
            // as long as whole frames are surely in the buffer, numbers are decoded without further checks
            int safe = in.limit() - MAX_FRAME_BYTES;
            while (p <= safe && i < count) {
                long method = b[p++];
                if (method < 0) {
                    method = method & 0x7F | b[p] << 7;
                    if (b[p++] < 0) {
                        in.position(p - 2);
                        method = in.varlong();
                        p = in.position();
                    }
                }
                int line = b[p++];
                if (line < 0) {
                    line = line & 0x7F | b[p] << 7;
                    if (b[p++] < 0) {
                        in.position(p - 2);
                        line = (int) in.varlong();
                        p = in.position();
                    }
                }
                int bytecodeIndex = 1;
                while (b[p++] < 0 && bytecodeIndex++ < 9) {
                    continue;
                }
                long type = b[p++];
                if (type < 0) {
                    in.position(p - 1);
                    type = in.varlong();
                    p = in.position();
                }
                put(i++, method, line, type);
            }
            in.position(p);
            if (i < count) {
                in.ensure(MAX_FRAME_BYTES);
                long method = in.varlong();
                int line = (int) in.varlong();
                in.varlong();
                put(i++, method, line, in.varlong());
            }
        }
        return count;
    }

    private void put(int i, long method, int line, long type) {
        if (i == frameMethods.length) {
            frameMethods = Arrays.copyOf(frameMethods, i * 2);
            frameLines = Arrays.copyOf(frameLines, i * 2);
        }
        frameMethods[i] = methods.add(method);
        frameLines[i] = CallTree.lineKind(line, type >= 0 && type < kinds.length ? kinds[(int) type] : 0);
    }
}
