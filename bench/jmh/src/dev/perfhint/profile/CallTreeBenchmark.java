package dev.perfhint.profile;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Inserts deep stacks that share their outer frames and differ in their inner ones, as real ones do. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallTreeBenchmark {
    private static final int STACKS = 20_000;
    private static final int DEPTH = 100;
    private static final int LINE_KIND = CallTree.lineKind(17, FrameKind.JAVA.ordinal());

    private final int[][] stacks = new int[STACKS][DEPTH];

    @Setup
    public void makeStacks() {
        Random random = new Random(42);
        for (int s = 1; s < STACKS; s++) {
            int[] other = stacks[random.nextInt(s)];
            int shared = random.nextInt(DEPTH);
            System.arraycopy(other, 0, stacks[s], 0, shared);
            for (int d = shared; d < DEPTH; d++) {
                stacks[s][d] = random.nextInt(5000);
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(STACKS * DEPTH)
    public int insert() {
        CallTree tree = new CallTree();
        for (int[] stack : stacks) {
            int node = CallTree.ROOT;
            for (int method : stack) {
                node = tree.child(node, method, LINE_KIND);
            }
        }
        return tree.size();
    }
}
