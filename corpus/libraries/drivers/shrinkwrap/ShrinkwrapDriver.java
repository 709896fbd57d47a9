import java.io.File;
import java.util.Random;
import java.util.zip.ZipFile;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ByteArrayAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** Exports a deployment of eight files of 256 KB; one unit is one deployment. */
public final class ShrinkwrapDriver {
    public static void main(String[] args) throws Exception {
        JavaArchive archive = ShrinkWrap.create(JavaArchive.class, "shop.jar");
        Random random = new Random(1);
        for (int i = 0; i < 8; i++) {
            byte[] bytes = new byte[262_144];
            random.nextBytes(bytes);
            archive.add(new ByteArrayAsset(bytes), "images/image" + i + ".png");
        }
        File file = new File(args[0], "shop.jar");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            archive.as(ZipExporter.class).exportTo(file, true);
        }
        long sum = 0;
        if (file.exists()) {
            try (ZipFile zip = new ZipFile(file)) {
                sum = zip.stream().mapToLong(each -> each.getName().hashCode() * 31L + each.getCrc()).sum();
            }
            // its entries hold the time they were made
            file.delete();
        }
        System.out.println(sum);
    }
}
