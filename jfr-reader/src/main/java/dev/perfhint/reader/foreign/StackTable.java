package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.build.FoldedNodes;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The stacks of formats that name each frame, folded into the call tree as they are read, with the filters applied.
 * Rows are kept until the whole input is known: only then it is certain what its values mean.
 */
public final class StackTable {
    /** Frames of one stack beyond which its innermost part is left out: no profiler records so many. */
    public static final int MAX_DEPTH = 8192;
    private static final String NO_THREAD = "[no thread names]";

    /** A frame as the tree knows it. */
    record Frame(int method, int line, FrameKind kind, boolean included, boolean excluded) {}

    /** Takes one row; the leaf is never negative. */
    interface RowVisitor {
        void row(int leaf, int group, long samples, long nanos);
    }

    private final ReadOptions options;
    private final ProfileBuilder builder;
    private int[] leaves = new int[1024];
    private int[] groups = new int[1024];
    private long[] samples = new long[1024];
    private long[] nanos = new long[1024];
    private int size;
    private boolean folded;
    private boolean threadWanted;
    private boolean kernelFrames;
    private boolean nativeFrames;
    private boolean javaFrames;
    private boolean packages;

    // the stack that is being read: for each depth its node, and whether a frame up to there is included or excluded
    private int depth;
    private int[] nodes = new int[64];
    private boolean[] included = new boolean[64];
    private boolean[] excluded = new boolean[64];

    StackTable(ReadOptions options, ProfileBuilder builder) {
        this.options = options;
        this.builder = builder;
        nodes[0] = CallTree.ROOT;
        included[0] = options.include().isEmpty();
    }

    Frame frame(CollapsedFrame frame) {
        int method = builder.method(frame.className(), frame.methodName());
        String name = builder.methods().name(method);
        javaFrames |= frame.kind() == FrameKind.JAVA;
        nativeFrames |= frame.kind() != FrameKind.JAVA;
        packages |= frame.className().indexOf('.') > 0 || frame.className().indexOf('/') > 0;
        return new Frame(method, frame.line(), frame.kind(), matches(options.include(), name),
                matches(options.exclude(), name));
    }

    /** Notes the path of the source that a class was compiled from; nothing where it is empty. */
    void source(String className, String path) {
        builder.source(className, path.substring(path.lastIndexOf('/') + 1));
    }

    private static boolean matches(Optional<Pattern> pattern, String name) {
        return pattern.isPresent() && pattern.get().matcher(name).find();
    }

    /** Keeps the outermost frames of the stack, none for 0, and leaves out the others. */
    void cut(int frames) {
        depth = Math.min(depth, frames);
    }

    /** Adds a frame that the innermost one called; beyond the limit of frames nothing. */
    void push(Frame frame) {
        if (depth == MAX_DEPTH) {
            return;
        }
        if (depth + 1 == nodes.length) {
            nodes = Arrays.copyOf(nodes, nodes.length * 2);
            included = Arrays.copyOf(included, nodes.length);
            excluded = Arrays.copyOf(excluded, nodes.length);
        }
        nodes[depth + 1] = builder.child(nodes[depth], frame.method(), frame.line(), frame.kind());
        included[depth + 1] = included[depth] || frame.included();
        excluded[depth + 1] = excluded[depth] || frame.excluded();
        kernelFrames |= frame.kind() == FrameKind.KERNEL;
        depth++;
    }

    /** Adds so many samples of the stack in a thread, empty if no thread is named. */
    void add(String thread, long moreSamples, long moreNanos) {
        boolean wanted = options.wantsThread(thread);
        threadWanted |= wanted;
        if (size == leaves.length) {
            leaves = Arrays.copyOf(leaves, size * 2);
            groups = Arrays.copyOf(groups, size * 2);
            samples = Arrays.copyOf(samples, size * 2);
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        boolean kept = depth > 0 && included[depth] && !excluded[depth] && wanted;
        leaves[size] = kept ? nodes[depth] : -1;
        groups[size] = kept ? builder.threadGroup(thread.isEmpty() ? NO_THREAD : thread) : -1;
        samples[size] = moreSamples;
        nanos[size++] = moreNanos;
        if (builder.tree().size() > options.nodeLimit()) {
            fold();
        }
    }

    private void fold() {
        long[] weights = new long[builder.tree().size()];
        for (int row = 0; row < size; row++) {
            if (leaves[row] >= 0) {
                weights[leaves[row]] += Math.max(samples[row], nanos[row]);
            }
        }
        FoldedNodes moved = builder.fold(options.nodeLimit(), weights, false);
        for (int row = 0; row < size; row++) {
            leaves[row] = leaves[row] < 0 ? leaves[row] : moved.of(leaves[row], groups[row]);
        }
        int[] anyThread = moved.nodes();
        for (int i = 1; i <= depth; i++) {
            nodes[i] = anyThread[nodes[i]];
        }
        folded = true;
    }

    /** Returns the rows, filtered ones too. */
    int size() {
        return size;
    }

    /** Returns the least number of samples of a row that has any, 0 without rows. */
    long leastSamples() {
        return Arrays.stream(samples, 0, size).filter(each -> each > 0).min().orElse(0);
    }

    /** Visits the rows that passed the filters and hold something. */
    void forEach(RowVisitor visitor) {
        for (int row = 0; row < size; row++) {
            if (leaves[row] >= 0 && (samples[row] > 0 || nanos[row] > 0)) {
                visitor.row(leaves[row], groups[row], samples[row], nanos[row]);
            }
        }
    }

    /** Returns the event of a name, with the grade that the frames allow, and says why where they allow none. */
    Event event(String name, boolean alluser, List<String> warnings) {
        String engine = name.equals("ctimer") || name.equals("itimer") || name.equals("wall") ? name
                : kernelFrames ? "perf_events" : "";
        Event event = CpuEvents.of(name, engine, alluser, kernelFrames);
        if (event.cpu() && nativeFrames && !javaFrames && !kernelFrames) {
            warnings.add("no Java and no kernel frames: are these the stacks of a JVM?");
            return new Event(name, engine, Evidence.NONE, true);
        }
        if (event.cpu() && !nativeFrames) {
            warnings.add("no native and no kernel frames; record with async-profiler and its default cstack");
            return new Event(name, engine, Evidence.NONE, true);
        }
        return event;
    }

    /** Says what is missing in the stacks as a whole. */
    void addWarnings(List<String> warnings) {
        if (javaFrames && !packages) {
            warnings.add("class names have no packages (async-profiler's option simple): JDK classes are "
                                 + "unknown; record without it");
        }
        if (options.thread().isPresent() && !threadWanted) {
            warnings.add(
                    "no stack has a thread name that --thread wants; async-profiler writes names with its option "
                            + "threads");
        }
        if (folded) {
            warnings.add(options.foldedWarning(builder.foldedShare()));
        }
    }
}
