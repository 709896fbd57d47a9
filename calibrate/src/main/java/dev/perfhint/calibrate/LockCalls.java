package dev.perfhint.calibrate;

import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;

/** A lock that is taken and released by one thread, and one that two threads want. */
@State(Scope.Benchmark)
public class LockCalls {
    private final ReentrantLock free = new ReentrantLock();
    private final ReentrantLock wanted = new ReentrantLock();
    private long guarded;

    @Benchmark
    @OperationsPerInvocation(Calibration.BATCH)
    public long uncontended() {
        for (int i = 0; i < Calibration.BATCH; i++) {
            free.lock();
            try {
                guarded++;
            } finally {
                free.unlock();
            }
        }
        return guarded;
    }

    @Benchmark
    @Threads(2)
    public void contended() {
        wanted.lock();
        try {
            Blackhole.consumeCPU(20);
        } finally {
            wanted.unlock();
        }
    }
}
