package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.trace.CallSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds out how many bytes calls of unknown size move: from file and socket events of the same application frame, else
 * as a mere sign from the share of copying in the kernel frames.
 *
 * <p>Events join by class, method and line, since JDK 25 leaves the JDK's frames out of them.
 */
public final class Sizes {
    // measured on ext4 and tmpfs: reads 12 to 22 % up to 256 bytes, 28 % at 1 KiB, 55 % at 2; appended writes 4 to 8 %
    // of 16 bytes, 7 to 22 % of 256, 35 to 69 % of 4 KiB. Overwriting cannot be told apart: 2 to 6 % of 16 bytes, 7 %
    // of 8 KiB
    private static final double SMALL_READ_COPY_SHARE = 0.22;
    private static final double SMALL_APPEND_COPY_SHARE = 0.15;
    // 65 to 94 % of 8 KiB: a size that others may give is then not the one in the source
    private static final double LARGE_COPY_SHARE = 0.65;
    private static final int LEAST_LOOKED_UP = 10;
    private static final int MAX_FOLLOWED_FRAMES = 6;

    private final CallTree tree;
    private final Methods methods;
    private final Optional<CallSizes> source;
    private final SourceFrames frames;
    private final Map<Long, Calls> events = new HashMap<>();
    private final Map<Long, long[]> copies = new HashMap<>();
    private final Map<Integer, Long> samples = new HashMap<>();
    private final boolean positioned;
    private final Map<Call, Optional<CallSizes.CallSize>> written = new HashMap<>();

    public Sizes(Profile profile, Owners owners, List<SystemStack> stacks, Optional<Sources> sources,
            SourceFrames frames) {
        this.tree = profile.tree();
        this.methods = profile.methods();
        this.source = sources.map(CallSizes::new);
        this.frames = frames;
        for (IoOperation operation : profile.io()) {
            int frame = application(operation.leaf(), owners);
            if (frame >= 0 && operation.calls() > 0) {
                events.computeIfAbsent(key(frame, operation.kind()), k -> new Calls()).add(operation);
            }
        }
        positioned = stacks.stream().anyMatch(stack -> stack.io().operation() == Operation.CHANNEL_SEEK);
        for (SystemStack stack : stacks) {
            if (stack.io().operation() == Operation.NONE) {
                continue;
            }
            samples.merge(tree.method(stack.site()), stack.samples(), Long::sum);
            kind(stack.io().operation()).ifPresent(kind -> {
                long[] sums = copies.computeIfAbsent(key(stack.site(), kind), k -> new long[2]);
                sums[0] += stack.io().copySamples();
                sums[1] += stack.kernelSamples();
            });
        }
    }

    /** Returns the stack with the best known size. */
    public SystemStack resolve(SystemStack stack) {
        Size.Known known = stack.io().size().known();
        Optional<IoOperation.Kind> kind = kind(stack.io().operation());
        if (kind.isEmpty() || known == Size.Known.EXACT) {
            return stack;
        }
        Optional<Calls> calls = calls(stack);
        if (calls.isPresent()) {
            return stack.withSize(new Size(calls.get().bytesPerCall(), Size.Known.EVENTS));
        }
        long[] copied = copies.get(key(stack.site(), kind.get()));
        Optional<CallSizes.CallSize> written = known == Size.Known.NOT
                ? inSource(stack).filter(size -> !size.open() || copied[0] <= LARGE_COPY_SHARE * copied[1])
                : Optional.empty();
        if (written.isPresent()) {
            return stack.withSize(written.get().bytes() > 0
                    ? new Size(written.get().bytes(), Size.Known.SOURCE)
                    : new Size(0, Size.Known.TEXT));
        }
        if (known == Size.Known.NOT && copiesLittle(stack, copied)) {
            return stack.withSize(new Size(0, Size.Known.KERNEL_SHAPE));
        }
        return stack;
    }

    /** Returns the recorded calls of a stack's call site. */
    public Optional<Calls> calls(SystemStack stack) {
        return kind(stack.io().operation()).map(kind -> events.get(key(stack.site(), kind)));
    }

