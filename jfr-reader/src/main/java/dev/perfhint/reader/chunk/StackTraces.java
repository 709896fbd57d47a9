package dev.perfhint.reader.chunk;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.LongIndex;
import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The stack traces of a chunk, each put straight into a call tree as it is read. Methods are numbers of this chunk
 * until the chunk is complete, because their names may follow later in the file.
 */
public final class StackTraces {
    private static final int METHOD = 0;
    private static final int LINE = 1;
    private static final int TYPE = 2;
    private static final int CUT_LINE_KIND = CallTree.lineKind(0, FrameKind.NATIVE.ordinal());
    private static final int MAX_NUMBER_BYTES = 8;
    private static final int MAX_FRAME_BYTES = 4 * MAX_NUMBER_BYTES;
    /** Deeper stack traces are read frame by frame. */
    private static final int MAX_BUFFERED_FRAMES = 1 << 12;
    /** Method key that stands for the cut part of a stack. */
    public static final long TRUNCATED_METHOD = Long.MIN_VALUE;
    /** Method key of what is beyond the limit of nodes. */
    public static final long OTHER_METHOD = Long.MIN_VALUE + 1;
    /** Callers of native and kernel code that a stack keeps beyond the limit of nodes. */
    private static final int INNER_JAVA_FRAMES = 16;
    /** Above all keys in use: stack traces without a key are numbered by their leaf. */
    private static final long PATH_KEYS = 1L << 40;

    private final int maxNodes;
    private boolean limited;
    private final CallTree tree = new CallTree();
    private final LongIndex methods = new LongIndex();
    private final LongIndex ids = new LongIndex();
    private int[] leaves = new int[64];
    private final BitSet truncated = new BitSet();
    private byte[] kinds = new byte[16];
    private boolean kindsKnown;
    /** Of a chunk that defines the frame types after the stack traces (JDK 11): by the type key's last two bits. */
    private int[] lateKinds = {};
    private int depthLimit = Integer.MAX_VALUE;
    private boolean limitCountsNative;
    private int[] frameMethods = new int[256];
    private int[] frameLines = new int[256];
    /** Position after the number decoded last. */
    private int decoded;
    private boolean tooLong;

    /**
     * @param maxNodes call-tree nodes beyond which new paths end in {@code [other]}
     */
    public StackTraces(int maxNodes) {
        this.maxNodes = maxNodes;
    }

    public CallTree tree() {
        return tree;
    }

    /** Returns whether paths had to be cut because of the limit of nodes. */
    public boolean limited() {
        return limited;
    }

    /** Returns the raw method keys in the order of the tree's method ids. */
    public LongIndex methods() {
        return methods;
    }

    /** Returns the number of a stack trace key, whether or not the trace was read yet. */
    public int number(long key) {
        return ids.add(key);
    }

    int size() {
        return ids.size();
    }

    /** Returns the innermost frame's node, {@link CallTree#ROOT} if the stack trace was never read. */
    public int leaf(int number) {
        return number < leaves.length ? leaves[number] : CallTree.ROOT;
    }

    public boolean truncated(int number) {
        return truncated.get(number);
    }

    /** Sets what a frame type key means; keys outside 0 to 255 are not used by any recorder. */
    void frameType(long key, FrameKind kind) {
        if (key < 0 || key > 255) {
            return;
        }
        if (lateKinds.length > 0) {
            lateKinds[(int) key & 3] = kind.ordinal();
            return;
        }
        if (key >= kinds.length) {
            kinds = Arrays.copyOf(kinds, 256);
        }
        kinds[(int) key] = (byte) kind.ordinal();
        kindsKnown = true;
    }

    /** Returns the kind's ordinal of every ordinal in the tree, empty if they are the same. */
    public int[] lateKinds() {
        return lateKinds;
    }

    private void startWithoutKinds() {
        kindsKnown = true;
        lateKinds = new int[4];
        kinds = new byte[256];
        for (int key = 0; key < kinds.length; key++) {
            // the JDK's keys are four consecutive numbers, so their last two bits tell them apart
            kinds[key] = (byte) (key & 3);
        }
    }

    /** Sets the depth at which async-profiler cuts stacks: it does not mark them. */
    public void depthLimit(int javaFrames) {
        depthLimit = javaFrames > 0 ? javaFrames : Integer.MAX_VALUE;
    }

    /** Says that native frames count towards the depth limit, as with {@code cstack=vm}. */
    public void limitCountsNative() {
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
        if (!kindsKnown) {
            startWithoutKinds();
        }
        int count = in.varint();
        if (count < 0 || count > in.end() - in.offset()) {
            throw new MalformedChunkException("stack trace of " + count + " frames");
        }
        int end = -1;
        if (count <= MAX_BUFFERED_FRAMES && usual(frame)) {
            in.ensure((count + 1) * MAX_FRAME_BYTES);
            end = decode(in.buffer(), in.position(), in.limit(), count);
        }
        if (end < 0) {
            frames(in, count, frame, strings);
        } else {
            in.position(end);
        }
        add(key, marked, count);
    }

    /** Returns whether a frame is method, line, bytecode index and type, each a compressed integer. */
    private static boolean usual(Layout frame) {
        return frame.fields() == 4 && frame.allVarints() && frame.slot(0) == METHOD && frame.slot(1) == LINE
                && frame.slot(3) == TYPE;
    }

    /** Returns the node of frames noted last, from the one before {@code depth} to the innermost. */
    private int path(int parent, int depth) {
        CallTree path = tree;
        int[] methodsOfFrames = frameMethods;
        int[] linesOfFrames = frameLines;
        int node = parent;
        for (int i = depth - 1; i >= 0; i--) {
            node = path.child(node, methodsOfFrames[i], linesOfFrames[i]);
        }
        return node;
    }

