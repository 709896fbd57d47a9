import com.maxmind.geoip.LookupService;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks addresses up in a country file on disk. */
public final class GeoIpDriver {
    public static void main(String[] args) throws Exception {
        File data = Path.of(args[0], "countries.dat").toFile();
        if (!data.exists()) {
            byte[] tree = new byte[6 * 32 + 8];
            for (int depth = 0; depth < 32; depth++) {
                for (int side = 0; side < 2; side++) {
                    int next = depth == 31 ? 16776960 + 1 + side * 100 : depth + 1;
                    tree[depth * 6 + side * 3] = (byte) next;
                    tree[depth * 6 + side * 3 + 1] = (byte) (next >> 8);
                    tree[depth * 6 + side * 3 + 2] = (byte) (next >> 16);
                }
            }
            Files.write(data.toPath(), tree);
        }
        long codes = 0;
        LookupService lookup = new LookupService(data, LookupService.GEOIP_STANDARD);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            codes += lookup.getCountry(i * 7919L).getCode().charAt(0);
        }
        lookup.close();
        System.out.println(codes);
    }
}
