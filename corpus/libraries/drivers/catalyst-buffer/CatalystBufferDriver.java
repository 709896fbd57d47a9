import io.atomix.catalyst.buffer.FileBuffer;
import java.io.File;

/** Appends entries of four numbers to a log on disk and reads them again. */
public final class CatalystBufferDriver {
    public static void main(String[] args) throws Exception {
        int entries = Integer.parseInt(args[1]);
        long sum = 0;
        try (FileBuffer log = FileBuffer.allocate(new File(args[0], "entries.log"), 1 << 20, 1 << 30)) {
            for (int i = 0; i < entries; i++) {
                log.writeInt(24).writeLong(i).writeLong(i * 31L).writeInt(i % 7);
            }
            log.flip();
            for (int i = 0; i < entries; i++) {
                sum += log.readInt() + log.readLong() * 3 + log.readLong() + log.readInt();
            }
        }
        System.out.println(sum);
    }
}
