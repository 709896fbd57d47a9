package dev.perfhint.calibrate;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** System calls on a file of 64 KiB, whose pages stay in the page cache. */
@State(Scope.Thread)
public class FileCalls {
    private static final int FILE_BYTES = 65_536;
    private static final int BLOCK_BYTES = 8192;

    private final byte[] block = new byte[BLOCK_BYTES];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(BLOCK_BYTES);
    private Path file;
    private RandomAccessFile random;
    private FileChannel channel;
    private FileInputStream in;
    private FileOutputStream out;
    private long written;

    @Setup
    public void open() throws IOException {
        file = Files.createTempFile(Path.of(System.getProperty(Calibration.DIRECTORY)), "perfhint-calibrate-", ".bin");
        Files.write(file, new byte[FILE_BYTES]);
        random = new RandomAccessFile(file.toFile(), "rw");
        channel = random.getChannel();
        in = new FileInputStream(file.toFile());
        out = new FileOutputStream(file.toFile());
    }

    @TearDown
    public void close() throws IOException {
        in.close();
        out.close();
        random.close();
        Files.deleteIfExists(file);
    }

    /** Keeps reads inside the file, and writes from filling the disk. */
    @Setup(Level.Iteration)
    public void rewind() throws IOException {
        in.getChannel().position(0);
        out.getChannel().position(0);
        written = 0;
    }

    @Benchmark
    public long position() throws IOException {
        return channel.position();
    }

    @Benchmark
    public void writeByte() throws IOException {
        out.write(1);
    }

    @Benchmark
    public void writeBlock() throws IOException {
        out.write(block);
        written += BLOCK_BYTES;
        if (written >= FILE_BYTES << 6) {
            written = 0;
            out.getChannel().position(0);
        }
    }

    @Benchmark
    public int readByte() throws IOException {
        int read = in.read();
        if (read < 0) {
            in.getChannel().position(0);
        }
        return read;
    }

    @Benchmark
    public int readBlock() throws IOException {
        int read = in.read(block);
        if (read < 0) {
            in.getChannel().position(0);
        }
        return read;
    }

    @Benchmark
    public int readAt() throws IOException {
        return channel.read(direct.clear(), 0);
    }

    @Benchmark
    public boolean stat() {
        return file.toFile().exists();
    }

    @Benchmark
    public void openAndClose() throws IOException {
        FileChannel.open(file, StandardOpenOption.READ).close();
    }

    @Benchmark
    public void force() throws IOException {
        channel.write(direct.clear().limit(1), 0);
        channel.force(true);
    }
}