    // only where the application makes the call itself: what a library hands on is not in its line
    private Optional<CallSizes.CallSize> inSource(SystemStack stack) {
        if (source.isEmpty() || samples.get(tree.method(stack.site())) < LEAST_LOOKED_UP
                || stack.application() != stack.caller() || stack.callee() < 0) {
            return Optional.empty();
        }
        List<CallSite> calls = tree.path(stack.site()).limit(MAX_FOLLOWED_FRAMES).mapToObj(frames::of).toList();
        String callee = methods.methodName(tree.method(stack.callee()));
        return written.computeIfAbsent(new Call(callee, calls), key -> source.get().at(calls, callee));
    }

    private boolean copiesLittle(SystemStack stack, long[] sums) {
        double little = switch (stack.io().operation()) {
            case FILE_READ, RANDOM_READ, CHANNEL_READ -> SMALL_READ_COPY_SHARE;
            case FILE_WRITE -> SMALL_APPEND_COPY_SHARE;
            case CHANNEL_WRITE -> appends(stack) ? SMALL_APPEND_COPY_SHARE : 0;
            default -> 0;
        };
        // a device takes bytes without a copy
        boolean copied = stack.io().operation().isRead() || sums[0] > 0;
        return copied && sums[1] >= SystemStack.MIN_KERNEL_SAMPLES && sums[0] < little * sums[1];
    }

    /** Returns whether no channel's position is given or asked for, as far as the samples show. */
    private boolean appends(SystemStack stack) {
        return !positioned && tree.path(stack.leaf()).takeWhile(node -> node > stack.entry())
                .noneMatch(node -> methods.methodName(tree.method(node)).equals("pwrite0"));
    }

    private int application(int leaf, Owners owners) {
        return tree.path(leaf).filter(node -> tree.kind(node) == FrameKind.JAVA
                && owners.of(tree.method(node)) == Owner.APPLICATION && !owners.isLambdaProxy(tree.method(node)))
                .findFirst().orElse(-1);
    }

    private Long key(int node, IoOperation.Kind kind) {
        return (long) tree.method(node) << 36 | (long) tree.line(node) << 4 | kind.ordinal();
    }

    private static Optional<IoOperation.Kind> kind(Operation operation) {
        return switch (operation) {
            case FILE_WRITE, RANDOM_WRITE, CHANNEL_WRITE -> Optional.of(IoOperation.Kind.FILE_WRITE);
            case FILE_READ, RANDOM_READ, CHANNEL_READ -> Optional.of(IoOperation.Kind.FILE_READ);
            case SOCKET_WRITE -> Optional.of(IoOperation.Kind.SOCKET_WRITE);
            case SOCKET_READ -> Optional.of(IoOperation.Kind.SOCKET_READ);
            default -> Optional.empty();
        };
    }

    private record Call(String callee, List<CallSite> frames) {}

    /** The recorded calls of one call site; a sample of them where the recorder throttles. */
    public static final class Calls {
        private long calls;
        private long bytes;
        private long nanos;
        private boolean sampled;
        private final Map<String, Long> targets = new TreeMap<>();

        private void add(IoOperation operation) {
            calls += operation.calls();
            bytes += operation.bytes();
            nanos += operation.nanos();
            sampled |= operation.sampled();
            if (!operation.target().isEmpty()) {
                targets.merge(operation.target(), operation.calls(), Long::sum);
            }
        }

        public long calls() {
            return calls;
        }

        public long bytes() {
            return bytes;
        }

        /** Returns how long the recorded calls took together, waiting included. */
        public long nanos() {
            return nanos;
        }

        public boolean sampled() {
            return sampled;
        }

        public double bytesPerCall() {
            return (double) bytes / calls;
        }

        /** Returns the path or host with most calls, empty if none was recorded. */
        public String target() {
            List<Map.Entry<String, Long>> entries = new ArrayList<>(targets.entrySet());
            return entries.stream().max(Comparator.comparing(Map.Entry<String, Long>::getValue)).map(Map.Entry::getKey)
                    .orElse("");
        }
    }
}
