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
 * from a constant in the source.
 *
 * <p>Events join by class, method and line, since JDK 25 leaves the JDK's frames out of them.
 */
public final class Sizes {
    private static final int LEAST_LOOKED_UP = 10;
    private static final int MAX_FOLLOWED_FRAMES = 6;

    private final CallTree tree;
    private final Methods methods;
    private final Optional<CallSizes> source;
    private final SourceFrames frames;
    private final Map<Long, Calls> events = new HashMap<>();
    private final Map<Integer, Long> samples = new HashMap<>();
    private final Map<Call, Optional<Long>> written = new HashMap<>();

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
        stacks.stream().filter(stack -> stack.io().operation() != Operation.NONE)
                .forEach(stack -> samples.merge(tree.method(stack.site()), stack.samples(), Long::sum));
    }

    /** Returns the stack with the best known size. */
    public SystemStack resolve(SystemStack stack) {
        Size.Known known = stack.io().size().known();
        if (kind(stack.io().operation()).isEmpty() || known == Size.Known.EXACT) {
            return stack;
        }
        Optional<Calls> calls = calls(stack);
        if (calls.isPresent()) {
            return stack.withSize(new Size(calls.get().bytesPerCall(), Size.Known.EVENTS));
        }
        return known != Size.Known.NOT ? stack : inSource(stack).map(bytes -> stack.withSize(
                new Size(bytes, bytes > 0 ? Size.Known.SOURCE : Size.Known.TEXT))).orElse(stack);
    }

    /** Returns the recorded calls of a stack's call site. */
    public Optional<Calls> calls(SystemStack stack) {
        return kind(stack.io().operation()).map(kind -> events.get(key(stack.site(), kind)));
    }

    /** Returns the recorded calls of all call sites of the stacks. */
    public Optional<Calls> calls(List<SystemStack> stacks) {
        List<Calls> sites = stacks.stream().flatMap(stack -> calls(stack).stream()).distinct().toList();
        return sites.size() <= 1 ? sites.stream().findFirst() : Optional.of(Calls.sum(sites));
    }

    // only where the application makes the call itself: what a library hands on is not in its line
    private Optional<Long> inSource(SystemStack stack) {
        if (source.isEmpty() || samples.get(tree.method(stack.site())) < LEAST_LOOKED_UP
                || stack.application() != stack.caller() || stack.callee() < 0) {
            return Optional.empty();
        }
        List<CallSite> calls = tree.path(stack.site()).limit(MAX_FOLLOWED_FRAMES).mapToObj(frames::of).toList();
        String callee = methods.methodName(tree.method(stack.callee()));
        return written.computeIfAbsent(new Call(callee, calls), key -> source.get().at(calls, callee));
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

        private static Calls sum(List<Calls> all) {
            Calls sum = new Calls();
            for (Calls one : all) {
                sum.calls += one.calls;
                sum.bytes += one.bytes;
                sum.nanos += one.nanos;
                sum.sampled |= one.sampled;
                one.targets.forEach((target, calls) -> sum.targets.merge(target, calls, Long::sum));
            }
            return sum;
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
