import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import org.lionsoul.ip2region.xdb.Searcher;

public final class Ip2RegionDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "ip2region.xdb");
        if (!Files.exists(file)) {
            Files.write(file, database());
        }
        Searcher searcher = Searcher.newWithFileOnly(file.toString());
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += searcher.search("10." + i * 7 % 256 + "." + i * 31 % 256 + "." + i % 256).hashCode();
        }
        searcher.close();
        System.out.println(sum);
    }

    /** Returns a database of 10.0.0.0/8 with a region for each /24. */
    private static byte[] database() {
        int vectors = 256, regions = vectors + 256 * 256 * 8, segments = regions + 256 * 16;
        ByteBuffer all = ByteBuffer.allocate(segments + 256 * 256 * 14).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 256; i++) {
            all.position(regions + i * 16);
            all.put(String.format("Country|City%04d", i).getBytes(StandardCharsets.UTF_8));
            int first = segments + i * 256 * 14;
            all.position(vectors + (10 * 256 + i) * 8);
            all.putInt(first).putInt(first + 255 * 14);
            for (int j = 0; j < 256; j++) {
                int start = 10 << 24 | i << 16 | j << 8;
                all.position(first + j * 14);
                all.putInt(start).putInt(start | 255).putShort((short) 16).putInt(regions + (i + j) % 256 * 16);
            }
        }
        return all.array();
    }
}
