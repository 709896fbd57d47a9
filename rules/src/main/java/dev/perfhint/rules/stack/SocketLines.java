package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Methods;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.trace.ExclusiveLines;
import dev.perfhint.source.trace.KeptBuffers;
import dev.perfhint.source.trace.LoopElements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which lines of a method lead to socket writes, and which to reads between them: what shows that a message is written
 * in several calls.
 *
 * <p>Looks at the method that makes the call and the two that call it. With sources, lines of branches that exclude
 * each other are not of one message.
 */
public final class SocketLines {
    /** The outermost frame of a virtual thread that goes on. */
    private static final String UNWOUND = "cont_returnBarrier";
    private static final int CALLERS = 3;
    private static final int FRAMES_OF_A_LOOP = 8;
    // the first write of a message wakes the peer: of two it has 80 to 90 % of the samples (measured)
    private static final double MIN_LINE_SHARE = 0.03;
    private static final int MIN_LINE_SAMPLES = 3;

    private final CallTree tree;
    private final Methods methods;
    private final Optional<Sources> sources;
    // by the frame that calls the method, so that overloads which call each other are apart
    private final Map<Long, SortedMap<Integer, Long>> writes = new HashMap<>();
    private final Map<Long, SortedMap<Integer, Long>> writesBelow = new HashMap<>();
    private final Map<Long, SortedMap<Integer, Long>> readsBelow = new HashMap<>();
    private final Map<Integer, List<Integer>> reads = new HashMap<>();
    private final Map<Integer, List<Integer>> written = new HashMap<>();
    private final Map<Integer, Map<Integer, long[]>> through = new HashMap<>();
    private final Map<Long, Optional<Run>> runs = new HashMap<>();

    SocketLines(List<SystemStack> stacks, CallTree tree, Methods methods, Optional<Sources> sources) {
        this.tree = tree;
        this.methods = methods;
        this.sources = sources;
        for (SystemStack stack : stacks) {
            boolean write = stack.io().operation() == Operation.SOCKET_WRITE;
            // a reader also asks whether more has come, and with a timeout it polls first
            boolean read = stack.cause() == Cause.SOCKET_READ || stack.cause() == Cause.SOCKET_WAIT && isInRead(stack);
            if (write && isCall(stack)) {
                add(writes, callers(stack, CALLERS), stack.samples());
                add(writesBelow, callers(stack, FRAMES_OF_A_LOOP), stack.samples());
            }
            if (read && isCall(stack)) {
                add(readsBelow, callers(stack, FRAMES_OF_A_LOOP), stack.samples());
            }
            if (read || write) {
                callers(stack, Integer.MAX_VALUE).forEach(node -> (read ? reads : written)
                        .computeIfAbsent(tree.method(node), key -> new ArrayList<>()).add(tree.line(node)));
            }
            if (write || read) {
                // a read that waits has no samples at grade 3
                Set<Integer> counted = new HashSet<>();
                callers(stack, FRAMES_OF_A_LOOP).stream().filter(node -> counted.add(tree.method(node)))
                        .forEach(node -> through.computeIfAbsent(tree.method(node), key -> new HashMap<>())
                                .computeIfAbsent(tree.line(node), key -> new long[2])[write ? 0 : 1] +=
                                        Math.max(1, stack.samples()));
            }
        }
    }

    /**
     * Lines of one method that write to a socket, or read from one, one after the other.
     *
     * @param method number of the method
     * @param lines at least two, in order
     * @param heaviestShare the part of their samples that the heaviest line has, 0..1
     */
    public record Run(int method, List<Integer> lines, double heaviestShare) {}

    private boolean isInRead(SystemStack stack) {
        return tree.path(stack.entry())
                .anyMatch(node -> methods.name(tree.method(node)).equals("sun.nio.ch.NioSocketImpl.implRead"));
    }

    private void add(Map<Long, SortedMap<Integer, Long>> lines, List<Integer> nodes, long samples) {
        nodes.forEach(node -> lines.computeIfAbsent(activation(node), key -> new TreeMap<>())
                .merge(tree.line(node), samples, Long::sum));
    }

    private long activation(int node) {
        return (long) tree.parent(node) << 32 | tree.method(node);
    }

    /** Returns the lines that write the message of which the stack writes a part; empty if no others are seen. */
    public Optional<Run> run(SystemStack stack) {
        if (stack.io().operation() != Operation.SOCKET_WRITE || !isCall(stack)) {
            return Optional.empty();
        }
        for (int node : callers(stack, CALLERS)) {
            int line = tree.line(node);
            Optional<Run> run = runs.computeIfAbsent(activation(node), key -> heaviestRun(node, writes, reads))
                    .filter(found -> found.lines().contains(line));
            if (run.isPresent()) {
                return run;
            }
        }
        return Optional.empty();
    }

    /**
     * How the reads and writes of sockets balance that one method leads to.
     *
     * @param writesToReads samples of writes for one of reads
     */
    public record Balance(int method, double writesToReads) {}

