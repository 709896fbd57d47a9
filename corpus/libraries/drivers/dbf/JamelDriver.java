import java.io.*;
import java.nio.*;
import java.nio.file.*;
import org.jamel.dbf.DbfReader;

public final class JamelDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.dbf");
        int rows = 2000;
        if (!Files.exists(file)) {
            ByteBuffer out = ByteBuffer.allocate(32 + 2 * 32 + 1 + rows * 31 + 1).order(ByteOrder.LITTLE_ENDIAN);
            out.put((byte) 3).put(new byte[] {100, 1, 1}).putInt(rows).putShort((short) 97).putShort((short) 31).put(new byte[20]);
            field(out, "NAME", 'C', 20);
            field(out, "SIZE", 'N', 10);
            out.put((byte) 13);
            for (int i = 0; i < rows; i++) {
                out.put(String.format(" %-20s%10d", "name " + i, i * 3).getBytes("US-ASCII"));
            }
            out.put((byte) 26);
            Files.write(file, out.array());
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (DbfReader reader = new DbfReader(file.toFile())) {
                for (Object[] row; (row = reader.nextRecord()) != null; ) {
                    sum += row.length + ((Number) row[1]).intValue();
                }
            }
        }
        System.out.println(sum);
    }

    private static void field(ByteBuffer out, String name, char type, int length) throws Exception {
        byte[] all = new byte[32];
        System.arraycopy(name.getBytes("US-ASCII"), 0, all, 0, name.length());
        all[11] = (byte) type;
        all[16] = (byte) length;
        out.put(all);
    }
}
