package dev.perfhint.calibrate;

import java.lang.reflect.Field;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import sun.misc.Unsafe;

/**
 * Allocation of arrays, with the collections it causes, and the first touch of memory that is fresh from the kernel.
 */
public class MemoryCalls {
    private static final int PAGES = 256;
    private static final int PAGE_BYTES = 4096;

    /** Memory outside of the heap that no one has touched: more than what malloc keeps for the next caller. */
    @State(Scope.Thread)
    public static class FreshMemory {
        private static final long BYTES = 64L << 20;
        private Unsafe unsafe;
        private long address;

        @Setup
        public void find() throws ReflectiveOperationException {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            unsafe = (Unsafe) field.get(null);
        }

        @Setup(Level.Invocation)
        public void allocate() {
            address = unsafe.allocateMemory(BYTES);
        }

        @TearDown(Level.Invocation)
        public void free() {
            unsafe.freeMemory(address);
        }
    }

    @Benchmark
    @OperationsPerInvocation(Calibration.BATCH)
    public void allocate64(Blackhole sink) {
        allocate(sink, 64, Calibration.BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(Calibration.BATCH)
    public void allocate1K(Blackhole sink) {
        allocate(sink, 1 << 10, Calibration.BATCH);
    }

    @Benchmark
    public void allocate16K(Blackhole sink) {
        allocate(sink, 16 << 10, 1);
    }

    @Benchmark
    public void allocate128K(Blackhole sink) {
        allocate(sink, 128 << 10, 1);
    }

    @Benchmark
    public void allocate1M(Blackhole sink) {
        allocate(sink, 1 << 20, 1);
    }

    @Benchmark
    @OperationsPerInvocation(PAGES)
    public void touch(FreshMemory memory) {
        for (long page = 0; page < PAGES; page++) {
            memory.unsafe.putByte(memory.address + page * PAGE_BYTES, (byte) 1);
        }
    }

    private static void allocate(Blackhole sink, int bytes, int times) {
        for (int i = 0; i < times; i++) {
            sink.consume(new byte[bytes]);
        }
    }
}
