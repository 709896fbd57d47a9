import aQute.bnd.osgi.*;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipFile;

/** Writes a bundle of 200 small resources; one unit is one bundle. */
public final class BndlibDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "orders.jar");
        try (Jar jar = new Jar("orders")) {
            for (int i = 0; i < 200; i++) {
                byte[] text = ("title=page " + i + "\ntext=order " + i * 7 + "\n").repeat(10).getBytes(StandardCharsets.US_ASCII);
                jar.putResource("messages/page" + i + ".properties", new EmbeddedResource(text, 1_000_000_000_000L));
            }
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                jar.write(file);
            }
        }
        long sum = 0;
        if (file.exists()) {
            try (ZipFile zip = new ZipFile(file)) {
                sum = zip.stream().filter(each -> !each.getName().startsWith("META-INF"))
                        .mapToLong(each -> each.getName().hashCode() * 31L + each.getCrc()).sum();
            }
            // its entries hold the time they were made
            file.delete();
        }
        System.out.println(sum);
    }
}