    /** Notes the next frame of a stack trace, counted from the innermost, for {@link #add}. */
    public void frame(int index, long method, int line, FrameKind kind) {
        grow(index);
        frameMethods[index] = methods.add(method);
        frameLines[index] = CallTree.lineKind(line, kind.ordinal());
    }

    /** Adds the path of the frames noted last. */
    void add(long key, boolean marked, int depth) {
        boolean cut = marked || depth >= depthLimit && countedFrames(depth) >= depthLimit;
        CallTree path = tree;
        int node = CallTree.ROOT;
        if (cut) {
            node = path.child(node, methods.add(TRUNCATED_METHOD), CUT_LINE_KIND);
        }
        if (path.size() > maxNodes - depth) {
            node = existingPath(node, depth);
        } else {
            node = path(node, depth);
        }
        put(ids.add(key), node, cut);
    }

    /**
     * Walks as far as the tree goes; the rest is {@code [other]}, for which an eighth of the limit is kept. A stack
     * that may end in the kernel keeps its inner frames instead of its outer ones.
     */
    private int existingPath(int start, int depth) {
        int node = start;
        for (int i = depth - 1; i >= 0; i--) {
            int child = tree.existingChild(node, frameMethods[i], frameLines[i]);
            if (child == CallTree.ROOT) {
                limited = true;
                if (lateKinds.length > 0 || (frameLines[0] & 3) != FrameKind.JAVA.ordinal()) {
                    return innerPath(depth);
                }
                int parent = tree.size() < maxNodes + maxNodes / 8 ? node : CallTree.ROOT;
                return tree.child(parent, methods.add(OTHER_METHOD), CUT_LINE_KIND);
            }
            node = child;
        }
        return node;
    }

    private int innerPath(int depth) {
        int callers = tree.size() < maxNodes + maxNodes / 8 ? INNER_JAVA_FRAMES : 0;
        int frames = 0;
        for (int java = 0; frames < depth; frames++) {
            java += (frameLines[frames] & 3) == FrameKind.JAVA.ordinal() ? 1 : 0;
            if (java > callers) {
                break;
            }
        }
        return path(tree.child(CallTree.ROOT, methods.add(OTHER_METHOD), CUT_LINE_KIND), frames);
    }

    private void put(int number, int leaf, boolean cut) {
        if (number >= leaves.length) {
            leaves = Arrays.copyOf(leaves, Math.max(number + 1, leaves.length * 2));
        }
        leaves[number] = leaf;
        truncated.set(number, cut);
    }

    /** Adds the path of the frames noted last, for readers whose stack traces have no key; returns its number. */
    public int addPath(boolean marked, int depth) {
        add(PATH_KEYS, marked, depth);
        int pending = ids.find(PATH_KEYS);
        long key = PATH_KEYS + 1 + 2L * leaves[pending] + (truncated.get(pending) ? 1 : 0);
        int number = ids.add(key);
        put(number, leaves[pending], truncated.get(pending));
        return number;
    }

    private int countedFrames(int depth) {
        int counted = 0;
        for (int i = 0; i < depth; i++) {
            int kind = frameLines[i] & 3;
            counted += kind == FrameKind.JAVA.ordinal() || limitCountsNative && kind != FrameKind.KERNEL.ordinal() ? 1
                    : 0;
        }
        return counted;
    }

    private void frames(ChunkInput in, int count, Layout frame, StringTable strings) {
        long[] values = new long[3];
        for (int i = 0; i < count; i++) {
            Arrays.fill(values, 0);
            frame.read(in, values, strings);
            grow(i);
            put(i, values[METHOD], (int) values[LINE], values[TYPE]);
        }
    }

    /**
     * Notes the frames that begin at a position; returns where they end, -1 if they do not end well before the limit or
     * a number has more than eight bytes.
     */
    private int decode(byte[] bytes, int from, int limit, int count) {
        tooLong = false;
        int p = from;
        for (int i = 0; i < count; i++) {
            if (limit - p < MAX_FRAME_BYTES) {
                return -1;
            }
            grow(i);
            long method = bytes[p++];
            if (method < 0) {
                method = number(bytes, p - 1);
                p = decoded;
            }
            long line = bytes[p++];
            if (line < 0) {
                line = number(bytes, p - 1);
                p = decoded;
            }
            // the bytecode index: no node depends on it
            if (bytes[p++] < 0) {
                number(bytes, p - 1);
                p = decoded;
            }
            long type = bytes[p++];
            if (type < 0) {
                type = number(bytes, p - 1);
                p = decoded;
            }
            put(i, method, (int) line, type);
        }
        return tooLong ? -1 : p;
    }

    /** Returns a number of at most eight bytes, and notes where it ends. */
    private long number(byte[] bytes, int from) {
        long value = 0;
        int p = from;
        int end = from + MAX_NUMBER_BYTES;
        for (int shift = 0; p < end; shift += 7) {
            long next = bytes[p++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                decoded = p;
                return value;
            }
        }
        tooLong = true;
        decoded = p;
        return value;
    }

    private void put(int i, long method, int line, long type) {
        frameMethods[i] = methods.add(method);
        frameLines[i] = CallTree.lineKind(line, type >= 0 && type < kinds.length ? kinds[(int) type] : 0);
    }

    private void grow(int index) {
        if (index == frameMethods.length) {
            frameMethods = Arrays.copyOf(frameMethods, index * 2);
            frameLines = Arrays.copyOf(frameLines, index * 2);
        }
    }
}
