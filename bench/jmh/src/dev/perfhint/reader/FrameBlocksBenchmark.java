package dev.perfhint.reader;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

/** Divides deep stack traces into blocks; the time is that of one frame of five to seven bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameBlocksBenchmark {
    private static final int STACKS = 1000;
    private static final int DEPTH = 100;

    private final byte[] bytes = new byte[STACKS * DEPTH * 8 + ChunkInput.SPARE];
    private final ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final FrameBlocks blocks = new FrameBlocks();
    private int length;

    @Setup
    public void writeStacks() {
        Random random = new Random(42);
        for (int frame = 0; frame < STACKS * DEPTH; frame++) {
            number(random.nextInt(1 << 14));
            number(random.nextInt(1 << 10));
            number(random.nextInt(1 << 8));
            number(random.nextInt(7));
        }
    }

    private void number(int value) {
        int left = value;
        while (left > 0x7F) {
            bytes[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    @Benchmark
    @OperationsPerInvocation(STACKS * DEPTH)
    public long divide() {
        long sum = 0;
        int from = 0;
        for (int stack = 0; stack < STACKS; stack++) {
            if (!blocks.divide(words, from, length, DEPTH, 0)) {
                throw new AssertionError("not divided");
            }
            from = blocks.end(blocks.count());
            sum += blocks.hash(1);
        }
        return sum;
    }
}
