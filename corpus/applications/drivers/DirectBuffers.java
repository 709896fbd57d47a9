//DEPS com.github.luben:zstd-jni:1.5.6-8
//KIND library
import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** zstd compresses with two fresh direct buffers for each call; {@code reuse} keeps them. */
final class DirectBuffers {
    private static final int SIZE = 1 << 20;

    public static void main(String[] args) throws Exception {
        byte[] content = new byte[SIZE];
        Arrays.fill(content, (byte) 7);
        ByteBuffer[] kept = {ByteBuffer.allocateDirect(SIZE), ByteBuffer.allocateDirect(SIZE * 2)};
        Bench.loop(1, () -> {
            ByteBuffer in = Bench.is("reuse") ? kept[0].clear() : ByteBuffer.allocateDirect(SIZE);
            ByteBuffer out = Bench.is("reuse") ? kept[1].clear() : ByteBuffer.allocateDirect(SIZE * 2);
            in.put(content).flip();
            Zstd.compress(out, in, -5);
        });
    }
}