    /**
     * Returns the balance of the innermost method that leads to the stack's call and, from another line, to the other
     * kind of call: what starts threads leads to all of them from one. Empty where a call goes to another socket each
     * time.
     */
    public Optional<Balance> balance(SystemStack stack) {
        for (int node : callers(stack, FRAMES_OF_A_LOOP)) {
            int method = tree.method(node);
            Map<Integer, long[]> lines = through.getOrDefault(method, Map.of());
            long writes = lines.values().stream().mapToLong(sums -> sums[0]).sum();
            long reads = lines.entrySet().stream().filter(line -> line.getKey() != tree.line(node))
                    .mapToLong(line -> line.getValue()[1]).sum();
            if (LoopElements.receive(sources, methods.className(method), tree.line(node))) {
                return Optional.empty();
            }
            if (writes > 0 && reads > 0) {
                return Optional.of(new Balance(method, (double) writes / reads));
            }
        }
        return Optional.empty();
    }

    /** Returns whether the stack is a virtual thread's: it waits for its peer outside of the read. */
    public boolean isVirtual(SystemStack stack) {
        return tree.path(stack.entry()).map(tree::method).anyMatch(method ->
                methods.className(method).equals("java.lang.VirtualThread")
                || methods.methodName(method).equals(UNWOUND));
    }

    // one for each message or full buffer is none of several calls of the program
    private static boolean isCall(SystemStack stack) {
        IoCall.Shape shape = stack.io().shape();
        return (shape.isDirect() || shape.flushed()) && !shape.closed() && !shape.bulk() && !shape.opaque();
    }

    /**
     * Returns whether a method further up leads to the call from several lines, without a read between: parts of one
     * message, or branches that write one each.
     */
    public boolean isFromSeveralLines(SystemStack stack) {
        return callers(stack, FRAMES_OF_A_LOOP).stream().anyMatch(node -> heaviestRun(node, writesBelow, reads)
                .filter(run -> run.lines().contains(tree.line(node))).isPresent());
    }

    /**
     * Returns the lines of the innermost method that read a message in several calls, without a write between, where
     * the sources show that none of them fills a buffer that an object keeps.
     */
    public Optional<Run> readRun(SystemStack stack) {
        if (stack.io().operation() != Operation.SOCKET_READ || !isCall(stack) || fillsKeptBuffer(stack)) {
            return Optional.empty();
        }
        return callers(stack, FRAMES_OF_A_LOOP).stream()
                .flatMap(node -> heaviestRun(node, readsBelow, written).stream()
                        .filter(run -> run.lines().contains(tree.line(node))))
                .findFirst();
    }

    private boolean fillsKeptBuffer(SystemStack stack) {
        List<Integer> frames = callers(stack, FRAMES_OF_A_LOOP);
        for (int i = 0; i < frames.size(); i++) {
            int called = i == 0 ? stack.callee() : frames.get(i - 1);
            String name = called < 0 ? "" : methods.methodName(tree.method(called));
            Optional<Boolean> kept = KeptBuffers.isGiven(sources, methods.className(tree.method(frames.get(i))),
                    tree.line(frames.get(i)), name);
            if (kept.orElse(i == 0)) {
                return true;
            }
        }
        return frames.isEmpty();
    }

    private Optional<Run> heaviestRun(int node, Map<Long, SortedMap<Integer, Long>> calls,
            Map<Integer, List<Integer>> answers) {
        int method = tree.method(node);
        SortedMap<Integer, Long> lines = new TreeMap<>(calls.getOrDefault(activation(node), new TreeMap<>()));
        lines.remove(0);
        lines.remove(-1);
        long all = lines.values().stream().mapToLong(Long::longValue).sum();
        lines.values().removeIf(samples -> samples < MIN_LINE_SAMPLES || samples < MIN_LINE_SHARE * all);
        List<Integer> best = List.of();
        List<Integer> run = new ArrayList<>();
        for (int line : lines.keySet()) {
            if (!run.isEmpty() && isSeparate(method, run.get(run.size() - 1), line, answers)) {
                best = heavier(best, run, lines);
                run = new ArrayList<>();
            }
            run.add(line);
        }
        best = heavier(best, run, lines);
        return best.size() < 2 ? Optional.empty() : Optional.of(new Run(method, List.copyOf(best),
                best.stream().mapToLong(lines::get).max().orElse(0) / (double) Math.max(1, sum(best, lines))));
    }

    private static List<Integer> heavier(List<Integer> best, List<Integer> run, Map<Integer, Long> samples) {
        if (run.size() < 2) {
            return best;
        }
        return sum(run, samples) > sum(best, samples) ? List.copyOf(run) : best;
    }

    private static long sum(List<Integer> run, Map<Integer, Long> samples) {
        return run.stream().mapToLong(samples::get).sum();
    }

    private boolean isSeparate(int method, int before, int line, Map<Integer, List<Integer>> answers) {
        boolean between = answers.getOrDefault(method, List.of()).stream()
                .anyMatch(answer -> answer >= before && answer <= line);
        String name = methods.className(method);
        return between || LoopElements.separate(sources, name, before, line)
                || sources.flatMap(known -> known.declaration(name))
                        .filter(type -> ExclusiveLines.in(type, before, line)).isPresent();
    }

    // not the JDK's frames, which have lines too
    private List<Integer> callers(SystemStack stack, int most) {
        return tree.path(stack.caller()).filter(node -> isOutsideJdk(methods.className(tree.method(node))))
                .limit(most).boxed().toList();
    }

    private static boolean isOutsideJdk(String name) {
        return !name.isEmpty() && !name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.");
    }
}
