import com.beanit.asn1bean.ber.ReverseByteArrayOutputStream;
import com.beanit.asn1bean.ber.types.*;
import com.beanit.asn1bean.ber.types.string.BerUTF8String;
import java.io.*;
import java.nio.file.*;

/** Reads a file of call records, each a number, a duration and a name in BER. */
public final class Asn1beanDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "calls.ber");
        if (!Files.exists(file)) {
            ReverseByteArrayOutputStream out = new ReverseByteArrayOutputStream(1000, true);
            for (int i = 999; i >= 0; i--) {
                new BerUTF8String("subscriber " + i).encode(out, true);
                new BerInteger(i * 1000L).encode(out, true);
                new BerInteger(49_000_000_000L + i).encode(out, true);
            }
            Files.write(file, out.getArray());
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (InputStream in = Files.newInputStream(file)) {
                for (int j = 0; j < 1000; j++) {
                    BerInteger number = new BerInteger();
                    BerInteger duration = new BerInteger();
                    BerUTF8String name = new BerUTF8String();
                    number.decode(in, true);
                    duration.decode(in, true);
                    name.decode(in, true);
                    sum = sum * 31 + number.longValue() + duration.longValue() + name.toString().hashCode();
                }
            }
        }
        System.out.println(sum);
    }
}
