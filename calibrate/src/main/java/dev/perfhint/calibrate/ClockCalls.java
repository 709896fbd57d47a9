package dev.perfhint.calibrate;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** Reading the clocks. */
public class ClockCalls {
    @Benchmark
    @OperationsPerInvocation(Calibration.BATCH)
    public void nanoTime(Blackhole sink) {
        for (int i = 0; i < Calibration.BATCH; i++) {
            sink.consume(System.nanoTime());
        }
    }

    @Benchmark
    @OperationsPerInvocation(Calibration.BATCH)
    public void currentTimeMillis(Blackhole sink) {
        for (int i = 0; i < Calibration.BATCH; i++) {
            sink.consume(System.currentTimeMillis());
        }
    }
}
