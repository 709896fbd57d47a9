package dev.perfhint.reader;

import dev.perfhint.reader.input.ChunkInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.TearDown;

/** Decodes JFR's compressed integers, most of one to three bytes as in stack traces. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VarintBenchmark {
    private static final int COUNT = 1 << 20;

    private Path file;
    private FileChannel channel;
    private ChunkInput in;
    private long end;

    @Setup
    public void write() throws IOException {
        byte[] bytes = new byte[COUNT * 5];
        int length = 0;
        Random random = new Random(42);
        for (int i = 0; i < COUNT; i++) {
            int value = random.nextInt(1 << (7 * (1 + random.nextInt(3))));
            while (value > 0x7F) {
                bytes[length++] = (byte) (value & 0x7F | 0x80);
                value >>>= 7;
            }
            bytes[length++] = (byte) value;
        }
        file = Files.createTempFile("varints", ".bin");
        Files.write(file, java.util.Arrays.copyOf(bytes, length));
        channel = FileChannel.open(file);
        in = new ChunkInput(channel, 1 << 20);
        end = length;
    }

    @TearDown
    public void delete() throws IOException {
        channel.close();
        Files.delete(file);
    }

    @Benchmark
    @OperationsPerInvocation(COUNT)
    public long decode() {
        in.open(0, end);
        long sum = 0;
        for (int i = 0; i < COUNT; i++) {
            sum += in.varlong();
        }
        return sum;
    }
}
